/* overflows.h - overflows that any compiler makes, for every port. */
#pragma once

/* Go down to the end of the stack in small frames, return, and then: let others run, be preempted,
 * end, which is when the canary is looked at. */
void pass_and_yield(void);
void pass_and_be_preempted(void);
void pass_and_end(void);

/* Stop short of it: nothing may happen. */
void stay_and_end(void);

/* The same on whatever stack this is called on. */
void descend_to_zero(void);
