/* signals.c - the host: what the kernel knows when the process is about to die of a signal.
 *
 * One line, on a stack of its own since the thread's may be what is wrong; then the signal does
 * what it would have done: a core dump, or the sanitizer's report.
 */
#define _XOPEN_SOURCE 700
#include "signals.h"

#include "port.h"
#include "upcalls.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIGNALS = 4, STACK_BYTES = 256 * 1024 };

static const struct {
    int number;
    const char *name;
} signals[SIGNALS] = {
    { SIGSEGV, "memory fault" },
    { SIGBUS, "bus fault" },
    { SIGILL, "undefined instruction" },
    { SIGFPE, "arithmetic fault" },
};

static struct sigaction before[SIGNALS];

static void report(int number, siginfo_t *information, void *unused)
{
    const char *interrupt = port_in_isr() ? "an interrupt of " : "";
    char text[160];
    int length = 0;

    (void)unused;
    for (unsigned i = 0; i < SIGNALS; i++) {
        if (signals[i].number == number) {
            (void)sigaction(number, &before[i], NULL);
            length = snprintf(text, sizeof text, "takt: %s at 0x%llx in %sthread %s\n",
                              signals[i].name, (unsigned long long)(uintptr_t)information->si_addr,
                              interrupt, fault_thread(0).name);
        }
    }
    (void)!write(STDERR_FILENO, text, (size_t)length);
}

void signals_init(void)
{
    static unsigned char memory[STACK_BYTES];
    const stack_t stack = { .ss_sp = memory, .ss_size = sizeof memory };
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK };

    action.sa_sigaction = report;
    (void)sigaltstack(&stack, NULL);
    for (unsigned i = 0; i < SIGNALS; i++) {
        (void)sigaction(signals[i].number, &action, &before[i]);
    }
}
