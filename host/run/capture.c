/* capture.c - takes a trace that the shell prints out of what a board says.
 *
 * instruments/commands/trace_print.c tells the form of the lines. After damage the rest is still
 * taken, and not shown, up to the line that ends it or begins anew.
 */
#include "capture.h"

#include "base64.h"
#include "crc32.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for lists of several sizes while they grow. */
enum { MEMORY_BYTES = CAPTURE_BYTES_MAX / 2 * 5 };

static void forget(struct capture *capture)
{
    for (size_t i = 0; i < capture->count; i++) {
        array_free(&capture->files[i].bytes);
    }
    capture->count = 0;
    capture->in_file = false;
}

void capture_init(struct capture *capture)
{
    memset(capture, 0, sizeof *capture);
    arena_init(&capture->arena, MEMORY_BYTES);
}

void capture_free(struct capture *capture)
{
    forget(capture);
    arena_free(&capture->arena);
}

static struct capture_file *file_now(struct capture *capture)
{
    return &capture->files[capture->count - 1];
}

static void damaged(struct capture *capture, const char *what)
{
    const char *name = capture->count > 0 ? file_now(capture)->name : "the trace";

    capture->state = CAPTURE_DAMAGED;
    (void)error_set(&capture->problem, "%s was damaged on its way: %s", name, what);
}

/* Letters, digits, `_` and, not at the beginning, `.` and `-`: no way to another directory. */
static bool is_plain(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    size_t length = strlen(name);

    return length > 0 && length <= CAPTURE_NAME_MAX && strchr(letters, name[0]) != NULL
           && strspn(name, "-."
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
                  == length;
}

static bool is_known(const struct capture *capture, const char *name)
{
    for (size_t i = 0; i < capture->count; i++) {
        if (strcmp(capture->files[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void begin_file(struct capture *capture, const char *name)
{
    if (capture->in_file || !is_plain(name) || is_known(capture, name)
        || capture->count == CAPTURE_FILES_MAX) {
        damaged(capture, "a file begins that cannot");
        return;
    }
    struct capture_file *file = &capture->files[capture->count++];

    memset(file, 0, sizeof *file);
    (void)snprintf(file->name, sizeof file->name, "%s", name);
    array_init(&file->bytes, 1, &capture->arena);
    capture->in_file = true;
}

static void add_bytes(struct capture *capture, const char *text)
{
    unsigned char bytes[CAPTURE_LINE_MAX];
    size_t count;
    size_t all = 0;

    if (!capture->in_file || !base64_decode(bytes, &count, text, strlen(text))) {
        damaged(capture, "a line is none of its own");
        return;
    }
    for (size_t i = 0; i < capture->count; i++) {
        all += capture->files[i].bytes.count;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned char *byte =
            all + count <= CAPTURE_BYTES_MAX ? array_add(&file_now(capture)->bytes) : NULL;

        if (byte == NULL) {
            damaged(capture, "it is longer than 64 MB");
            return;
        }
        *byte = bytes[i];
    }
}

static void end_file(struct capture *capture, const char *words)
{
    char expected[CAPTURE_NAME_MAX + 32];

    if (!capture->in_file) {
        damaged(capture, "a file ends that has not begun");
        return;
    }
    const struct capture_file *file = file_now(capture);
    const struct array *bytes = &file->bytes;

    (void)snprintf(expected, sizeof expected, "%s %zu %08" PRIx32, file->name, bytes->count,
                   crc32_add(0, bytes->items != NULL ? bytes->items : "", bytes->count));
    if (strcmp(words, expected) != 0) {
        damaged(capture, "its name, length or check sum is not what was sent");
        return;
    }
    capture->in_file = false;
}

static void finish(struct capture *capture, const char *words)
{
    char expected[32];

    (void)snprintf(expected, sizeof expected, "%zu", capture->count);
    if (capture->in_file || capture->count == 0 || strcmp(words, expected) != 0) {
        damaged(capture, "not all files have come");
        return;
    }
    capture->state = CAPTURE_WHOLE;
}

static const char *behind(const char *line, const char *begin)
{
    size_t length = strlen(begin);

    return strncmp(line, begin, length) == 0 ? line + length : NULL;
}

static void take_inner(struct capture *capture, const char *line)
{
    const char *rest;

    if ((rest = behind(line, "~:")) != NULL) {
        add_bytes(capture, rest);
    } else if ((rest = behind(line, "~file ")) != NULL) {
        begin_file(capture, rest);
    } else if ((rest = behind(line, "~end ")) != NULL) {
        end_file(capture, rest);
    } else if ((rest = behind(line, "~done ")) != NULL) {
        finish(capture, rest);
    } else {
        damaged(capture, "a line is none of its own");
    }
}

bool capture_take(struct capture *capture, const char *line, size_t length)
{
    char text[CAPTURE_LINE_MAX + 1];
    bool open = capture->state == CAPTURE_BEGUN || capture->state == CAPTURE_DAMAGED;

    if (length == 0 || line[0] != '~') {
        return false;
    }
    (void)snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : 0), line);
    if (strcmp(text, "~trace 1") == 0) {
        forget(capture);
        capture->state = CAPTURE_BEGUN;
        return true;
    }
    if (!open) {
        return false;
    }
    if (capture->state == CAPTURE_BEGUN) {
        take_inner(capture, text);
    }
    if (capture->state == CAPTURE_DAMAGED && behind(text, "~done") != NULL) {
        capture->state = CAPTURE_SPOILT;
    }
    return true;
}
