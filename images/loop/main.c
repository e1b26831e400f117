/* main.c - a control loop, and a shell to ask how late a thread beside it would be. */
#include "control.h"
#include "shell.h"
#include "takt/takt.h"

enum { SHELL_PRIORITY = 1 };

void takt_main(void)
{
    takt_print(takt_image_name);
    takt_print(" on ");
    takt_print(takt_board_name);
    takt_print("\r\n");
    control_start();
    shell_start(SHELL_PRIORITY);
}
