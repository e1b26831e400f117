/* line_edited_as_typed.c - what the line editor makes of keys, and what a terminal then shows.
 *
 * The terminal is a plain one: characters, CR, LF, BEL, and the two sequences that the editor
 * sends. After every key it must show the prompt, the line and the cursor where the editor has it.
 */
#include "harness.h"
#include "line_editor.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define UP    "\x1b[A"
#define DOWN  "\x1b[B"
#define RIGHT "\x1b[C"
#define LEFT  "\x1b[D"
#define ERASE "\x1b[3~"

enum { SCREEN_WIDTH = 400 };

/* The line that the cursor is on. */
static char screen[SCREEN_WIDTH];
static size_t column;
static unsigned bells;
static char listed[SCREEN_WIDTH]; /* the line before */

static void clear_screen(void)
{
    memset(screen, 0, sizeof screen);
    column = 0;
}

static void put_sequence(const char **text)
{
    char *end;
    unsigned long number = strtoul(*text + 1, &end, 10);

    if (*end == 'K') {
        memset(screen + column, 0, sizeof screen - column);
    } else if (CHECK(*end == 'D' && number <= column)) {
        column -= number;
    }
    *text = end;
}

static void put(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\r') {
            column = 0;
        } else if (*text == '\n') {
            memcpy(listed, screen, sizeof listed);
            clear_screen();
        } else if (*text == '\a') {
            bells++;
        } else if (*text == '\x1b') {
            text++;
            put_sequence(&text);
        } else if (CHECK(column + 1 < sizeof screen)) {
            screen[column++] = *text;
        }
    }
}

static const char *word(unsigned index)
{
    static const char *const words[] = { "help", "threads", "threadmetric", "trace", NULL };

    return words[index];
}

static struct line_editor editor;

static void begin(void)
{
    clear_screen();
    bells = 0;
    line_editor_begin(&editor, "> ", put, word);
}

static void check_screen(void)
{
    CHECK(strncmp(screen, "> ", 2) == 0);
    CHECK_TEXT(screen + 2, editor.text);
    CHECK_EQUAL(column, editor.cursor + 2);
    CHECK_EQUAL(strlen(editor.text), editor.length);
}

/* The event of the last key. */
static enum line_event type(const char *keys)
{
    enum line_event event = LINE_MORE;

    for (; *keys != '\0'; keys++) {
        event = line_editor_take(&editor, (unsigned char)*keys);
        if (event == LINE_MORE) {
            check_screen();
        }
    }
    return event;
}

static void enter(const char *keys)
{
    CHECK_EQUAL(type(keys), LINE_MORE);
    CHECK_EQUAL(type("\r"), LINE_DONE);
    line_editor_next(&editor);
}

