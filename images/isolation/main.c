/* main.c - a CPU that works and a CPU that should be quiet; the shell's `isolation` compares. */
#include "shell.h"
#include "work.h"

enum { SHELL_PRIORITY = 1 };

void takt_main(void)
{
    work_start();
    shell_start(SHELL_PRIORITY);
}
