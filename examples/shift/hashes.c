/* Hash functions behind one interface, and a small program that compares them on words from stdin. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROTATE(type, value, by) ((type)(((value) << (by)) | ((value) >> (sizeof(type) * 8 - (by)))))

typedef uint64_t (*hash_function)(const unsigned char *text, size_t length, uint64_t seed);

struct hasher {
    const char *name;
    hash_function function;
    unsigned bits;
};

struct bucket {
    char *word;
    uint64_t hash;
    struct bucket *next;
};

struct table {
    const struct hasher *hasher;
    struct bucket **buckets;
    size_t n_buckets;
    size_t n_words;
    size_t n_collisions;
};

/* The finalizer of MurmurHash3. */
static uint64_t finish64(uint64_t hash)
{
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 33;
    hash *= 0xc4ceb9fe1a85ec53ULL;
    hash ^= hash >> 33;
    return hash;
}

static uint32_t finish32(uint32_t hash)
{
    hash ^= hash >> 16;
    hash *= 0x85ebca6bU;
    hash ^= hash >> 33;
    hash *= 0xc2b2ae35U;
    hash ^= hash >> 16;
    return hash;
}

static uint64_t read_word(const unsigned char *text, size_t length)
{
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++)
        word |= (uint64_t)text[i] << (8 * i);
    return word;
}

static uint64_t hash_djb2(const unsigned char *text, size_t length, uint64_t seed)
{
    uint32_t hash = 5381 + (uint32_t)seed;
    for (size_t i = 0; i < length; i++)
        hash = hash * 33 + text[i];
    return hash;
}

static uint64_t hash_fnv1a(const unsigned char *text, size_t length, uint64_t seed)
{
    uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
    for (size_t i = 0; i < length; i++) {
        hash ^= text[i];
        hash *= 0x100000001b3ULL;
    }
    return hash;
}

static uint64_t hash_adler(const unsigned char *text, size_t length, uint64_t seed)
{
    uint32_t low = (uint32_t)(seed & 0xffff) | 1, high = 0;
    for (size_t i = 0; i < length; i++) {
        low = (low + text[i]) % 65521;
        high = (high + low) % 65521;
    }
    return (high << 16) | low;
}

static uint64_t hash_crc32(const unsigned char *text, size_t length, uint64_t seed)
{
    static uint32_t steps[256];
    if (steps[1] == 0) {
        for (uint32_t byte = 0; byte < 256; byte++) {
            uint32_t step = byte;
            for (int bit = 0; bit < 8; bit++)
                step = step & 1 ? (step >> 1) ^ 0xedb88320U : step >> 1;
            steps[byte] = step;
        }
    }
    uint32_t hash = ~(uint32_t)seed;
    for (size_t i = 0; i < length; i++)
        hash = (hash >> 8) ^ steps[(hash ^ text[i]) & 0xff];
    return ~hash;
}

static uint64_t hash_murmur(const unsigned char *text, size_t length, uint64_t seed)
{
    uint32_t hash = (uint32_t)seed;
    size_t at = 0;
    for (; at + 4 <= length; at += 4) {
        uint32_t word = (uint32_t)read_word(text + at, 4);
        word *= 0xcc9e2d51U;
        word = ROTATE(uint32_t, word, 15);
        word *= 0x1b873593U;
        hash ^= word;
        hash = ROTATE(uint32_t, hash, 13) * 5 + 0xe6546b64U;
    }
    if (at < length) {
        uint32_t rest = (uint32_t)read_word(text + at, length - at);
        rest *= 0xcc9e2d51U;
        rest = ROTATE(uint32_t, rest, 15);
        hash ^= rest * 0x1b873593U;
    }
    return finish32(hash ^ (uint32_t)length);
}

static uint64_t hash_wide(const unsigned char *text, size_t length, uint64_t seed)
{
    uint64_t lanes[2] = {seed ^ 0x9e3779b97f4a7c15ULL, ~seed};
    size_t at = 0;
    for (; at + 8 <= length; at += 8) {
        uint64_t *lane = &lanes[(at / 8) % 2];
        *lane ^= read_word(text + at, 8) * 0x87c37b91114253d5ULL;
        *lane = ROTATE(uint64_t, *lane, 31) * 0x4cf5ad432745937fULL;
    }
    lanes[0] ^= read_word(text + at, length - at);
    return finish64(lanes[0] + ROTATE(uint64_t, lanes[1], 27) + length);
}

static const struct hasher hashers[] = {
    {"djb2", hash_djb2, 32},     {"fnv1a", hash_fnv1a, 64},   {"adler", hash_adler, 32},
    {"crc32", hash_crc32, 32},   {"murmur", hash_murmur, 32}, {"wide", hash_wide, 64},
};

enum { N_HASHERS = sizeof hashers / sizeof hashers[0] };

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void table_open(struct table *table, const struct hasher *hasher, size_t n_buckets)
{
    memset(table, 0, sizeof *table);
    table->hasher = hasher;
    table->n_buckets = n_buckets;
    table->buckets = allocate(n_buckets, sizeof *table->buckets);
}

static int table_insert(struct table *table, const char *word)
{
    size_t length = strlen(word);
    uint64_t hash = table->hasher->function((const unsigned char *)word, length, 0);
    struct bucket **place = &table->buckets[hash % table->n_buckets];
    for (struct bucket *bucket = *place; bucket != NULL; bucket = bucket->next) {
        if (bucket->hash != hash)
            continue;
        if (strcmp(bucket->word, word) == 0)
            return 0;
        table->n_collisions++;
    }
    struct bucket *bucket = allocate(1, sizeof *bucket);
    bucket->word = allocate(length + 1, 1);
    memcpy(bucket->word, word, length);
    bucket->hash = hash;
    bucket->next = *place;
    *place = bucket;
    table->n_words++;
    return 1;
}

static size_t table_longest(const struct table *table)
{
    size_t longest = 0;
    for (size_t i = 0; i < table->n_buckets; i++) {
        size_t length = 0;
        for (const struct bucket *bucket = table->buckets[i]; bucket != NULL; bucket = bucket->next)
            length++;
        if (longest < length)
            longest = length;
    }
    return longest;
}

static void table_close(struct table *table)
{
    for (size_t i = 0; i < table->n_buckets; i++) {
        struct bucket *bucket = table->buckets[i];
        while (bucket != NULL) {
            struct bucket *next = bucket->next;
            free(bucket->word);
            free(bucket);
            bucket = next;
        }
    }
    free(table->buckets);
}

static void report(const struct table *table)
{
    printf("%-8s %2u bits  %6zu words  %4zu collisions  longest chain %zu\n", table->hasher->name,
           table->hasher->bits, table->n_words, table->n_collisions, table_longest(table));
}

int main(int argc, char **argv)
{
    struct table tables[N_HASHERS];
    size_t n_buckets = argc > 1 ? strtoul(argv[1], NULL, 10) : 1024;
    char word[256];
    if (n_buckets == 0) {
        fprintf(stderr, "usage: %s [BUCKETS] <WORDS\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < N_HASHERS; i++)
        table_open(&tables[i], &hashers[i], n_buckets);
    while (scanf("%255s", word) == 1) {
        for (size_t i = 0; i < N_HASHERS; i++)
            table_insert(&tables[i], word);
    }
    for (size_t i = 0; i < N_HASHERS; i++) {
        report(&tables[i]);
        table_close(&tables[i]);
    }
    return EXIT_SUCCESS;
}
