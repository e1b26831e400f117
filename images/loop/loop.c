/* loop.c - `loop`: how the control loop fares. */
#include "control.h"
#include "shell.h"

static int run_loop(unsigned count, char **words)
{
    const struct control_counts counts = control_counts();

    (void)count;
    if (!shell_alone(words)) {
        return SHELL_ERROR;
    }
    shell_print("%u samples, %u lost; %u outputs, %u late, worst %u us; %u plans\n",
                (unsigned)counts.samples, (unsigned)counts.lost, (unsigned)counts.outputs,
                (unsigned)counts.late, (unsigned)counts.worst_us, (unsigned)counts.plans);
    return counts.lost + counts.late > 0 ? SHELL_FINDING : SHELL_FINE;
}

SHELL_COMMAND(loop, "", "how the control loop fares; status 1: samples were lost or outputs late",
              run_loop)
