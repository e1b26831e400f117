/* overflows.h - overflows that any compiler makes, for every port. */
#pragma once

/* Go down in small frames, on whatever stack this is called on, without end. */
void descend_to_zero(void);
