/* name_pieces.c - names that a trace tells in several records. */
#include "name_pieces.h"

/* Bytes that would disturb a terminal or a JSON file are shown as `?`. */
static char printable(uint8_t byte)
{
    return (char)(byte >= 0x20 && byte < 0x7F ? byte : (uint8_t)'?');
}

bool name_pieces_add(struct name_pieces *pieces, uint64_t key, const uint8_t *piece, size_t size)
{
    bool complete = false;

    if (pieces->key != key) {
        pieces->key = key;
        pieces->length = 0;
    }
    for (size_t i = 0; i < size && !complete; i++) {
        complete = piece[i] == 0 || pieces->length == NAME_BYTES_MAX;
        if (!complete) {
            pieces->text[pieces->length] = printable(piece[i]);
            pieces->length++;
        }
    }
    pieces->text[pieces->length] = '\0';
    if (complete) {
        pieces->key = 0;
    }
    return complete;
}
