/* view_roles.c - whom the analyses speak of: roles for threads, labels for servers.
 *
 * Texts are compared once, here; everybody else compares numbers.
 */
#include "view.h"

#include <stdlib.h>
#include <string.h>

/* Texts to numbers: sorted, equal ones get the same. */

struct named {
    const char *text;
    uint32_t index;
};

static int compare_named(const void *left, const void *right)
{
    return strcmp(((const struct named *)left)->text, ((const struct named *)right)->text);
}

/* ids[i] for texts[i]; returns how many different ones, NONE when there is no memory. `distinct`,
 * if given, gets each text once. */
static uint32_t number_texts(const char *const *texts, size_t count, uint32_t *ids,
                             const char **distinct)
{
    struct named *order = malloc((count + 1) * sizeof *order);
    uint32_t number = 0;

    if (order == NULL) {
        return NONE;
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = (struct named){ texts[i], (uint32_t)i };
    }
    qsort(order, count, sizeof *order, compare_named);
    for (size_t i = 0; i < count; i++) {
        number += i > 0 && strcmp(order[i].text, order[i - 1].text) != 0 ? 1 : 0;
        ids[order[i].index] = number;
        if (distinct != NULL) {
            distinct[number] = order[i].text;
        }
    }
    free(order);
    return count == 0 ? 0 : number + 1;
}

bool view_roles_init(struct view *view)
{
    size_t count = view->model->threads.count;
    const char **servers = arena_alloc(view->arena, count + 1, sizeof *servers);

    view->roles = arena_alloc(view->arena, count + 1, sizeof *view->roles);
    view->role_ids = arena_alloc(view->arena, count + 1, sizeof *view->role_ids);
    view->group_ids = arena_alloc(view->arena, count + 1, sizeof *view->group_ids);
    view->groups = arena_alloc(view->arena, count + 1, sizeof *view->groups);
    if (servers == NULL || view->roles == NULL || view->role_ids == NULL || view->group_ids == NULL
        || view->groups == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct thread *thread = model_thread(view->model, i);
        bool grouped = thread->group[0] != '\0';

        servers[i] = grouped ? thread->group : thread->name;
        view->roles[i] =
            grouped ? arena_print(view->arena, "%s/%s", thread->group, thread->name) : thread->name;
        if (view->roles[i] == NULL) {
            return false;
        }
    }
    view->group_count = number_texts(servers, count, view->group_ids, view->groups);
    return view->group_count != NONE
           && number_texts(view->roles, count, view->role_ids, NULL) != NONE;
}

uint32_t view_server_of(const struct view *view, uint32_t index)
{
    const struct exchange *exchange = model_exchange(view->model, index);

    if (exchange->server != NONE) {
        return exchange->server;
    }
    return exchange->channel == NONE ? NONE : view->only_server[exchange->channel];
}

uint32_t view_server_label(const struct view *view, uint32_t index)
{
    const struct exchange *exchange = model_exchange(view->model, index);
    uint32_t server = view_server_of(view, index);

    if (server != NONE) {
        return view->group_ids[server];
    }
    return exchange->channel == NONE ? NONE : view->group_count + exchange->channel;
}

const char *view_label_text(const struct view *view, uint32_t label)
{
    if (label == NONE) {
        return "(server not known)";
    }
    if (label < view->group_count) {
        return view->groups[label];
    }
    return model_object(view->model, label - view->group_count)->name;
}

const char *view_role(const struct view *view, uint32_t thread)
{
    return thread == NONE ? "?" : view->roles[thread];
}

bool view_role_matches(const struct view *view, uint32_t thread, const char *filter)
{
    if (filter == NULL) {
        return true;
    }
    if (thread == NONE) {
        return false;
    }
    return strcmp(filter, view->roles[thread]) == 0
           || strcmp(filter, model_thread(view->model, thread)->name) == 0;
}
