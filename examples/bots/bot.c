/* A bot for Stolik in C, without any library: it plays the first of its moves.
 * docs/bot-protocol.md describes the protocol. Compile it, check it, then let it play:
 *
 *   cc -o bot bot.c
 *   stolik bot-check "cmd:./bot"
 *   stolik arena pickomino "cmd:./bot" random
 */

#include <stdio.h>
#include <string.h>

static char request[1 << 17]; /* one has 64 kB at most */

static int is(const char *what) {
    char beginning[32];
    int length = snprintf(beginning, sizeof beginning, "{\"do\": \"%s\"", what);
    return strncmp(request, beginning, (size_t)length) == 0;
}

/* The list of moves is the last key of a view: ... "moves": ["roll", "take 27"]}} */
static char *first_move(void) {
    const char *key = "\"moves\": [\"";
    char *move = NULL;
    for (char *found = request; (found = strstr(found, key)) != NULL;) {
        found += strlen(key);
        move = found;
    }
    if (move != NULL) move[strcspn(move, "\"")] = '\0';
    return move;
}

int main(void) {
    while (fgets(request, sizeof request, stdin) != NULL) {
        char *move;
        if (is("hello")) puts("stolik 1");
        else if (is("start")) puts("ok");
        else if (is("move") && (move = first_move()) != NULL) puts(move);
        else break;
        fflush(stdout); /* a pipe would keep the answer back */
    }
    return 0;
}
