/* keyboard.h - the user's terminal, each key of which goes to the image. */
#pragma once

#include <stdbool.h>

/* The key that leaves: Ctrl-]. */
enum { KEYBOARD_ESCAPE = 0x1D };

bool keyboard_is_terminal(int keys);

/* Keys come one by one, unseen, and none of them is a signal. */
void keyboard_take(int keys);

/* As it was before; nothing, if it was not taken. */
void keyboard_give_back(void);
