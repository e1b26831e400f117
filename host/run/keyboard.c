/* keyboard.c - the user's terminal, each key of which goes to the image. Output stays as it is: the
 * terminal adds what lines need. */
#include "keyboard.h"

#include <termios.h>
#include <unistd.h>

static struct termios before;
static int taken = -1;

bool keyboard_is_terminal(int keys)
{
    return isatty(keys) == 1;
}

void keyboard_take(int keys)
{
    struct termios settings;

    if (tcgetattr(keys, &before) != 0) {
        return;
    }
    settings = before;
    settings.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (tcsetattr(keys, TCSADRAIN, &settings) == 0) {
        taken = keys;
    }
}

void keyboard_give_back(void)
{
    if (taken >= 0) {
        (void)tcsetattr(taken, TCSADRAIN, &before);
        taken = -1;
    }
}
