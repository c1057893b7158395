/* A bot in C that plays any legal move: the whole text protocol of docs/bots.md.
 * cc -O2 -o pebble pebble.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 18, MOST = 4096, MOVE = 80 };

static char line[LONGEST];
static char legal[MOST][MOVE];

int main(void) {
    int count = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line leaves at once */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (!strncmp(line, "strandline ", 11)) {
            puts("ready");
        } else if (!strncmp(line, "position ", 9)) {
            count = 0; /* a new decision; the document behind it is JSON */
        } else if (!strncmp(line, "legal ", 6) && count < MOST) {
            snprintf(legal[count++], MOVE, "%.*s", MOVE - 1, line + 6);
        } else if (!strncmp(line, "go ", 3)) {
            char *rest;
            strtoul(line + 3, &rest, 10);          /* milliseconds: more than enough */
            srand((unsigned)strtoul(rest, NULL, 10)); /* the same seed, the same move */
            printf("bestmove %s\n", legal[rand() % count]);
        } else if (!strcmp(line, "quit")) {
            break;
        }
    }
    return 0;
}
