/* main.c - a control loop, and a shell to ask how late a thread beside it would be. */
#include "control.h"
#include "shell.h"

enum { SHELL_PRIORITY = 1 };

void takt_main(void)
{
    control_start();
    shell_start(SHELL_PRIORITY);
}
