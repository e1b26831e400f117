/* main.c - the inversion image: run the workload, tell what came of it, leave trace and log.
 *
 *     inversion fixed|inherit [PERIODS [DIRECTORY [LOG [newest [KB]]]]]
 *
 * DIRECTORY must exist and gets the trace; LOG gets the programs' own account. Without them
 * nothing is traced. `newest` keeps the newest records when the memory, of which KB kilobytes are
 * used (16 to 512; without it all), is full. Exit status: 0 all done, 2 wrong arguments or a file
 * that could not be written.
 */
#include "log.h"
#include "text.h"
#include "tracer.h"
#include "workload.h"

#include <string.h>

enum { STATUS_ERROR = 2, PATH_BYTES = 128, MAIN_PRIORITY = 1 };
enum { TRACE_BYTES = 512 * 1024, TRACE_BYTES_MIN = 16 * 1024 };
enum { MAIN_STACK_BYTES = 4096, PERIODS_DEFAULT = 20 };

struct options {
    unsigned channel_flags;
    unsigned periods;
    char directory[PATH_BYTES]; /* empty: no trace */
    char log[PATH_BYTES];       /* empty: no log */
    enum tracer_mode mode;
    unsigned trace_bytes;
};

static struct takt_thread main_thread;
static TAKT_STACK(main_stack, MAIN_STACK_BYTES);
static _Alignas(8) unsigned char trace_memory[TRACE_BYTES];

_Noreturn static void refuse(const char *text)
{
    takt_print(text);
    takt_halt(STATUS_ERROR);
}

/* A whole number from 1 to `most`, or 0. */
static unsigned number_of(const char *text, unsigned most)
{
    uint32_t number = 0;

    return text_number(text, most, &number) ? number : 0;
}

static void read_mode(struct options *options)
{
    char word[PATH_BYTES] = "";

    (void)takt_argument(1, word, sizeof word);
    if (strcmp(word, "fixed") == 0) {
        options->channel_flags = TAKT_CHANNEL_FIXED_PRIORITY;
    } else if (strcmp(word, "inherit") != 0) {
        refuse("inversion: the first argument must be `fixed` or `inherit`\n");
    }
}

static void read_memory(struct options *options)
{
    char word[PATH_BYTES];

    if (takt_argument(5, word, sizeof word) < 0) {
        return;
    }
    if (strcmp(word, "newest") != 0) {
        refuse("inversion: the fifth argument can only be `newest`\n");
    }
    options->mode = TRACER_KEEP_NEWEST;
    if (takt_argument(6, word, sizeof word) >= 0) {
        options->trace_bytes = number_of(word, TRACE_BYTES / 1024) * 1024;
    }
    if (options->trace_bytes < TRACE_BYTES_MIN) {
        refuse("inversion: the memory must be 16 to 512 kilobytes\n");
    }
}

static void read_options(struct options *options)
{
    char word[PATH_BYTES];

    read_mode(options);
    options->periods = PERIODS_DEFAULT;
    if (takt_argument(2, word, sizeof word) >= 0) {
        options->periods = number_of(word, PERIODS_MAX);
    }
    if (options->periods == 0) {
        refuse("inversion: the number of periods must be 1 to 200\n");
    }
    (void)takt_argument(3, options->directory, sizeof options->directory);
    (void)takt_argument(4, options->log, sizeof options->log);
    options->trace_bytes = TRACE_BYTES;
    read_memory(options);
}

static void print_result(unsigned periods)
{
    char text[128];
    unsigned missed = 0;
    takt_time slowest = 0;

    for (unsigned period = 0; period < periods; period++) {
        takt_time took = hi.log[period].end - hi.log[period].send;

        missed += took > takt_us(DEADLINE_US);
        slowest = took > slowest ? took : slowest;
    }
    text_format(text, sizeof text,
                "hi: %u of %u requests missed the %u us deadline, slowest %u us\n", missed, periods,
                (unsigned)DEADLINE_US, (unsigned)(takt_to_ns(slowest) / 1000));
    takt_print(text);
}

static void leave_files(const struct options *options)
{
    if (options->directory[0] != '\0' && tracer_save(options->directory) != TAKT_OK) {
        refuse("inversion: the trace could not be written\n");
    }
    if (options->log[0] != '\0' && log_write(options->log, options->periods) != TAKT_OK) {
        refuse("inversion: the log could not be written\n");
    }
}

static void image_main(void *unused)
{
    struct options options = { 0 };

    (void)unused;
    read_options(&options);
    if (options.directory[0] != '\0') {
        (void)tracer_start(trace_memory, options.trace_bytes, options.mode);
    }
    workload_run(options.channel_flags, options.periods);
    tracer_stop();
    print_result(options.periods);
    leave_files(&options);
    takt_halt(0);
}

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "main",
        .priority = MAIN_PRIORITY,
        .entry = image_main,
        .stack = main_stack,
        .stack_bytes = sizeof main_stack,
    };

    (void)takt_thread_create(&main_thread, &options);
}
