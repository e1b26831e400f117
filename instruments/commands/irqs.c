/* irqs.c - `irqs`: how often each interrupt came. */
#include "shell.h"

static int run_irqs(unsigned count, char **words)
{
    (void)count;
    if (!shell_alone(words)) {
        return SHELL_ERROR;
    }
    shell_print("source       cpu 0\n%-6s %11u\n", "clock", (unsigned)takt_clock_taken());
    for (unsigned irq = 0; irq < takt_irq_count(); irq++) {
        uint32_t taken = takt_irq_taken(irq);

        if (taken > 0) {
            shell_print("irq %-2u %11u\n", irq, (unsigned)taken);
        }
    }
    return SHELL_FINE;
}

SHELL_COMMAND(irqs, "", "interrupts: how often each came since start", run_irqs)
