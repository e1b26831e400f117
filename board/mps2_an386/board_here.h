/* board_here.h - ARM MPS2 with the AN386 image: Cortex-M4 at 25 MHz. Also QEMU's mps2-an386. */
#pragma once

#include "mps2.h"

#define BOARD_NAME "mps2_an386"
