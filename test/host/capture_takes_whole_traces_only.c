/* capture_takes_whole_traces_only.c - what `takt run --save` makes of lines: a trace as it was
 * sent, or none. Lines are damaged at random, and lost, doubled and exchanged.
 */
#include "base64.h"
#include "capture.h"
#include "crc32.h"
#include "dice.h"
#include "harness.h"

#include <stdio.h>
#include <string.h>

enum { FILE_BYTES = 500, LINES_MAX = 64, ROUNDS = 20000 };

struct lines {
    char text[LINES_MAX][128];
    size_t count;
};

static unsigned char contents[2][FILE_BYTES];

static void add(struct lines *lines, const char *begin, const char *rest)
{
    (void)snprintf(lines->text[lines->count++], sizeof lines->text[0], "%s%s", begin, rest);
}

static void add_file(struct lines *lines, const char *name, const unsigned char *bytes, size_t size)
{
    char text[128];

    add(lines, "~file ", name);
    for (size_t at = 0; at < size; at += 48) {
        (void)base64_encode(text, bytes + at, size - at < 48 ? size - at : 48);
        add(lines, "~:", text);
    }
    (void)snprintf(text, sizeof text, "%s %zu %08x", name, size,
                   (unsigned)crc32_add(0, bytes, size));
    add(lines, "~end ", text);
}

/* Two files with different bytes. */
static struct lines printed_trace(void)
{
    struct lines lines = { .count = 0 };

    for (size_t i = 0; i < FILE_BYTES; i++) {
        contents[0][i] = (unsigned char)(i * 7);
        contents[1][i] = (unsigned char)(i * i + 3);
    }
    add(&lines, "~trace 1", "");
    add_file(&lines, "metadata", contents[0], FILE_BYTES);
    add_file(&lines, "stream_0", contents[1], FILE_BYTES - 1);
    add(&lines, "~done 2", "");
    return lines;
}

static bool is_as_sent(const struct capture *capture)
{
    const struct capture_file *files = capture->files;

    return capture->count == 2 && strcmp(files[0].name, "metadata") == 0
           && strcmp(files[1].name, "stream_0") == 0 && files[0].bytes.count == FILE_BYTES
           && files[1].bytes.count == FILE_BYTES - 1
           && memcmp(files[0].bytes.items, contents[0], FILE_BYTES) == 0
           && memcmp(files[1].bytes.items, contents[1], FILE_BYTES - 1) == 0;
}

static void take_all(struct capture *capture, const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        (void)capture_take(capture, lines->text[i], strlen(lines->text[i]));
    }
}

static enum capture_state state_after(const struct lines *lines)
{
    struct capture capture;

    capture_init(&capture);
    take_all(&capture, lines);

    enum capture_state state = capture.state;

    if (state == CAPTURE_WHOLE) {
        CHECK(is_as_sent(&capture));
    } else if (state == CAPTURE_DAMAGED || state == CAPTURE_SPOILT) {
        CHECK(capture.problem.text[0] != '\0');
    }
    capture_free(&capture);
    return state;
}

TEST(capture_takes_what_was_sent)
{
    struct lines lines = printed_trace();
    struct capture capture;

    CHECK_EQUAL(state_after(&lines), CAPTURE_WHOLE);
    /* Twice, and with other lines between: the second counts. */
    capture_init(&capture);
    CHECK(!capture_take(&capture, "~:AAAA", 6));
    CHECK(!capture_take(&capture, "~done 0", 7));
    take_all(&capture, &lines);
    CHECK(capture.state == CAPTURE_WHOLE && is_as_sent(&capture));
    CHECK(!capture_take(&capture, "~:AAAA", 6));
    CHECK(capture_take(&capture, "~trace 1", 8));
    CHECK_EQUAL(capture.state, CAPTURE_BEGUN);
    CHECK(!capture_take(&capture, "takt> ", 6));
    CHECK(!capture_take(&capture, "", 0));
    take_all(&capture, &lines);
    CHECK(capture.state == CAPTURE_WHOLE && is_as_sent(&capture));
    capture_free(&capture);
}

