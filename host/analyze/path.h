/* path.h - the critical path of one request: consecutive segments from its send to its end.
 *
 * A segment is a stretch in which the same thread did the same thing for the same reason. Every
 * nanosecond of the request lies in exactly one, so that they add up to the latency.
 */
#pragma once

#include "array.h"
#include "sentence.h"
#include "view.h"
#include "walk.h"

#include <stdbool.h>
#include <stdint.h>

enum { PATH_HOLDERS_MAX = 64 };

/* Who had the CPU that a READY thread needed, and how long. */
struct path_holder {
    uint64_t ns;
    uint32_t thread; /* NONE: not shown, or an interrupt */
    uint32_t irq;    /* number of the interrupt, NONE: a thread */
    uint16_t cpu;
    uint8_t priority;
    bool others; /* all who came after the first PATH_HOLDERS_MAX */
};

struct path_segment {
    uint64_t start;
    uint64_t end;
    uint64_t interrupt_ns; /* of it, in handlers while the thread was running */
    struct walk_step step; /* how it began; its `until` and `cpu` change within */
    uint32_t first_holder; /* in path.holders */
    uint32_t holder_count;
};

struct path {
    uint32_t exchange;
    struct array segments; /* struct path_segment */
    struct array holders;  /* struct path_holder */
    uint64_t kind_ns[PATH_KIND_COUNT];
};

void path_init(struct path *path, struct arena *arena);

/* Replaces what the path held before. False: no memory. */
bool path_build(struct path *path, struct view *view, uint32_t index);

void path_free(struct path *path);

/* The holders of a segment, longest first. */
const struct path_holder *path_holders(struct path *path, const struct path_segment *segment);

/* "ts_psrv/psrv-rx READY at prio 10": who does what; with `numbers` the requests are named. */
void path_name(const struct view *view, const struct path *path, const struct path_segment *segment,
               bool numbers, struct sentence *sentence);

/* The same, and who had the CPU how long. */
void path_text(const struct view *view, struct path *path, const struct path_segment *segment,
               struct sentence *sentence);

/* Whoever has that CPU at a moment, as the holder of it for `ns`; and whether two are the same. */
struct path_holder path_holder_of(const struct view *view, const struct cpu_moment *cpu,
                                  uint64_t ns);
bool path_same_holder(const struct path_holder *left, const struct path_holder *right);

/* "ts_pload/hog (prio 20) on CPU 0" */
void path_holder_text(const struct view *view, const struct path_holder *holder,
                      struct sentence *sentence);
