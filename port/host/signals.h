/* signals.h - what is said when the process is about to die of a signal. */
#pragma once

void signals_init(void);
