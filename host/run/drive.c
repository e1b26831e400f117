/* drive.c - a run: what a board says is shown, what the user wants is typed, until it ends.
 *
 * One loop waits for whatever comes first. It never waits for one thing alone: the user's terminal
 * may be stopped, and the time must run out nevertheless.
 */
#include "drive.h"

#include "capture.h"
#include "interruption.h"
#include "keep.h"
#include "keyboard.h"
#include "screen.h"
#include "talk.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PIECE_BYTES = 4096, TYPED_BYTES = 1024, SILENCE_MS = 1000, END_OF_INPUT = 4 };

struct run {
    const struct drive *drive;
    struct talk talk;
    struct screen screen;
    struct capture capture;
    struct timespec begun;

    char typed[TYPED_BYTES]; /* and not sent yet */
    size_t typed_count;
    bool keys_ended;
    char last_key;

    char shown[PIECE_BYTES]; /* and not written yet */
    size_t shown_count;

    bool saved;
    bool over;
    enum drive_end end;
    int status;
    struct error *error;
};

static void finish(struct run *run, enum drive_end end, int status)
{
    if (!run->over) {
        run->over = true;
        run->end = end;
        run->status = status;
    }
}

static void fail(struct run *run, const char *what)
{
    if (!run->over) {
        (void)error_set(run->error, "%s", what);
    }
    finish(run, DRIVE_FAILED, 0);
}

/* Waiting. */

static long long passed_ms(const struct run *run)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)(now.tv_sec - run->begun.tv_sec) * 1000
           + (now.tv_nsec - run->begun.tv_nsec) / 1000000;
}

static void tell_timeout(struct run *run)
{
    const char *command = run->drive->count > 0 ? talk_command(&run->talk) : NULL;
    unsigned seconds = run->drive->timeout_s;

    if (run->over) {
        return;
    }
    if (run->drive->count > 0 && command == NULL) {
        (void)error_set(run->error, "after %u s there was no prompt of a shell", seconds);
    } else if (command != NULL && !run->talk.leaving) {
        (void)error_set(run->error, "after %u s the command \"%s\" had not ended", seconds,
                        command);
    } else {
        (void)error_set(run->error, "after %u s it had not ended", seconds);
    }
    finish(run, DRIVE_TIMED_OUT, 0);
}

/* Milliseconds to wait for, at most `most`; when the time has run out, the run is over. */
static int time_left(struct run *run, int most)
{
    if (run->drive->timeout_s == 0) {
        return most;
    }
    long long left = (long long)run->drive->timeout_s * 1000 - passed_ms(run);

    if (left <= 0) {
        tell_timeout(run);
        return 0;
    }
    return left < most ? (int)left : most;
}

/* Wait for one of these or an interruption. False: nothing has come, or the run is over. */
static bool wait_for(struct run *run, struct pollfd *events, size_t count)
{
    int ready = poll(events, (nfds_t)count, time_left(run, SILENCE_MS));

    if (interruption_came() != 0) {
        finish(run, DRIVE_INTERRUPTED, interruption_came());
    }
    return ready > 0 && !run->over;
}

/* Showing. */

/* Write once what can be written. */
static void write_some(struct run *run)
{
    ssize_t count = write(run->drive->screen, run->shown, run->shown_count);

    if (count > 0) {
        run->shown_count -= (size_t)count;
        memmove(run->shown, run->shown + count, run->shown_count);
    } else if (count < 0 && errno != EINTR && errno != EAGAIN) {
        (void)error_set(run->error, "cannot write the result: %s", strerror(errno));
        run->over = true;
        run->end = DRIVE_FAILED;
        run->shown_count = 0;
    }
}

static void write_shown(struct run *run)
{
    struct pollfd events[] = { { .fd = run->drive->screen, .events = POLLOUT },
                               { .fd = run->drive->interruption, .events = POLLIN } };

    while (run->shown_count > 0 && !run->over) {
        if (wait_for(run, events, 2)) {
            write_some(run);
        }
    }
}

/* When the run is over; who does not read for a second loses the rest. */
static void write_last(struct run *run)
{
    struct pollfd event = { .fd = run->drive->screen, .events = POLLOUT };

    while (run->shown_count > 0 && poll(&event, 1, SILENCE_MS) > 0) {
        write_some(run);
    }
}

static void put(void *context, const char *bytes, size_t count)
{
    struct run *run = context;

    for (size_t i = 0; i < count; i++) {
        if (run->shown_count == sizeof run->shown) {
            write_shown(run);
        }
        if (run->shown_count < sizeof run->shown) {
            run->shown[run->shown_count++] = bytes[i];
        }
    }
}

static void put_text(struct run *run, const char *text)
{
    put(run, text, strlen(text));
}

static void put_line(void *context, const char *line, bool whole)
{
    struct run *run = context;

    screen_line(&run->screen, line, whole);
}

/* Typing. */

static void type(void *context, const char *text)
{
    struct run *run = context;

    for (; *text != '\0' && run->typed_count < sizeof run->typed; text++) {
        run->typed[run->typed_count++] = *text;
    }
}

static void send_typed(struct run *run)
{
    ssize_t count = write(run->drive->in, run->typed, run->typed_count);

    if (count > 0) {
        run->typed_count -= (size_t)count;
        memmove(run->typed, run->typed + count, run->typed_count);
    } else if (count < 0 && errno != EAGAIN && errno != EINTR) {
        run->typed_count = 0; /* nobody reads any more; the end of the output will tell */
    }
}

/* A line that is not complete would not be ended by the end of the input. */
static void end_keys(struct run *run)
{
    const char end[] = { END_OF_INPUT, '\0' };

    run->keys_ended = true;
    if (run->last_key != '\0' && run->last_key != '\n' && run->last_key != '\r') {
        type(run, "\r");
    }
    type(run, end);
}

