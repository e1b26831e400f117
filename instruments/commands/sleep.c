/* sleep.c - `sleep`: lets time pass, for what was begun and goes on. */
#include "shell.h"
#include "text.h"

enum { SLEEP_MAX_MS = 3600000 };

static int run_sleep(unsigned count, char **words)
{
    uint32_t ms = 0;

    if (count != 2 || !text_number(words[1], SLEEP_MAX_MS, &ms)) {
        return shell_fail(words, "takes milliseconds from 0 to %u, not \"%s\"",
                          (unsigned)SLEEP_MAX_MS, count < 2 ? "" : words[count - 1]);
    }
    (void)takt_sleep(takt_ms(ms));
    return SHELL_FINE;
}

SHELL_COMMAND(sleep, "MILLISECONDS", "let time pass", run_sleep)
