/* line_editor.c - a line of text, typed and changed on a terminal.
 *
 * What is typed at the end of the line is echoed as it is, so that what is piped in reads well;
 * anything else shows the whole line anew.
 */
#include "line_editor.h"

#include "text.h"

#include <string.h>

enum { CTRL_C = 3, CTRL_D = 4, ESCAPE = 27, DELETE = 127 };
enum { SEQUENCE_MAX = 8 }; /* characters; a longer one is none */

/* Showing. */

static void put_character(const struct line_editor *editor, char character)
{
    const char text[] = { character, '\0' };

    editor->put(text);
}

static void show(const struct line_editor *editor)
{
    editor->put("\r");
    editor->put(editor->prompt);
    editor->put(editor->text);
    editor->put("\x1b[K");
    if (editor->cursor < editor->length) {
        char back[16];

        text_format(back, sizeof back, "\x1b[%uD", (unsigned)(editor->length - editor->cursor));
        editor->put(back);
    }
}

static void complain(struct line_editor *editor)
{
    editor->put("\a");
}

void line_editor_next(struct line_editor *editor)
{
    editor->length = 0;
    editor->cursor = 0;
    editor->text[0] = '\0';
    editor->too_long = false;
    editor->shown = 0;
    editor->in_sequence = false;
    editor->put(editor->prompt);
}

void line_editor_begin(struct line_editor *editor, const char *prompt, void (*put)(const char *),
                       const char *(*word)(unsigned index))
{
    *editor = (struct line_editor){ .prompt = prompt, .put = put, .word = word };
    line_editor_next(editor);
}

/* Changing. */

static void insert(struct line_editor *editor, char character)
{
    if (editor->length == LINE_MAX) {
        editor->too_long = true;
        complain(editor);
        return;
    }
    char *at = editor->text + editor->cursor;

    memmove(at + 1, at, editor->length - editor->cursor + 1);
    *at = character;
    editor->length++;
    editor->cursor++;
    if (editor->cursor == editor->length) {
        put_character(editor, character);
    } else {
        show(editor);
    }
}

/* Of the line, and the cursor goes there. */
static void cut(struct line_editor *editor, size_t from, size_t to)
{
    if (from == to) {
        return;
    }
    memmove(editor->text + from, editor->text + to, editor->length - to + 1);
    editor->length -= to - from;
    editor->cursor = from;
    show(editor);
}

static void replace(struct line_editor *editor, const char *text)
{
    editor->length = text_format(editor->text, sizeof editor->text, "%s", text);
    editor->cursor = editor->length;
    show(editor);
}

static size_t word_before(const struct line_editor *editor)
{
    size_t at = editor->cursor;

    while (at > 0 && editor->text[at - 1] == ' ') {
        at--;
    }
    while (at > 0 && editor->text[at - 1] != ' ') {
        at--;
    }
    return at;
}

static void move(struct line_editor *editor, size_t to)
{
    if (to != editor->cursor) {
        editor->cursor = to;
        show(editor);
    }
}

static void left(struct line_editor *editor)
{
    move(editor, editor->cursor - (editor->cursor > 0));
}

static void right(struct line_editor *editor)
{
    move(editor, editor->cursor + (editor->cursor < editor->length));
}

static void delete_here(struct line_editor *editor)
{
    cut(editor, editor->cursor, editor->cursor + (editor->cursor < editor->length));
}

static void backspace(struct line_editor *editor)
{
    cut(editor, editor->cursor - (editor->cursor > 0), editor->cursor);
}

/* Lines before. */

static char *history_at(struct line_editor *editor, unsigned ago)
{
    return editor->history[(editor->history_count - ago) % LINE_HISTORY];
}

static void remember(struct line_editor *editor)
{
    bool again = editor->history_count > 0 && strcmp(history_at(editor, 1), editor->text) == 0;

    if (editor->length > 0 && !again) {
        memcpy(history_at(editor, 0), editor->text, sizeof editor->text);
        editor->history_count++;
    }
}

static unsigned history_length(const struct line_editor *editor)
{
    return editor->history_count < LINE_HISTORY ? editor->history_count : LINE_HISTORY;
}

static void earlier(struct line_editor *editor)
{
    if (editor->shown == history_length(editor)) {
        complain(editor);
        return;
    }
    editor->shown++;
    replace(editor, history_at(editor, editor->shown));
}

static void later(struct line_editor *editor)
{
    if (editor->shown == 0) {
        complain(editor);
        return;
    }
    editor->shown--;
    replace(editor, editor->shown == 0 ? "" : history_at(editor, editor->shown));
}

/* Completion of the first word. */

static bool begins(const char *word, const struct line_editor *editor)
{
    return strncmp(word, editor->text, editor->length) == 0;
}

/* How much the word and `common` have in common, as far as that was. */
static size_t common_length(const char *word, const char *common, size_t length)
{
    size_t same = 0;

    while (same < length && word[same] == common[same]) {
        same++;
    }
    return same;
}

