/* perfetto_tracks.c - numbers for processes and threads; the tracks and their descriptions.
 *
 * A group of threads is shown as a process. Viewers make a thread of every process whose number is
 * the process's, and take thread numbers to be unique over all processes: so the first thread of a
 * group has its group's number, and all others have numbers above every group's. The numbers that
 * the kernel uses are in the descriptions.
 *
 * The tracks of a thread are shown in the order of their names.
 */
#include "perfetto_writer.h"
#include "perfetto_fields.h"

#include <string.h>

static const char *const priority_scale = "priority"; /* one y axis for all threads */

static bool find_group(struct writer *writer, const struct thread *thread, struct texts *texts,
                       struct map *known, uint32_t *index)
{
    const char *name = texts_keep(texts, thread->group, strlen(thread->group));
    struct group *group;

    if (name == NULL) {
        return false;
    }
    *index = map_get(known, (uintptr_t)name);
    if (*index != MAP_MISSING) {
        return true;
    }
    *index = (uint32_t)writer->groups.count;
    group = array_add(&writer->groups);
    if (group == NULL) {
        return false;
    }
    group->name = name[0] != '\0' ? name : "(no group)";
    return map_set(known, (uintptr_t)name, *index);
}

static bool find_groups(struct writer *writer)
{
    struct texts texts;
    struct map known;
    bool fine = true;

    texts_init(&texts, writer->arena);
    map_init(&known, writer->arena);
    for (uint32_t i = 0; fine && i < writer->model->threads.count; i++) {
        const struct thread *thread = model_thread(writer->model, i);

        if (!thread->idle) {
            fine = find_group(writer, thread, &texts, &known, &writer->places[i].group);
        }
    }
    map_free(&known);
    texts_free(&texts);
    return fine;
}

static void number_thread(struct writer *writer, uint32_t index)
{
    struct place *place = &writer->places[index];
    struct group *group;

    if (model_thread(writer->model, index)->idle) {
        return;
    }
    group = array_at(&writer->groups, place->group);
    place->tid = group->threads == 0 ? place->group + 1 : writer->next_tid++;
    place->uuid = writer->next_uuid++;
    group->threads++;
    writer->counts->threads++;
}

bool tracks_number(struct writer *writer)
{
    const struct array *threads = &writer->model->threads;

    writer->places = arena_alloc(writer->arena, threads->count + 1, sizeof(*writer->places));
    if (writer->places == NULL || !find_groups(writer)) {
        return error_memory(writer->error);
    }
    writer->next_uuid = (uint32_t)writer->groups.count + 1;
    writer->next_tid = writer->next_uuid;
    for (uint32_t i = 0; i < threads->count; i++) {
        number_thread(writer, i);
    }
    return true;
}

struct track *tracks_add(struct writer *writer, uint32_t thread, enum track_kind kind,
                         const char *name)
{
    struct track *track = array_add(&writer->tracks);

    if (track == NULL) {
        return NULL;
    }
    track->thread = thread;
    track->kind = kind;
    track->name = name;
    track->uuid = name == NULL ? writer->places[thread].uuid : writer->next_uuid++;
    array_init(&track->events, sizeof(struct track_event), writer->arena);
    return track;
}

const char *thread_label(const struct writer *writer, uint32_t thread)
{
    const struct thread *it = model_thread(writer->model, thread);

    if (it->group[0] == '\0') {
        return it->name;
    }
    return arena_print(writer->arena, "%s/%s", it->group, it->name);
}

const char *object_label(const struct writer *writer, uint32_t object)
{
    const struct object *it = model_object(writer->model, object);
    const char *kind = object_kind_name((enum object_kind)it->kind);

    /* an object without a name is called "channel 3" already */
    if (strncmp(it->name, kind, strlen(kind)) == 0) {
        return it->name;
    }
    return arena_print(writer->arena, "%s %s", kind, it->name);
}

/* Processes and threads are to be shown in the order in which they are described. */
static bool describe_root(struct writer *writer)
{
    struct wire *wire = &writer->packets.wire;
    size_t descriptor;

    packet_begin(&writer->packets, SEQUENCE_TRACKS, 0);
    descriptor = wire_open(wire, PACKET_TRACK_DESCRIPTOR);
    wire_number(wire, DESCRIPTOR_UUID, 0);
    wire_number(wire, DESCRIPTOR_PROCESS_ORDER, ORDER_EXPLICIT);
    wire_number(wire, DESCRIPTOR_THREAD_ORDER, ORDER_EXPLICIT);
    wire_close(wire, descriptor);
    return packet_end(&writer->packets);
}

