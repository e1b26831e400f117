/* lookup.c - questions to the finished model, each answered by a binary search.
 *
 * All the searches are one: the last element of an ordered array whose time is not after the one
 * asked for. Every record that is searched begins with its time.
 */
#include "model.h"

#include <string.h>

/* Number of elements whose time is at or before `time`. */
static size_t count_until(const struct array *array, uint64_t time)
{
    size_t low = 0;
    size_t high = array->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t start;

        memcpy(&start, array_at(array, middle), sizeof(start));
        if (start <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

_Static_assert(offsetof(struct span, start) == 0, "searched by its first field");
_Static_assert(offsetof(struct priority_step, time) == 0, "searched by its first field");
_Static_assert(offsetof(struct work_step, time) == 0, "searched by its first field");
_Static_assert(offsetof(struct occupancy, start) == 0, "searched by its first field");
_Static_assert(offsetof(struct loss, start) == 0, "searched by its first field");

const struct thread *model_thread(const struct model *model, uint32_t index)
{
    return array_at(&model->threads, index);
}

const struct object *model_object(const struct model *model, uint32_t index)
{
    return array_at(&model->objects, index);
}

const struct exchange *model_exchange(const struct model *model, uint32_t index)
{
    return array_at(&model->exchanges, index);
}

uint8_t model_priority(const struct model *model, uint32_t thread, uint64_t time)
{
    const struct array *steps = &model_thread(model, thread)->steps;
    size_t count = count_until(steps, time);
    const struct priority_step *step;

    if (count == 0) {
        return PRIORITY_UNKNOWN;
    }
    step = array_at(steps, count - 1);
    return step->priority;
}

uint32_t model_span_at(const struct model *model, uint32_t thread, uint64_t time)
{
    const struct array *spans = &model_thread(model, thread)->spans;
    size_t count = count_until(spans, time);
    const struct span *span;

    if (count == 0) {
        return NONE;
    }
    span = array_at(spans, count - 1);
    return time < span->end ? (uint32_t)(count - 1) : NONE;
}

uint32_t model_occupancy_at(const struct model *model, unsigned cpu, uint64_t time)
{
    const struct occupancy *occupancy;
    size_t count;

    if (cpu >= model->cpus) {
        return NONE;
    }
    count = count_until(&model->occupancies[cpu], time);
    if (count == 0) {
        return NONE;
    }
    occupancy = array_at(&model->occupancies[cpu], count - 1);
    return time < occupancy->end ? (uint32_t)(count - 1) : NONE;
}

uint32_t model_working_on(const struct model *model, uint32_t server, uint64_t time)
{
    const struct array *work = &model_thread(model, server)->work;
    size_t count = count_until(work, time);
    const struct work_step *step;

    if (count == 0) {
        return NONE;
    }
    step = array_at(work, count - 1);
    return step->exchange;
}

bool model_loss_between(const struct model *model, uint64_t start, uint64_t end)
{
    size_t count = count_until(&model->losses, end);
    const struct loss *loss;

    if (count == 0) {
        return false;
    }
    loss = array_at(&model->losses, count - 1);
    return loss->reach >= start;
}
