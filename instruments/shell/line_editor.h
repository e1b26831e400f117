/* line_editor.h - a line of text, typed and changed on a terminal. Pure: characters in, characters
 * out, no kernel.
 *
 * Keys: arrows, Home, End, Delete, Backspace, Tab, and Ctrl-A B C D E F K N P U W as in other
 * shells. Return ends a line, be it CR, LF or both.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { LINE_MAX = 127, LINE_HISTORY = 8 };

enum line_event {
    LINE_MORE,     /* nothing yet */
    LINE_DONE,     /* `text` is complete */
    LINE_TOO_LONG, /* it was, but for what did not fit: `text` holds the beginning */
    LINE_DROPPED,  /* Ctrl-C: the line is to be forgotten */
    LINE_END,      /* Ctrl-D, with nothing on the line */
};

struct line_editor {
    char text[LINE_MAX + 1];
    size_t length;
    size_t cursor;
    bool too_long;

    /* The last lines, in a ring; and which of them is shown: 0 none, 1 the last one. */
    char history[LINE_HISTORY][LINE_MAX + 1];
    unsigned history_count;
    unsigned shown;

    /* A key of several characters that is on its way. */
    bool in_sequence;
    char sequence[4];
    size_t sequence_length;
    bool after_return;

    const char *prompt;
    void (*put)(const char *text);
    const char *(*word)(unsigned index); /* first words that are known; NULL behind the last */
};

/* `put` and `word` as above. Prompts. */
void line_editor_begin(struct line_editor *editor, const char *prompt, void (*put)(const char *),
                       const char *(*word)(unsigned index));

/* The next line: empty it and prompt. */
void line_editor_next(struct line_editor *editor);

enum line_event line_editor_take(struct line_editor *editor, unsigned char character);
