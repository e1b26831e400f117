/* measure.c - the longest time for which interrupts were masked. */
#include "measure.h"

struct measure measure;

void measure_switch_begin(void)
{
    measure_begin();
}

void measure_switch_end(uintptr_t where)
{
    measure_end(where);
}
