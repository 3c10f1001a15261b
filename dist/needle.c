// A test that needs no shell: exits with 0 if the file of its argument holds the word `needle`.
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments)
{
    static char text[1 << 20];
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (!file)
        return 2;
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = 0;
    return strstr(text, "needle") ? 0 : 1;
}
