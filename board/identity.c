/* identity.c - compiled into every board's library: its name, and what its times mean. */
#include "board.h"

extern const char takt_board_name[];
extern const char takt_clock_note[];
extern const bool takt_cpus_take_turns;

const char takt_board_name[] = BOARD_NAME;
const char takt_clock_note[] = BOARD_CLOCK_NOTE;
const bool takt_cpus_take_turns = BOARD_TAKES_TURNS;
