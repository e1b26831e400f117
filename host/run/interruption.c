/* interruption.c - signals that end a run: the handler writes into a pipe, the run looks at it. */
#include "interruption.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static volatile sig_atomic_t came;

static void note(int number)
{
    came = number;
    (void)!write(ends[1], "", 1);
}

int interruption_begin(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    struct sigaction action = { .sa_handler = note };

    if (pipe(ends) != 0) {
        return -1;
    }
    for (size_t i = 0; i < 2; i++) {
        (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        (void)fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction before;

        /* What was told to go on, as by nohup, does. */
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(signals[i], &action, NULL);
        }
    }
    return ends[0];
}

int interruption_came(void)
{
    return came;
}

void interruption_obey(int number)
{
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}
