/* main.c - the shell, and nothing else that runs. */
#include "shell.h"

enum { SHELL_PRIORITY = 1 };

void takt_main(void)
{
    shell_start(SHELL_PRIORITY);
}