static void list_words(struct line_editor *editor)
{
    editor->put("\n");
    for (unsigned i = 0; editor->word(i) != NULL; i++) {
        if (begins(editor->word(i), editor)) {
            editor->put(editor->word(i));
            editor->put("  ");
        }
    }
    editor->put("\n");
    show(editor);
}

/* How many words begin so; the first of them, and how much all of them have in common. */
static unsigned match(const struct line_editor *editor, const char **common, size_t *length)
{
    unsigned matches = 0;
    const char *word;

    for (unsigned i = 0; (word = editor->word(i)) != NULL; i++) {
        if (begins(word, editor)) {
            *length = matches == 0 ? strlen(word) : common_length(word, *common, *length);
            *common = matches == 0 ? word : *common;
            matches++;
        }
    }
    return matches;
}

static void complete(struct line_editor *editor)
{
    const char *common = NULL;
    size_t length = 0;
    unsigned matches = match(editor, &common, &length);
    bool first_word = memchr(editor->text, ' ', editor->length) == NULL;

    if (!first_word || matches == 0 || editor->cursor != editor->length) {
        complain(editor);
    } else if (matches > 1 && length == editor->length) {
        list_words(editor);
    } else {
        while (editor->length < length) {
            insert(editor, common[editor->length]);
        }
        if (matches == 1) {
            insert(editor, ' ');
        }
    }
}

/* Keys. */

static void to_begin(struct line_editor *editor)
{
    move(editor, 0);
}

static void to_end(struct line_editor *editor)
{
    move(editor, editor->length);
}

static void cut_behind(struct line_editor *editor)
{
    cut(editor, editor->cursor, editor->length);
}

static void cut_before(struct line_editor *editor)
{
    cut(editor, 0, editor->cursor);
}

static void cut_word(struct line_editor *editor)
{
    cut(editor, word_before(editor), editor->cursor);
}

typedef void (*key_action)(struct line_editor *editor);

static const struct {
    char characters[4]; /* a control character, or what follows ESC */
    key_action act;
} keys[] = {
    { "\x01", to_begin },    { "[H", to_begin },     { "OH", to_begin },   { "[1~", to_begin },
    { "\x05", to_end },      { "[F", to_end },       { "OF", to_end },     { "[4~", to_end },
    { "\x02", left },        { "[D", left },         { "\x06", right },    { "[C", right },
    { "\x10", earlier },     { "[A", earlier },      { "\x0E", later },    { "[B", later },
    { "\x04", delete_here }, { "[3~", delete_here }, { "\b", backspace },  { "\x7F", backspace },
    { "\x0B", cut_behind },  { "\x15", cut_before }, { "\x17", cut_word }, { "\t", complete },
};

static key_action action_of(const char *characters)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].characters, characters) == 0) {
            return keys[i].act;
        }
    }
    return complain;
}

/* ESC, `[` or `O`, digits, and a last one that is none. */
static void take_sequence(struct line_editor *editor, char character)
{
    size_t before = editor->sequence_length;
    bool more = before == 0 ? character == '[' || character == 'O'
                            : (character >= '0' && character <= '9') || character == ';';

    if (before + 1 < sizeof editor->sequence) {
        editor->sequence[before] = character;
        editor->sequence[before + 1] = '\0';
    }
    editor->sequence_length++;
    editor->in_sequence = more && editor->sequence_length < SEQUENCE_MAX;
    if (!editor->in_sequence) {
        bool fits = editor->sequence_length < sizeof editor->sequence;

        action_of(fits ? editor->sequence : "")(editor);
    }
}

static void begin_sequence(struct line_editor *editor)
{
    editor->in_sequence = true;
    editor->sequence_length = 0;
}

static enum line_event end_line(struct line_editor *editor)
{
    editor->put("\n");
    if (editor->too_long) {
        return LINE_TOO_LONG;
    }
    remember(editor);
    return LINE_DONE;
}

static enum line_event drop_line(struct line_editor *editor)
{
    editor->put("^C\n");
    return LINE_DROPPED;
}

enum line_event line_editor_take(struct line_editor *editor, unsigned char character)
{
    const char text[] = { (char)character, '\0' };
    bool second_of_pair = editor->after_return && character == '\n';

    editor->after_return = character == '\r';
    editor->in_sequence = editor->in_sequence && character >= ' '; /* none has such a key within */
    if (editor->in_sequence) {
        take_sequence(editor, (char)character);
    } else if (character == ESCAPE) {
        begin_sequence(editor);
    } else if (character == '\r' || character == '\n') {
        return second_of_pair ? LINE_MORE : end_line(editor);
    } else if (character == CTRL_C) {
        return drop_line(editor);
    } else if (character == CTRL_D && editor->length == 0) {
        return LINE_END;
    } else if (character >= ' ' && character != DELETE) {
        insert(editor, (char)character);
    } else {
        action_of(text)(editor);
    }
    return LINE_MORE;
}
