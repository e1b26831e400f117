/* version.c - `version`: what this image is made of. */
#include "shell.h"

/* Of the tree that this was built from; cmake/commit.cmake. */
extern const char takt_commit[];

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static int run_version(unsigned count, char **words)
{
    (void)count;
    if (!shell_alone(words)) {
        return SHELL_ERROR;
    }
    shell_print("Takt %s, commit %s, image %s on %s\n", TAKT_VERSION, takt_commit, takt_image_name,
                takt_board_name);
    shell_print("clock: %u Hz, %s\n", (unsigned)TAKT_CLOCK_HZ, takt_clock_note);
    shell_print("kernel: TAKT_CHECK=%d TAKT_TRACE=%d TAKT_CPUS=%d TAKT_TICK_HZ=%d "
                "TAKT_STATISTICS=%d TAKT_ROUND_ROBIN=%d TAKT_STACK_GUARD=%d\n",
                TAKT_CHECK, TAKT_TRACE, TAKT_CPUS, TAKT_TICK_HZ, TAKT_STATISTICS, TAKT_ROUND_ROBIN,
                TAKT_STACK_GUARD);
    shell_print("compiler: %s, %s\n", COMPILER, TAKT_OPTIMIZATION);
    return SHELL_FINE;
}

SHELL_COMMAND(version, "", "kernel, commit, image, board, configuration, compiler", run_version)
