/* irq.h - where the interrupts of devices come. */
#pragma once

#include <stdbool.h>

/* True if one comes to that CPU. Lock held. */
bool irq_comes_to(unsigned cpu);
