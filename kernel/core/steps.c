/* steps.c - calls of several lock windows that must not stop half-way. */
#include "steps.h"

#include "entry.h"

bool steps_advance(struct takt_thread *thread)
{
    if (thread->step == NULL) {
        return false;
    }
    if (!thread->step(thread->step_object)) {
        thread->step = NULL;
    }
    return true;
}

static void let_others_in(void)
{
    kernel_leave();
    port_relax();
    kernel_enter();
}

/* Others may have taken the last steps meanwhile. Nobody ends an interrupt: it needs no name. */
void steps_run(bool (*step)(void *object), void *object)
{
    struct takt_thread *self = cpu_here()->current;

    if (port_in_isr()) {
        while (step(object)) {
            let_others_in();
        }
        return;
    }
    self->step = step;
    self->step_object = object;
    while (steps_advance(self) && self->step != NULL) {
        let_others_in();
    }
}
