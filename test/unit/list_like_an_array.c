/* list_like_an_array.c - linked lists against arrays, and sets of bits against counting. */
#include "bits.h"
#include "dice.h"
#include "harness.h"
#include "list.h"

#include <string.h>

enum { NODES = 8, LISTS = 2, STEPS = 20000 };

struct item {
    int before;
    struct list node;
};

static struct list lists[LISTS];
static struct item items[NODES];

/* The model: which items each list holds, in order. */
static struct item *held[LISTS][NODES];
static unsigned counts[LISTS];

static void model_insert(unsigned list, unsigned at, struct item *item)
{
    memmove(&held[list][at + 1], &held[list][at], (counts[list] - at) * sizeof held[0][0]);
    held[list][at] = item;
    counts[list]++;
}

static void model_remove_at(unsigned list, unsigned at)
{
    counts[list]--;
    memmove(&held[list][at], &held[list][at + 1], (counts[list] - at) * sizeof held[0][0]);
}

static bool model_remove_from(unsigned list, const struct item *item)
{
    unsigned at = 0;

    while (at < counts[list] && held[list][at] != item) {
        at++;
    }
    if (at == counts[list]) {
        return false;
    }
    model_remove_at(list, at);
    return true;
}

static bool model_remove(const struct item *item)
{
    return model_remove_from(0, item) || model_remove_from(1, item);
}

static void insert(struct dice *dice, struct item *item)
{
    unsigned list = dice_below(dice, LISTS);
    unsigned at = dice_below(dice, counts[list] + 1);

    if (at == 0) {
        list_add_first(&lists[list], &item->node);
    } else if (at == counts[list]) {
        list_add_last(&lists[list], &item->node);
    } else {
        list_insert_before(&held[list][at]->node, &item->node);
    }
    model_insert(list, at, item);
}

static bool same(unsigned list)
{
    const struct list *at = &lists[list];

    for (unsigned i = 0; i < counts[list]; i++) {
        if (at->next->previous != at || LIST_ENTRY(at->next, struct item, node) != held[list][i]) {
            return false;
        }
        at = at->next;
    }
    return at->next == &lists[list] && lists[list].previous == at
           && list_empty(&lists[list]) == (counts[list] == 0);
}

TEST(list_like_an_array)
{
    struct dice dice = dice_seeded(21);

    memset(counts, 0, sizeof counts);
    for (unsigned list = 0; list < LISTS; list++) {
        list_init(&lists[list]);
    }
    for (unsigned i = 0; i < NODES; i++) {
        list_init(&items[i].node);
    }
    for (unsigned i = 0; i < STEPS; i++) {
        struct item *item = &items[dice_below(&dice, NODES)];

        CHECK_EQUAL(list_empty(&item->node), !model_remove(item));
        list_remove(&item->node);
        CHECK(list_empty(&item->node));
        if (dice_below(&dice, 3) != 0) {
            insert(&dice, item);
        }
        if (!CHECK(same(0)) || !CHECK(same(1))) {
            return;
        }
    }
}

/* Taking out what is in no list is allowed, and changes nothing. */
TEST(list_remove_twice)
{
    struct list list;

    list_init(&list);
    list_init(&items[0].node);
    list_init(&items[1].node);
    list_add_last(&list, &items[0].node);
    list_add_last(&list, &items[1].node);
    list_remove(&items[0].node);
    list_remove(&items[0].node);
    CHECK(list.next == &items[1].node && list.previous == &items[1].node);
}

TEST(bits_highest_by_counting)
{
    struct dice dice = dice_seeded(22);

    for (unsigned member = 0; member < 32; member++) {
        uint32_t below = member == 0 ? 0 : dice_roll(&dice) & (bits_of(member) - 1);

        CHECK_EQUAL(bits_of(member), (uint32_t)((uint64_t)1 << member));
        CHECK_EQUAL(bits_highest(bits_of(member)), member);
        CHECK_EQUAL(bits_highest(bits_of(member) | below), member);
        CHECK_EQUAL(bits_highest(UINT32_MAX >> (31 - member)), member);
    }
}
