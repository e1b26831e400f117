/* talk.h - commands are given to a shell, one when the one before has ended. Pure: text in, text
 * out.
 *
 * The shell's prompt says that it waits for a command. After each command it is asked for the
 * status; what is asked and answered so is not shown. Other threads may print at any moment, and a
 * line may be torn by it: a status that was not understood is asked for again. While a command runs
 * nothing is typed, so that what it measures is not disturbed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TALK_LINE_MAX = 1024, TALK_COMMAND_MAX = 127 };

enum talk_state {
    TALK_GIVEN,  /* the image was started with the commands, and runs them without being asked */
    TALK_BEGINS, /* waits for the first prompt */
    TALK_RUNS,   /* a command was given */
    TALK_ASKS,   /* its status was asked for */
    TALK_LEAVES, /* all commands were fine; what goes on is waited for, and the image ends */
    TALK_OVER,   /* `status` is the answer */
    TALK_LOST,   /* the status could not be learnt */
};

struct talk {
    const char *const *commands;
    size_t count;
    bool given; /* begin with TALK_GIVEN */
    bool stays; /* the board runs already, and must not be halted */

    enum talk_state state;
    size_t next; /* of the commands, the one to be given next */
    int status;
    bool dropped;      /* what was typed before the talk began */
    bool leaving;      /* all commands were fine */
    bool answered;     /* of TALK_ASKS */
    unsigned asked;    /* how often, for this command */
    unsigned question; /* its number */

    char line[TALK_LINE_MAX + 1];
    size_t length;
    bool torn;     /* this line's beginning was shown already */
    bool prompted; /* the prompt that it begins with was seen */

    /* `type` gets what is to be typed; `show` each line, and `whole` says whether it ended there.
     */
    void *context;
    void (*type)(void *context, const char *text);
    void (*show)(void *context, const char *line, bool whole);
};

void talk_begin(struct talk *talk);

/* What the board prints. */
void talk_take(struct talk *talk, const char *bytes, size_t count);

/* Nothing has come for a while: what looks like a prompt, or the end of one, is one. */
void talk_silence(struct talk *talk);

/* Nothing more will come: what is left of a line is shown. */
void talk_end(struct talk *talk);

/* The command that was given last; NULL: none yet. */
const char *talk_command(const struct talk *talk);
