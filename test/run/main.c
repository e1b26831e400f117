/* main.c - the image `mumble`: it does what its first word says, as images should not. */
#include "takt/takt.h"

#include <stddef.h>

enum { WORD_BYTES = 32, FLOOD_LINES = 20000, LONG_LINE = 5000, STATUS_ASKED = 7 };

static struct takt_thread thread;
static TAKT_STACK(stack, 1024);

static void end_well(void)
{
    takt_halt(0);
}

static void end_otherwise(void)
{
    takt_halt(STATUS_ASKED);
}

static void never_end(void)
{
    takt_print("begun\n");
    for (;;) {
        (void)takt_sleep(takt_ms(1000));
    }
}

static void flood(void)
{
    for (unsigned i = 0; i < FLOOD_LINES; i++) {
        takt_print("what nobody wants to know, again and again\n");
    }
    takt_halt(0);
}

static void print_byte(unsigned value)
{
    const char text[] = { (char)value, '\0' };

    takt_print(text);
}

/* All bytes but NUL, a line that is too long, tildes that are no trace, and a prompt. */
static void print_garbage(void)
{
    for (unsigned value = 1; value < 256; value++) {
        print_byte(value);
    }
    takt_print("\n~:AAAA\n~file ../x\n~\n");
    for (unsigned i = 0; i < LONG_LINE; i++) {
        takt_print("~");
    }
    takt_print("\ntakt> \x1b[2J\ntakt> takt> \nend of it\n");
    takt_halt(0);
}

static void crash(void)
{
    takt_print("begun\n");
    __builtin_trap();
}

#define TRACE_BEGIN "shown before\n~trace 1\n~file stream_0\n"
#define TRACE_END   "~done 1\nshown after\n"

static void print_trace(void)
{
    takt_print(TRACE_BEGIN "~:MTIzNDU2Nzg5\nshown between\n~end stream_0 9 cbf43926\n" TRACE_END);
    takt_halt(0);
}

/* One digit has changed on its way. */
static void print_damaged(void)
{
    takt_print(TRACE_BEGIN "~:MTIzNDU2Nzg4\n~end stream_0 9 cbf43926\n" TRACE_END);
    takt_halt(0);
}

static void print_unfinished(void)
{
    takt_print(TRACE_BEGIN "~:MTIzNDU2Nzg5\n~end stream_0 9 cbf43926\n");
    takt_halt(0);
}

static void print_escape(void)
{
    takt_print(
        "~trace 1\n~file ../escaped\n~:MTIzNDU2Nzg5\n~end ../escaped 9 cbf43926\n" TRACE_END);
    takt_halt(0);
}

static const struct {
    const char *word;
    void (*run)(void);
} answers[] = {
    { "well", end_well },         { "otherwise", end_otherwise },
    { "never", never_end },       { "flood", flood },
    { "garbage", print_garbage }, { "crash", crash },
    { "trace", print_trace },     { "damaged", print_damaged },
    { "escape", print_escape },   { "unfinished", print_unfinished },
};

static bool same(const char *left, const char *right)
{
    while (*left != '\0' && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

static void mumble(void *unused)
{
    char word[WORD_BYTES];

    (void)unused;
    (void)takt_argument(1, word, sizeof word);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        if (same(word, answers[i].word)) {
            answers[i].run();
        }
    }
    takt_print("no such word\n");
    takt_halt(1);
}

void takt_main(void)
{
    const struct takt_thread_options options = { .name = "mumble",
                                                 .priority = 1,
                                                 .entry = mumble,
                                                 .stack = stack,
                                                 .stack_bytes = sizeof stack };

    (void)takt_thread_create(&thread, &options);
}
