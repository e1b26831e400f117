# What ARM's MPS2 boards have in common; the board's own file adds the processor.
set(TAKT_PORT armv7m)
set(TAKT_CLOCK_HZ 25000000)
set(TAKT_BOARD_FAMILY board/mps2)
set(TAKT_LINKER_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/board.ld)
set(TAKT_BOARD_DEFINITIONS TAKT_STACK_GUARD=128)
