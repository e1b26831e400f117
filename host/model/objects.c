/* objects.c - channels, mutexes and all others, and who holds which mutex.
 *
 * Objects are identified as threads are: an id is an object from its creation, or first mention,
 * to its end. A mention as another kind of thing than before means that the id was given again.
 */
#include "build.h"

static struct object *object_at(const struct model *model, uint32_t index)
{
    return array_at(&model->objects, index);
}

static struct object_track *track_at(const struct model *model, uint32_t index)
{
    return array_at(&model->builder->objects, index);
}

static bool object_add(struct model *model, uint32_t id, enum object_kind kind, uint64_t time,
                       uint32_t *index)
{
    struct object *object = array_add(&model->objects);
    struct object_track *track = array_add(&model->builder->objects);

    if (object == NULL || track == NULL || model->objects.count >= NONE) {
        return false;
    }
    *index = (uint32_t)(model->objects.count - 1);
    object->kind = (uint8_t)kind;
    object->source_id = id;
    object->first = time;
    object->last = time;
    track->hold = NONE;
    track->losses = (uint32_t)model->losses.count;
    return map_set(&model->builder->object_ids, id, *index);
}

static uint32_t object_known(const struct model *model, uint32_t id)
{
    uint32_t index = map_get(&model->builder->object_ids, id);

    return index == MAP_MISSING || track_at(model, index)->gone ? NONE : index;
}

bool build_object_find(struct model *model, uint32_t id, enum object_kind kind, uint64_t time,
                       uint32_t *index)
{
    struct object *object;

    *index = object_known(model, id);
    if (*index == NONE || object_at(model, *index)->kind != kind) {
        return object_add(model, id, kind, time, index);
    }
    object = object_at(model, *index);
    object->last = time > object->last ? time : object->last;
    build_object_losses(model, *index);
    return true;
}

bool build_object(struct model *model, const struct event *event)
{
    uint32_t index = object_known(model, event->object);
    struct object *object;

    if (event->detail >= OBJECT_KIND_COUNT) {
        return true;
    }
    if ((index == NONE || object_at(model, index)->kind != event->detail
         || !model->builder->in_snapshot)
        && !object_add(model, event->object, (enum object_kind)event->detail, event->time,
                       &index)) {
        return false;
    }
    object = object_at(model, index);
    object->flags = event->a;
    object->flags_known = true;
    return true;
}

bool build_object_name(struct model *model, const struct event *event)
{
    uint32_t index = object_known(model, event->object);

    if (index != NONE && event->text != NULL) {
        object_at(model, index)->name = event->text;
    }
    return true;
}

static void hold_end(struct model *model, uint32_t mutex, uint64_t time)
{
    struct object_track *track = track_at(model, mutex);

    if (track->hold != NONE) {
        struct lock_hold *hold = array_at(&model->holds, track->hold);

        hold->end = time > hold->start ? time : hold->start;
        track->hold = NONE;
    }
}

static bool hold_begin(struct model *model, uint32_t mutex, uint32_t owner, uint64_t time)
{
    struct lock_hold *hold = array_add(&model->holds);

    if (hold == NULL || model->holds.count >= NONE) {
        return false;
    }
    hold->start = time;
    hold->end = time;
    hold->mutex = mutex;
    hold->owner = owner;
    track_at(model, mutex)->hold = (uint32_t)(model->holds.count - 1);
    return true;
}

static uint32_t owner_of(const struct model *model, uint32_t mutex)
{
    uint32_t index = track_at(model, mutex)->hold;
    const struct lock_hold *hold;

    if (index == NONE) {
        return NONE;
    }
    hold = array_at(&model->holds, index);
    return hold->owner;
}

bool build_object_gone(struct model *model, const struct event *event)
{
    uint32_t index = object_known(model, event->object);

    if (index != NONE) {
        build_object_losses(model, index);
        hold_end(model, index, event->time);
        object_at(model, index)->last = event->time;
        track_at(model, index)->gone = true;
    }
    return true;
}

/* From now on `owner` has the mutex; an owner before it, if any, is one whose unlock is missing. */
static bool own(struct model *model, uint32_t mutex, uint32_t owner, uint64_t time)
{
    uint32_t before = owner_of(model, mutex);

    if (owner == NONE || owner == before) {
        return true;
    }
    if (before != NONE) {
        model->repairs++;
        hold_end(model, mutex, time);
    }
    return hold_begin(model, mutex, owner, time);
}

bool build_lock(struct model *model, const struct event *event)
{
    uint32_t mutex;
    uint32_t owner;

    return build_object_find(model, event->object, OBJECT_MUTEX, event->time, &mutex)
           && build_thread_find(model, event->thread, event->time, &owner)
           && own(model, mutex, owner, event->time);
}

bool build_lock_wait(struct model *model, const struct event *event)
{
    uint32_t mutex;
    uint32_t owner;

    return build_object_find(model, event->object, OBJECT_MUTEX, event->time, &mutex)
           && build_thread_find(model, event->b, event->time, &owner)
           && own(model, mutex, owner, event->time);
}

bool build_unlock(struct model *model, const struct event *event)
{
    uint32_t mutex;
    uint32_t next;

    if (!build_object_find(model, event->object, OBJECT_MUTEX, event->time, &mutex)
        || !build_thread_find(model, event->b, event->time, &next)) {
        return false;
    }
    hold_end(model, mutex, event->time);
    return own(model, mutex, next, event->time);
}

static bool object_finish(struct model *model, uint32_t index)
{
    struct object *object = object_at(model, index);

    if (!track_at(model, index)->gone) {
        build_object_losses(model, index);
        hold_end(model, index, model->end);
        object->last = model->end;
    }
    if (object->name == NULL || object->name[0] == '\0') {
        object->name =
            arena_print(model->arena, "%s %u", object_kind_name((enum object_kind)object->kind),
                        object->source_id);
    }
    return object->name != NULL;
}

bool build_objects_finish(struct model *model)
{
    for (uint32_t i = 0; i < model->objects.count; i++) {
        if (!object_finish(model, i)) {
            return false;
        }
    }
    array_trim(&model->objects);
    array_trim(&model->holds);
    return true;
}