static bool describe_group(struct writer *writer, uint32_t index)
{
    const struct group *group = array_at(&writer->groups, index);
    struct wire *wire = &writer->packets.wire;
    size_t descriptor;
    size_t process;

    packet_begin(&writer->packets, SEQUENCE_TRACKS, 0);
    descriptor = wire_open(wire, PACKET_TRACK_DESCRIPTOR);
    wire_number(wire, DESCRIPTOR_UUID, (uint64_t)index + 1);
    wire_number(wire, DESCRIPTOR_RANK, index);
    process = wire_open(wire, DESCRIPTOR_PROCESS);
    wire_number(wire, PROCESS_PID, (uint64_t)index + 1);
    wire_text(wire, PROCESS_NAME, group->name);
    wire_close(wire, process);
    wire_close(wire, descriptor);
    return packet_end(&writer->packets);
}

static void put_thread(struct writer *writer, uint32_t index)
{
    const struct thread *thread = model_thread(writer->model, index);
    struct wire *wire = &writer->packets.wire;
    size_t message = wire_open(wire, DESCRIPTOR_THREAD);

    wire_number(wire, THREAD_PID, (uint64_t)writer->places[index].group + 1);
    wire_number(wire, THREAD_TID, writer->places[index].tid);
    wire_text(wire, THREAD_NAME, thread->name);
    wire_close(wire, message);
}

static bool describe_thread(struct writer *writer, uint32_t index)
{
    const struct thread *thread = model_thread(writer->model, index);
    struct wire *wire = &writer->packets.wire;
    const char *description;
    size_t descriptor;

    if (thread->idle) {
        return true;
    }
    description =
        arena_print(writer->arena, "thread %u of the trace, CPU %u%s", thread->source_id,
                    (unsigned)thread->pinned_cpu,
                    thread->ambiguous ? "; its id was used for more than one thread" : "");
    if (description == NULL) {
        return error_memory(writer->error);
    }
    packet_begin(&writer->packets, SEQUENCE_TRACKS, 0);
    descriptor = wire_open(wire, PACKET_TRACK_DESCRIPTOR);
    wire_number(wire, DESCRIPTOR_UUID, writer->places[index].uuid);
    wire_number(wire, DESCRIPTOR_RANK, index);
    wire_text(wire, DESCRIPTOR_DESCRIPTION, description);
    put_thread(writer, index);
    wire_close(wire, descriptor);
    return packet_end(&writer->packets);
}

static void put_counter(struct wire *wire)
{
    size_t counter = wire_open(wire, DESCRIPTOR_COUNTER);

    wire_text(wire, COUNTER_UNIT_NAME, priority_scale);
    wire_text(wire, COUNTER_Y_AXIS, priority_scale);
    wire_close(wire, counter);
}

static bool describe_track(struct writer *writer, const struct track *track)
{
    struct wire *wire = &writer->packets.wire;
    size_t descriptor;

    if (track->name == NULL) {
        return true; /* described as a thread */
    }
    packet_begin(&writer->packets, SEQUENCE_TRACKS, 0);
    descriptor = wire_open(wire, PACKET_TRACK_DESCRIPTOR);
    wire_number(wire, DESCRIPTOR_UUID, track->uuid);
    wire_number(wire, DESCRIPTOR_PARENT, writer->places[track->thread].uuid);
    wire_text(wire, DESCRIPTOR_NAME, track->name);
    wire_number(wire, DESCRIPTOR_MERGING, MERGING_NONE);
    if (track->kind == TRACK_PRIORITY) {
        put_counter(wire);
    }
    wire_close(wire, descriptor);
    return packet_end(&writer->packets);
}

bool tracks_describe(struct writer *writer)
{
    bool fine = describe_root(writer);

    for (uint32_t i = 0; fine && i < writer->groups.count; i++) {
        fine = describe_group(writer, i);
    }
    for (uint32_t i = 0; fine && i < writer->model->threads.count; i++) {
        fine = describe_thread(writer, i);
    }
    for (size_t i = 0; fine && i < writer->tracks.count; i++) {
        fine = describe_track(writer, array_at(&writer->tracks, i));
    }
    return fine;
}
