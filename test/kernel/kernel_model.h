/* kernel_model.h - the plainest possible reference of who waits for what and who runs how urgently:
 * numbers in arrays, everything computed again from the start whenever it is asked for.
 *
 * It knows nothing of lists, walks or orders of arrival: where several threads may be chosen it
 * accepts any of the most urgent.
 */
#pragma once

#include <stdbool.h>

enum { MODEL_THREADS = 9, MODEL_MUTEXES = 4, MODEL_SEMAPHORES = 2, MODEL_CHANNELS = 3 };
enum { MODEL_PULSES = 2, NOBODY = -1 };

/* What a thread waits for. Only a mutex, a receiver and a reply come from somebody in particular;
 * random_programs.c uses the first six alone. */
enum model_wait {
    RUNS,
    FOR_MUTEX,
    FOR_SEMAPHORE,
    FOR_RECEIVER,
    FOR_REPLY,
    FOR_MESSAGE,
    FOR_TIME,
    FOR_END,
    FOR_FLAGS,
    FOR_ROOM,
    FOR_ITEM,
    FOR_BLOCK,
    FOR_TIMER,
    FOR_SIGNAL,
};

struct model_thread {
    unsigned base;
    unsigned served;
    unsigned priority; /* effective, as of the last model_settle */
    int serves;        /* channel of its last receive, or NOBODY */
    enum model_wait wait;
    int object;       /* that it waits for */
    int server;       /* FOR_REPLY: who has its message */
    bool rose;        /* FOR_REPLY: since then */
    unsigned sending; /* number of its send in progress, 0: none */
    bool limited;     /* its wait ends by itself */
    unsigned since;   /* number of the wait: limits run out in this order */
};

struct model {
    struct model_thread threads[MODEL_THREADS];
    int owners[MODEL_MUTEXES];
    unsigned counts[MODEL_SEMAPHORES];
    bool lends[MODEL_CHANNELS];
    int pulses[MODEL_CHANNELS][MODEL_PULSES]; /* priorities; NOBODY: a free slot */
};

void model_init(struct model *model);

/* Everybody's effective priority again, from nothing but the rule. */
void model_settle(struct model *model);

/* What the thread is due by the rule if all others have the priorities that they have. */
unsigned model_due(const struct model *model, int index);

/* The client waits for its reply no longer: what it lent stays with the server. */
void model_leave_hand(struct model *model, int client);

/* The server has received what is this urgent; earlier clients lend no more. */
void model_receive(struct model *model, int server, int channel, unsigned priority);

/* The server serves nobody any more. */
void model_dismiss(struct model *model, int server);

/* Those who can end that wait: a set of bits. */
unsigned model_holders(const struct model *model, enum model_wait wait, int object, int server);

/* Would `joiner` wait for ever? */
bool model_deadlock(const struct model *model, int joiner, enum model_wait wait, int object);

/* Those who wait for a receiver there and now wait for themselves, by way of others none of whom
 * can ever help: a set of bits. */
unsigned model_stuck(const struct model *model, int channel);

/* The set of the most urgent of those who wait so for that object; 0: nobody does. */
unsigned model_most_urgent(const struct model *model, enum model_wait wait, int object);

/* The most urgent pulse in the channel's queue, NOBODY if there is none. */
int model_pulse(const struct model *model, int channel);
