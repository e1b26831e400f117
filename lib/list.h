/* list.h - circular lists whose nodes live inside what is listed.
 *
 * A list and a node are the same thing: a node alone points to itself, which is also how an empty
 * list looks. So there are no special cases and nothing here ever fails.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct list {
    struct list *next;
    struct list *previous;
};

/* The structure of that type that contains `node` as `member`. */
#define LIST_ENTRY(node, type, member) ((type *)((uintptr_t)(node)-offsetof(type, member)))

static inline void list_init(struct list *list)
{
    list->next = list;
    list->previous = list;
}

/* True for a list without nodes, and for a node that is in no list. */
static inline bool list_empty(const struct list *list)
{
    return list->next == list;
}

/* True for a node that is the only one of its list. */
static inline bool list_alone(const struct list *node)
{
    return node->next == node->previous;
}

static inline void list_insert_before(struct list *at, struct list *node)
{
    node->next = at;
    node->previous = at->previous;
    at->previous->next = node;
    at->previous = node;
}

/* The same list, its address in a register: compilers would rather compute it at each use. */
static inline struct list *list_at(struct list *list)
{
    __asm__("" : "+r"(list));
    return list;
}

/* The list must be empty. */
static inline void list_add_only(struct list *list, struct list *node)
{
    *node = (struct list){ list, list };
    *list = (struct list){ node, node };
}

static inline void list_add_first(struct list *list, struct list *node)
{
    struct list *first = list->next;

    *node = (struct list){ first, list };
    first->previous = node;
    list->next = node;
}

static inline void list_add_last(struct list *list, struct list *node)
{
    list_insert_before(list, node);
}

/* Takes the node out of the list that it is in, and leaves it as it is: it is about to be put
 * somewhere else, or never looked at again. */
static inline void list_unlink(const struct list *node)
{
    node->previous->next = node->next;
    node->next->previous = node->previous;
}

/* Takes the node out of its list, if it is in one; afterwards it is alone. */
static inline void list_remove(struct list *node)
{
    list_unlink(node);
    list_init(node);
}
