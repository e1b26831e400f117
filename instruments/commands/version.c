/* version.c - `version`: what this image is made of. */
#include "shell.h"

static const char optimized[] =
#ifdef __OPTIMIZE_SIZE__
    "-Os";
#elif defined(__OPTIMIZE__)
    "optimized for speed";
#else
    "not optimized";
#endif

static int run_version(unsigned count, char **words)
{
    (void)count;
    if (!shell_alone(words)) {
        return SHELL_ERROR;
    }
    shell_print("Takt %s, image %s on %s\n", TAKT_VERSION, takt_image_name, takt_board_name);
    shell_print("clock: %u Hz, %s\n", (unsigned)TAKT_CLOCK_HZ, takt_clock_note);
    shell_print("kernel: TAKT_CHECK=%d TAKT_TRACE=%d TAKT_CPUS=%d TAKT_TICK_HZ=%d "
                "TAKT_STATISTICS=%d TAKT_ROUND_ROBIN=%d TAKT_STACK_GUARD=%d\n",
                TAKT_CHECK, TAKT_TRACE, TAKT_CPUS, TAKT_TICK_HZ, TAKT_STATISTICS, TAKT_ROUND_ROBIN,
                TAKT_STACK_GUARD);
    shell_print("compiler: %s, %s\n", __VERSION__, optimized);
    return SHELL_FINE;
}

SHELL_COMMAND(version, "", "kernel, image, board, configuration, compiler", run_version)