TEST(line_keys_change_it)
{
    static const struct {
        const char *keys;
        const char *text;
        size_t cursor;
    } cases[] = {
        { "abc", "abc", 3 },
        { "abc\b", "ab", 2 },
        { "abc\x7F\x7F\x7F\x7F", "", 0 },
        { "abc" LEFT LEFT "x", "axbc", 2 },
        { "abc" LEFT LEFT LEFT LEFT "x", "xabc", 1 },
        { "abc" LEFT RIGHT RIGHT "x", "abcx", 4 },
        { "abc\x01x\x05y", "xabcy", 5 },
        { "abc\x1b[Hx\x1b[Fy", "xabcy", 5 },
        { "abc\x1bOHx\x1bOFy", "xabcy", 5 },
        { "abc\x1b[1~x\x1b[4~y", "xabcy", 5 },
        { "abc\x02\x02\x06z", "abzc", 3 },
        { "abc\x01" ERASE, "bc", 0 },
        { "abc\x01\x04", "bc", 0 },
        { "abc" ERASE, "abc", 3 },
        { "abc" LEFT "\x0B", "ab", 2 },
        { "abc" LEFT "\x15", "c", 0 },
        { "one two  \x17", "one ", 4 },
        { "one two" LEFT "\x17", "one o", 4 },
        { "a\x1b[1;5Cb", "ab", 2 },      /* a key that it does not know */
        { "a\x1b[99999999b", "a9b", 3 }, /* that never ends: given up after eight characters */
        { "a\x1bxb", "ab", 2 },
        { "\xC3\xA4", "\xC3\xA4", 2 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        CHECK_EQUAL(type(cases[i].keys), LINE_MORE);
        CHECK_TEXT(editor.text, cases[i].text);
        CHECK_EQUAL(editor.cursor, cases[i].cursor);
    }
}

TEST(line_ends_once)
{
    begin();
    CHECK_EQUAL(type("ab\r"), LINE_DONE);
    CHECK_TEXT(editor.text, "ab");
    line_editor_next(&editor);
    CHECK_EQUAL(type("\n"), LINE_MORE);
    CHECK_EQUAL(type("c\n"), LINE_DONE);
    CHECK_TEXT(editor.text, "c");
    line_editor_next(&editor);
    CHECK_EQUAL(type("\n"), LINE_DONE);
    line_editor_next(&editor);
    CHECK_EQUAL(type("ab\x03"), LINE_DROPPED);
    line_editor_next(&editor);
    CHECK_EQUAL(type("\x04"), LINE_END);
}

TEST(line_remembers_those_before)
{
    begin();
    enter("first");
    enter("second");
    enter("second");
    enter("");
    (void)type(UP);
    CHECK_TEXT(editor.text, "second");
    (void)type(UP);
    CHECK_TEXT(editor.text, "first");
    (void)type(UP);
    CHECK_EQUAL(bells, 1);
    (void)type(DOWN "!");
    CHECK_TEXT(editor.text, "second!");
    (void)type(DOWN);
    CHECK_TEXT(editor.text, "");
    (void)type(DOWN);
    CHECK_EQUAL(bells, 2);
}

TEST(line_remembers_the_last_eight)
{
    const char letters[] = "abcdefghijkl";

    begin();
    for (const char *letter = letters; *letter != '\0'; letter++) {
        enter((const char[]){ *letter, '\0' });
    }
    for (unsigned i = 0; i < LINE_HISTORY + 2; i++) {
        (void)type("\x10");
    }
    CHECK_EQUAL(bells, 2);
    CHECK_TEXT(editor.text, "e");
}

TEST(line_completes_its_first_word)
{
    begin();
    (void)type("h\t");
    CHECK_TEXT(editor.text, "help ");
    (void)type("\t");
    CHECK_EQUAL(bells, 1);
    (void)type("\x15t\t");
    CHECK_TEXT(listed, "threads  threadmetric  trace  ");
    CHECK_TEXT(editor.text, "t");
    (void)type("h\t");
    CHECK_TEXT(editor.text, "thread");
    (void)type("s\t");
    CHECK_TEXT(editor.text, "threads ");
    (void)type("\x15x\t");
    CHECK_EQUAL(bells, 2);
}

TEST(line_too_long_is_told)
{
    begin();
    for (unsigned i = 0; i < LINE_MAX; i++) {
        CHECK_EQUAL(type("x"), LINE_MORE);
    }
    CHECK_EQUAL(bells, 0);
    (void)type("yy");
    CHECK_EQUAL(bells, 2);
    CHECK_EQUAL(editor.length, LINE_MAX);
    (void)type("\b\b");
    CHECK_EQUAL(type("\r"), LINE_TOO_LONG);
    line_editor_next(&editor);
    CHECK_EQUAL(type("z\r"), LINE_DONE);
}

/* Any keys: the screen shows the line all the time. */
TEST(line_of_any_keys_is_shown)
{
    static const char *const keys[] = { "a",  "b ",  LEFT,   RIGHT,  UP,     DOWN,   ERASE,
                                        "\b", "\t",  "\x01", "\x05", "\x0B", "\x15", "\x17",
                                        "\r", "thr", "\x1b", "[",    "1",    "~",    "\x03" };
    uint32_t seed = 7;

    begin();
    for (unsigned i = 0; i < 20000; i++) {
        seed = seed * 1664525U + 1013904223U;
        if (type(keys[(seed >> 16) % (sizeof keys / sizeof keys[0])]) != LINE_MORE) {
            line_editor_next(&editor);
        }
    }
    check_screen();
}
