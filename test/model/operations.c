/* operations.c - the table of kinds, and what can be asked about it. */
#include "operation.h"

#include "model_kinds.h"
#include "port.h"

#include <string.h>

const struct model_kind *const model_kinds[] = {
    &model_threads,  &model_time,  &model_mutexes, &model_conditions, &model_semaphores,
    &model_channels, &model_flags, &model_queues,  &model_pools,      &model_timers,
};
const int model_kind_count = sizeof model_kinds / sizeof model_kinds[0];

const struct operation *operation_at(int number)
{
    for (int i = 0; i < model_kind_count; i++) {
        if (number < model_kinds[i]->count) {
            return &model_kinds[i]->operations[number];
        }
        number -= model_kinds[i]->count;
    }
    return NULL;
}

const struct operation *operation_of(const struct step *step)
{
    return operation_at(step->operation);
}

int operation_named(const char *name)
{
    for (int i = 0; operation_at(i) != NULL; i++) {
        if (strcmp(operation_at(i)->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool is_of_kind(const struct operation *operation, const struct model_kind *kind)
{
    return operation >= kind->operations && operation < kind->operations + kind->count;
}

bool operation_in_progress(const struct model_kind *kind, int object)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        const struct step *step = thread_in_world(i)->step;

        if (step != NULL && step->object == object && is_of_kind(operation_of(step), kind)) {
            return true;
        }
    }
    return false;
}

takt_time limit_now(int thread)
{
    takt_time deadline = thread_in_world(thread)->deadline;

    if (deadline == TAKT_NO_WAIT || deadline == TAKT_FOREVER) {
        return deadline;
    }
    return deadline - port_clock_now();
}
