/* probe.c - stores in critical sections: what the compiler must neither move out nor merge. */
#include "port.h"

int probe_value;

void probe(void);
void probe_saved(void);
void probe_unordered(void);

void probe(void)
{
    port_irq_mask();
    probe_value = 1;
    port_irq_unmask();
    port_irq_mask();
    probe_value = 2;
    port_irq_unmask();
}

void probe_saved(void)
{
    unsigned state = port_irq_save();

    probe_value = 3;
    port_irq_restore(state);
    state = port_irq_save();
    probe_value = 4;
    port_irq_restore(state);
}

/* For comparison: nothing stands between the two, and one store is left. */
void probe_unordered(void)
{
    probe_value = 5;
    /* cppcheck-suppress redundantAssignment ; that is what it is for */
    probe_value = 6;
}
