/* control.h - a control loop as many devices have one, to be measured while it runs.
 *
 *     sample interrupt  every 2 ms, queues a sample                      (interrupt)
 *     control           computes an output of each, under a mutex       priority 20
 *     drive             carries outputs out, from a second queue        priority 15
 *     planner           changes the set-points, under the same mutex    priority 5
 *
 * The planner holds the mutex for longer than control would like: control lends it its priority
 * (priority inheritance), so that nobody else delays them both.
 */
#pragma once

#include <stdint.h>

enum { SAMPLE_US = 2000, CONTROL_PRIORITY = 20, DRIVE_PRIORITY = 15, PLANNER_PRIORITY = 5 };

struct control_counts {
    uint32_t samples;  /* that the interrupt has queued */
    uint32_t lost;     /* the queue was full */
    uint32_t outputs;  /* that drive has carried out */
    uint32_t late;     /* of them: more than one period after their sample */
    uint32_t worst_us; /* from sample to output */
    uint32_t plans;
};

/* Make the threads and let samples come. Once, in takt_main. */
void control_start(void);

/* What has happened so far. Any context. */
struct control_counts control_counts(void);
