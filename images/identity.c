/* identity.c - compiled into every image: what it is and what it runs on. */
#include "board.h"
#include "takt/takt.h"

const char takt_image_name[] = TAKT_IMAGE_NAME;
const char takt_board_name[] = BOARD_NAME;
const char takt_clock_note[] = BOARD_CLOCK_NOTE;
