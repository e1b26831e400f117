/* main.c - the image that makes traces for readers to be tried on.
 *
 *     traces MODE DIRECTORY [DIRECTORY]
 *
 * Exit status: 0 done; 2 wrong arguments, or a file that could not be written.
 */
#include "harness.h"
#include "modes.h"
#include "takt/takt.h"
#include "tracer.h"

#include <string.h>

enum { STATUS_ERROR = 2, STACK_BYTES = 4096, PRIORITY = 20, WORD_BYTES = 100 };

_Alignas(8) unsigned char mode_memory[MODE_MEMORY_BYTES];

static struct takt_thread control;
static TAKT_STACK(control_stack, STACK_BYTES);

static const struct {
    const char *name;
    void (*run)(const char *directory);
} modes[] = {
    { "events", mode_events },         { "stop", mode_marks_stop }, { "newest", mode_marks_newest },
    { "middle", mode_middle },         { "random", mode_random },   { "script", mode_script },
    { "containers", mode_containers },
};

void harness_print(const char *text)
{
    takt_print(text);
}

_Noreturn static void refuse(const char *text)
{
    takt_print(text);
    takt_halt(STATUS_ERROR);
}

void mode_save(const char *directory)
{
    if (tracer_save(directory) != TAKT_OK) {
        refuse("traces: the trace could not be written\n");
    }
}

static void run(void *unused)
{
    char mode[WORD_BYTES] = "";
    char directory[WORD_BYTES] = "";
    char second[WORD_BYTES] = "";

    (void)unused;
    (void)takt_argument(1, mode, sizeof mode);
    (void)takt_argument(2, directory, sizeof directory);
    (void)takt_argument(3, second, sizeof second);
    if (strcmp(mode, "sessions") == 0) {
        mode_sessions(directory, second);
        takt_halt(0);
    }
    for (unsigned i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (strcmp(mode, modes[i].name) == 0) {
            modes[i].run(directory);
            takt_halt(0);
        }
    }
    refuse("traces: there is no such mode\n");
}

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "control",
        .priority = PRIORITY,
        .entry = run,
        .stack = control_stack,
        .stack_bytes = sizeof control_stack,
    };

    (void)takt_thread_create(&control, &options);
}
