/* interruption.h - signals that end a run, as something that can be waited for. */
#pragma once

/* From now on the signals that ask a process to end do not. Returns a descriptor that can be read
 * when one has come, or -1. */
int interruption_begin(void);

/* The signal that came; 0: none yet. */
int interruption_came(void);

/* Die of the signal, as if it had never been caught. */
void interruption_obey(int number);
