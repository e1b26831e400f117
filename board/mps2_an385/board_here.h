/* board_here.h - ARM MPS2 with the AN385 image: Cortex-M3 at 25 MHz. Also QEMU's mps2-an385. */
#pragma once

#include "mps2.h"

#define BOARD_NAME "mps2_an385"
