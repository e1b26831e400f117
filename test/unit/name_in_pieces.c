/* name_in_pieces.c - names cut into the pieces that a record has room for. */
#include "harness.h"
#include "name.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 23, TRIED = 40 };

/* Put the pieces together as a reader does: until a piece has a zero in it or nothing follows.
 * Returns how many pieces there were. */
static unsigned join(const char *name, size_t size, char *whole)
{
    bool more = true;
    unsigned pieces = 0;

    while (more) {
        more = name_piece(name, pieces * size, whole + pieces * size, size);
        CHECK(more == (memchr(whole + pieces * size, '\0', size) == NULL));
        pieces++;
    }
    return pieces;
}

static void check_length(size_t length, size_t size)
{
    char name[TRIED + 1];
    char wanted[LONGEST + 1];
    char whole[2 * TRIED];

    for (size_t i = 0; i < length; i++) {
        name[i] = (char)('a' + i % 26);
    }
    name[length] = '\0';
    (void)snprintf(wanted, sizeof wanted, "%.*s", LONGEST, name);
    memset(whole, '#', sizeof whole);
    unsigned pieces = join(name, size, whole);

    CHECK_TEXT(whole, wanted);
    CHECK_EQUAL(pieces, strlen(wanted) / size + 1);
    for (size_t i = strlen(wanted); i < pieces * size; i++) {
        CHECK_EQUAL(whole[i], '\0');
    }
    CHECK_EQUAL(whole[pieces * size], '#');
}

TEST(name_in_pieces)
{
    for (size_t length = 0; length <= TRIED; length++) {
        check_length(length, 4);
        check_length(length, 8);
    }
}