static void read_keys(struct run *run)
{
    ssize_t count = read(run->drive->keys, run->typed, sizeof run->typed / 2);

    if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (count <= 0) {
        end_keys(run);
        return;
    }
    const char *escape =
        run->drive->terminal ? memchr(run->typed, KEYBOARD_ESCAPE, (size_t)count) : NULL;

    if (escape != NULL) {
        put_text(run, "\n");
        finish(run, DRIVE_LEFT, 0);
        return;
    }
    run->typed_count = (size_t)count;
    run->last_key = run->typed[count - 1];
}

/* A trace. */

static void spoilt(struct run *run, const char *what)
{
    if (run->drive->terminal) {
        put_text(run, "takt run: not saved: ");
        put_text(run, what);
        put_text(run, "\n");
    } else {
        fail(run, what);
    }
}

static void look_for_trace(struct run *run)
{
    struct error error;

    if (run->capture.state == CAPTURE_SPOILT) {
        spoilt(run, run->capture.problem.text);
    } else if (run->capture.state != CAPTURE_WHOLE) {
        return;
    } else if (!keep_files(&run->capture, run->drive->save, &error)) {
        spoilt(run, error.text);
    } else {
        put_text(run, "saved: ");
        put_text(run, run->drive->save);
        put_text(run, "\n");
        run->saved = true;
    }
    run->capture.state = CAPTURE_NONE;
}

/* Listening. */

static void judge(struct run *run)
{
    if (run->talk.state == TALK_OVER) {
        finish(run, DRIVE_ENDED, run->talk.status);
    } else if (run->talk.state == TALK_LOST) {
        fail(run, "the shell did not tell the status of a command");
    }
}

static void hear(struct run *run, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count && !run->over; i++) {
        if (run->drive->count > 0) {
            talk_take(&run->talk, bytes + i, 1);
            judge(run);
        } else {
            screen_bytes(&run->screen, bytes + i, 1);
        }
        look_for_trace(run);
    }
}

static void read_board(struct run *run)
{
    char bytes[PIECE_BYTES];
    ssize_t count = read(run->drive->out, bytes, sizeof bytes);

    if (count > 0) {
        hear(run, bytes, (size_t)count);
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        if (run->drive->stays) {
            fail(run, "the serial port has gone");
        }
        finish(run, DRIVE_ENDED, -1);
    }
    write_shown(run);
}

static void step(struct run *run)
{
    bool wants_keys = run->drive->count == 0 && !run->keys_ended && run->typed_count == 0;
    struct pollfd events[] = {
        { .fd = run->drive->out, .events = POLLIN },
        { .fd = run->typed_count > 0 ? run->drive->in : -1, .events = POLLOUT },
        { .fd = wants_keys ? run->drive->keys : -1, .events = POLLIN },
        { .fd = run->drive->interruption, .events = POLLIN },
    };

    if (!wait_for(run, events, sizeof events / sizeof events[0])) {
        if (!run->over && run->drive->count > 0) {
            talk_silence(&run->talk);
        }
        return;
    }
    if (events[1].revents != 0) {
        send_typed(run);
    }
    if (events[2].revents != 0) {
        read_keys(run);
    }
    if (events[0].revents != 0) {
        read_board(run);
    }
}

/* The board's output has ended before all commands had. */
static void look_back(struct run *run)
{
    const struct talk *talk = &run->talk;

    if (run->end == DRIVE_ENDED) {
        (void)error_set(run->error, "%s", "");
    }
    if (run->drive->count == 0 || run->end != DRIVE_ENDED || run->status >= 0) {
        return;
    }
    if (talk->next == 0) {
        (void)error_set(run->error, "it ended before there was a prompt of a shell");
        run->end = DRIVE_FAILED;
    } else if (talk->next < talk->count || talk->state == TALK_ASKS) {
        (void)error_set(run->error, "it ended in the command \"%s\"", talk_command(talk));
        /* One that it was given may have failed. */
        run->end = talk->state == TALK_GIVEN ? DRIVE_ENDED : DRIVE_FAILED;
    }
}

static void look_at_trace(struct run *run)
{
    if (run->drive->save == NULL || run->end != DRIVE_ENDED || run->saved) {
        return;
    }
    bool begun = run->capture.state != CAPTURE_NONE;

    (void)error_set(run->error, "no trace was saved: %s",
                    begun ? "the end of it has not come" : "none has come; trace dump prints one");
    run->end = DRIVE_FAILED;
}

static void close_run(struct run *run)
{
    if (run->drive->count > 0) {
        talk_end(&run->talk);
    }
    look_back(run);
    look_at_trace(run);
    write_last(run);
}

enum drive_end drive_run(const struct drive *drive, int *status, struct error *error)
{
    static struct run run;

    memset(&run, 0, sizeof run);
    run.drive = drive;
    run.error = error;
    run.talk = (struct talk){ .commands = drive->commands,
                              .count = drive->count,
                              .given = drive->given,
                              .stays = drive->stays,
                              .context = &run,
                              .type = type,
                              .show = put_line };
    run.screen = (struct screen){ .capture = drive->save != NULL ? &run.capture : NULL,
                                  .context = &run,
                                  .put = put };
    capture_init(&run.capture);
    (void)clock_gettime(CLOCK_MONOTONIC, &run.begun);
    if (drive->count > 0) {
        talk_begin(&run.talk);
    }
    while (!run.over) {
        step(&run);
    }
    close_run(&run);
    capture_free(&run.capture);
    *status = run.status;
    return run.end;
}
