/* irq.h - where the interrupts of devices come. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* True if one comes to that CPU. Lock held. */
bool irq_comes_to(unsigned cpu);

/* With one CPU: how often devices have interrupted it. */
uint32_t irq_taken_by_one(void);
