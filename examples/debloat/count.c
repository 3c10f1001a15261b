#include <stdio.h>
#include <string.h>

struct counts {
  unsigned long lines, words, bytes, digits;
};

enum mode { COUNT, UPPER, REVERSE, HELP };

static const char *program = "count";

static void help(FILE *to) {
  fprintf(to, "usage: %s [-l] [-w] [-c] [-d] [-u] [-r] [-h] < text\n", program);
  fprintf(to, "  -l lines, -w words, -c bytes, -d digits\n");
  fprintf(to, "  -u prints the text in capitals, -r prints it backwards\n");
}

static int is_space(int byte) {
  return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

static int is_digit(int byte) {
  return '0' <= byte && byte <= '9';
}

static int upper(int byte) {
  if ('a' <= byte && byte <= 'z')
    return byte - 'a' + 'A';
  return byte;
}

static void count_byte(struct counts *counts, int byte, int *in_word) {
  counts->bytes++;
  if (byte == '\n')
    counts->lines++;
  if (is_digit(byte))
    counts->digits++;
  if (is_space(byte)) {
    *in_word = 0;
  } else if (!*in_word) {
    *in_word = 1;
    counts->words++;
  }
}

static struct counts count(FILE *from) {
  struct counts counts = { 0, 0, 0, 0 };
  int byte, in_word = 0;
  while ((byte = getc(from)) != EOF)
    count_byte(&counts, byte, &in_word);
  return counts;
}

static void print_upper(FILE *from) {
  int byte;
  while ((byte = getc(from)) != EOF)
    putchar(upper(byte));
}

static void print_backwards(FILE *from) {
  int byte = getc(from);
  if (byte == EOF)
    return;
  print_backwards(from);
  putchar(byte);
}

int main(int argc, char **argv) {
  enum mode mode = COUNT;
  int lines = 0, words = 0, bytes = 0, digits = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-l") == 0)
      lines = 1;
    else if (strcmp(argv[i], "-w") == 0)
      words = 1;
    else if (strcmp(argv[i], "-c") == 0)
      bytes = 1;
    else if (strcmp(argv[i], "-d") == 0)
      digits = 1;
    else if (strcmp(argv[i], "-u") == 0)
      mode = UPPER;
    else if (strcmp(argv[i], "-r") == 0)
      mode = REVERSE;
    else if (strcmp(argv[i], "-h") == 0)
      mode = HELP;
    else {
      help(stderr);
      return 2;
    }
  }
  switch (mode) {
  case UPPER:
    print_upper(stdin);
    return 0;
  case REVERSE:
    print_backwards(stdin);
    return 0;
  case HELP:
    help(stdout);
    return 0;
  case COUNT:
    break;
  }
  struct counts counts = count(stdin);
  if (lines)
    printf("%lu\n", counts.lines);
  if (words)
    printf("%lu\n", counts.words);
  if (bytes)
    printf("%lu\n", counts.bytes);
  if (digits)
    printf("%lu\n", counts.digits);
  return 0;
}
