/* message.c - a thread sends a message of 16 bytes and receives it itself. Each message is another
 * one in all its words.
 */
#include "crew.h"
#include "takt/queue.h"

enum { WORDS = 4, MESSAGES = 6 };

static struct takt_queue queue;
static uint32_t memory[MESSAGES][WORDS];

static inline void compose(uint32_t *words, uint32_t number)
{
    words[0] = number;
    words[1] = ~number;
    words[2] = number << 8;
    words[3] = -number;
}

static inline bool is(const uint32_t *words, uint32_t number)
{
    return words[0] == number && words[1] == ~number && words[2] == number << 8
           && words[3] == -number;
}

static void send_and_receive(void *member)
{
    struct crew_member *self = member;
    uint32_t sent[WORDS];
    uint32_t received[WORDS];
    uint32_t number = 0;

    do {
        self->count = number;
        number++;
        compose(sent, number);
    } while (takt_queue_send(&queue, sent, TAKT_NO_WAIT) == TAKT_OK
             && takt_queue_receive(&queue, received, TAKT_NO_WAIT) == TAKT_OK
             && is(received, number));
    crew_failed();
}

static void begin(void)
{
    if (takt_queue_init(&queue, "threadmetric", memory, sizeof memory, sizeof memory[0], MESSAGES)
        != TAKT_OK) {
        crew_failed();
    }
    crew_add(0, send_and_receive);
}

static void end(void)
{
    takt_queue_destroy(&queue);
}

const struct threadmetric_test threadmetric_message = {
    .name = "message",
    .what = "a message of 16 bytes is sent and received",
    .counters = 1,
    .begin = begin,
    .end = end,
};