static void damage(struct lines *lines, struct dice *dice)
{
    char *line = lines->text[dice_below(dice, (uint32_t)lines->count)];
    char *other = lines->text[dice_below(dice, (uint32_t)lines->count)];
    char kept[sizeof lines->text[0]];

    switch (dice_below(dice, 5)) {
    case 0: /* a character is another */
        line[dice_below(dice, (uint32_t)strlen(line) + 1)] = (char)dice_below(dice, 256);
        break;
    case 1: /* a line is lost */
        line[0] = '\0';
        break;
    case 2: /* a line comes twice, in place of another */
        memcpy(other, line, sizeof kept);
        break;
    case 3: /* the order is another */
        memcpy(kept, other, sizeof kept);
        memcpy(other, line, sizeof kept);
        memcpy(line, kept, sizeof kept);
        break;
    default: /* the rest of a line is lost */
        line[dice_below(dice, (uint32_t)strlen(line) + 1)] = '\0';
        break;
    }
}

TEST(capture_is_never_wrong)
{
    const struct lines sent = printed_trace();
    struct dice dice = dice_seeded(4711);
    unsigned whole = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        struct lines lines = sent;

        for (unsigned i = dice_below(&dice, 3); i < 3; i++) {
            damage(&lines, &dice);
        }
        whole += state_after(&lines) == CAPTURE_WHOLE;
    }
    CHECK(whole > 0 && whole < ROUNDS / 10); /* a change can undo itself; most do not */
}

/* Sum and length stand for the bytes, whatever a line is called. */
TEST(capture_trusts_no_name)
{
    static const char *const names[] = {
        "..",       ".",
        "../x",     "/x",
        "x/y",      "",
        " ",        ".x",
        "-x",       "a b",
        "a\tb",     "x\x1b",
        "\xC3\xA4", "0123456789012345678901234567890123456789012345678901234567890123",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct lines lines = { .count = 0 };

        add(&lines, "~trace 1", "");
        add_file(&lines, names[i], (const unsigned char *)"123", 3);
        add(&lines, "~done 1", "");
        if (!CHECK_EQUAL(state_after(&lines), CAPTURE_SPOILT)) {
            harness_print(names[i]);
        }
    }
}

TEST(capture_has_limits)
{
    struct lines lines = { .count = 0 };
    char name[8];

    add(&lines, "~trace 1", "");
    for (unsigned i = 0; i <= CAPTURE_FILES_MAX; i++) {
        (void)snprintf(name, sizeof name, "f%u", i);
        add_file(&lines, name, (const unsigned char *)"", 0);
    }
    CHECK_EQUAL(state_after(&lines), CAPTURE_DAMAGED);
    lines = printed_trace();
    (void)snprintf(lines.text[2], sizeof lines.text[2], "~:%0*d", CAPTURE_LINE_MAX, 0);
    CHECK_EQUAL(state_after(&lines), CAPTURE_SPOILT);
}

/* 64 MB and a byte more. */
TEST(capture_ends_at_64_mb)
{
    static const char line[] =
        "~:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    struct capture capture;
    size_t lines = 0;

    capture_init(&capture);
    CHECK(capture_take(&capture, "~trace 1", 8));
    CHECK(capture_take(&capture, "~file f", 7));
    while (capture.state == CAPTURE_BEGUN && lines <= CAPTURE_BYTES_MAX / 48) {
        CHECK(capture_take(&capture, line, 2 + 64));
        lines++;
    }
    CHECK_EQUAL(capture.state, CAPTURE_DAMAGED);
    CHECK_EQUAL(lines, CAPTURE_BYTES_MAX / 48 + 1);
    capture_free(&capture);
}
