/* main.c - the shell, and nothing else that runs. */
#include "shell.h"

enum { SHELL_PRIORITY = 1 };

void takt_main(void)
{
    takt_print(takt_image_name);
    takt_print(" on ");
    takt_print(takt_board_name);
    takt_print("\r\n");
    shell_start(SHELL_PRIORITY);
}
