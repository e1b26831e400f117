/* board_here.h - ARM MPS2 with the AN500 image: Cortex-M7 at 25 MHz. Also QEMU's mps2-an500. */
#pragma once

#include "mps2.h"

#define BOARD_NAME "mps2_an500"
