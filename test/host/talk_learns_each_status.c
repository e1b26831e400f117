/* talk_learns_each_status.c - `takt run --command` and a shell that is played here.
 *
 * The shell answers what is typed as instruments/shell does: echo, output, prompt. Its text comes
 * in pieces of any size, and another thread may print into the middle of it.
 */
#include "dice.h"
#include "harness.h"
#include "talk.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 4096 };

struct shell {
    char said[TEXT_BYTES]; /* and not heard yet */
    size_t length;
    char line[128]; /* that is being typed */
    size_t typed;
    char ran[256]; /* commands, with their statuses */
    char shown[TEXT_BYTES];
    int status;
    bool halted;
    unsigned noise; /* one in so many characters is followed by another thread's line; 0: none */
    unsigned quiet; /* that much must be said before the next */
    struct dice *dice;
};

static void say(struct shell *shell, const char *text)
{
    for (; *text != '\0' && shell->length < TEXT_BYTES - 64; text++) {
        shell->said[shell->length++] = *text;
        shell->quiet -= shell->quiet > 0;
        if (shell->noise > 0 && shell->quiet == 0 && dice_below(shell->dice, shell->noise) == 0) {
            memcpy(shell->said + shell->length, "noise\r\n", 7);
            shell->length += 7;
            shell->quiet = 60; /* a line is torn, not every one */
        }
    }
}

/* "ok", "fails", "status 7", "wait" and "exit". */
static void run_line(struct shell *shell)
{
    char answer[32];
    size_t length = strlen(shell->ran);

    (void)snprintf(shell->ran + length, sizeof shell->ran - length, "%s;", shell->line);
    if (strncmp(shell->line, "status ", 7) == 0) {
        (void)snprintf(answer, sizeof answer, "status %d (%s)\r\n", shell->status, shell->line + 7);
        say(shell, answer);
    } else if (strcmp(shell->line, "wait") == 0) {
        (void)snprintf(answer, sizeof answer, "status %d\r\n", shell->status);
        say(shell, answer);
    } else if (strcmp(shell->line, "exit") == 0) {
        (void)snprintf(answer, sizeof answer, "exit %d\r\n", shell->status);
        say(shell, answer);
        shell->halted = true;
    } else if (shell->line[0] != '\0') {
        shell->status = strcmp(shell->line, "fails") == 0 ? 2 : 0;
        say(shell, "output of ");
        say(shell, shell->line);
        say(shell, "\r\n");
    }
}

static void end_typed(struct shell *shell, const char *echo)
{
    say(shell, echo);
    if (strcmp(echo, "\r\n") == 0) {
        shell->line[shell->typed] = '\0';
        run_line(shell);
    }
    shell->typed = 0;
    if (!shell->halted) {
        say(shell, "takt> ");
    }
}

static void type(void *context, const char *text)
{
    struct shell *shell = context;

    for (; *text != '\0' && !shell->halted; text++) {
        const char echo[] = { *text, '\0' };

        if (*text == '\r') {
            end_typed(shell, "\r\n");
        } else if (*text == '\x03') {
            end_typed(shell, "^C\r\n");
        } else if (shell->typed < sizeof shell->line - 1) {
            shell->line[shell->typed++] = *text;
            say(shell, echo);
        }
    }
}

static void show(void *context, const char *line, bool whole)
{
    struct shell *shell = context;
    size_t length = strlen(shell->shown);

    (void)snprintf(shell->shown + length, sizeof shell->shown - length, "%s%s", line,
                   whole ? "\n" : "");
}

static bool has_ended(const struct talk *talk)
{
    return talk->state == TALK_OVER || talk->state == TALK_LOST;
}

/* What the shell has said is heard, in pieces; when there is nothing more to say, it is silent. */
static void converse(struct shell *shell, struct talk *talk)
{
    char piece[16];

    while (shell->length > 0 && !has_ended(talk)) {
        size_t count = 1 + dice_below(shell->dice, sizeof piece);

        count = count < shell->length ? count : shell->length;
        memcpy(piece, shell->said, count);
        shell->length -= count;
        memmove(shell->said, shell->said + count, shell->length);
        talk_take(talk, piece, count);
        if (shell->length == 0) {
            talk_silence(talk);
        }
    }
    talk_end(talk);
}

static struct talk talk_with(struct shell *shell, const char *const *commands, size_t count,
                             bool stays)
{
    return (struct talk){ .commands = commands,
                          .count = count,
                          .stays = stays,
                          .context = shell,
                          .type = type,
                          .show = show };
}

static const char *const fine[] = { "ok", "other" };
static const char *const failing[] = { "ok", "fails", "never" };

TEST(talk_shows_what_a_user_wants)
{
    struct dice dice = dice_seeded(1);
    struct shell shell = { .dice = &dice };
    struct talk talk = talk_with(&shell, fine, 2, false);

    say(&shell, "shell on host\r\ntakt> ");
    talk_begin(&talk);
    converse(&shell, &talk);
    CHECK_EQUAL(talk.state, TALK_LEAVES);
    CHECK_TEXT(shell.ran, "ok;status 1;other;status 2;exit;");
    CHECK_TEXT(shell.shown,
               "shell on host\ntakt> ok\noutput of ok\ntakt> other\noutput of other\n");
}

TEST(talk_ends_with_the_first_failure)
{
    struct dice dice = dice_seeded(2);
    struct shell shell = { .dice = &dice };
    struct talk talk = talk_with(&shell, failing, 3, false);

    say(&shell, "takt> ");
    talk_begin(&talk);
    converse(&shell, &talk);
    CHECK_EQUAL(talk.state, TALK_OVER);
    CHECK_EQUAL(talk.status, 2);
    CHECK_TEXT(shell.ran, "ok;status 1;fails;status 2;");
}

/* The image was started with the commands: nothing is typed, and all is shown but the end. */
TEST(talk_follows_what_was_given)
{
    struct dice dice = dice_seeded(8);
    struct shell shell = { .dice = &dice };
    struct talk talk = talk_with(&shell, fine, 2, false);

    talk.given = true;
    say(&shell, "shell on host\r\ntakt> ok\r\nyes\r\ntakt> other\r\ntakt> exit\r\nexit 0\r\n");
    talk_begin(&talk);
    converse(&shell, &talk);
    CHECK_EQUAL(talk.state, TALK_GIVEN);
    CHECK_EQUAL(talk.next, 2);
    CHECK_TEXT(shell.ran, "");
    CHECK_TEXT(shell.shown, "shell on host\ntakt> ok\nyes\ntakt> other\n");
}

/* It has not taken them, and asks: they are typed. */
TEST(talk_types_what_was_given_in_vain)
{
    struct dice dice = dice_seeded(9);
    struct shell shell = { .dice = &dice };
    struct talk talk = talk_with(&shell, fine, 2, false);

    talk.given = true;
    say(&shell, "shell on host\r\ntakt> ");
    talk_begin(&talk);
    converse(&shell, &talk);
    CHECK_TEXT(shell.ran, "ok;status 1;other;status 2;exit;");
    CHECK_EQUAL(talk.state, TALK_LEAVES);
}

/* It begins in the middle of anything, and the board goes on. */
TEST(talk_halts_no_board_that_stays)
{
    struct dice dice = dice_seeded(3);
    struct shell shell = { .dice = &dice, .line = "half a li", .typed = 9, .status = 2 };
    struct talk talk = talk_with(&shell, fine, 2, true);

    talk_begin(&talk);
    converse(&shell, &talk);
    CHECK_EQUAL(talk.state, TALK_OVER);
    CHECK_EQUAL(talk.status, 0);
    CHECK(!shell.halted);
    CHECK_TEXT(shell.ran, "ok;status 1;other;status 2;wait;status 3;");
    CHECK_TEXT(shell.shown, "takt> ok\noutput of ok\ntakt> other\noutput of other\n");
}

/* The board has been reset by the opening of its port, and has never seen what was typed. */
TEST(talk_takes_a_prompt_after_a_silence)
{
    struct dice dice = dice_seeded(4);
    struct shell shell = { .dice = &dice };
    struct talk talk = talk_with(&shell, fine, 2, true);

    talk_begin(&talk);
    shell = (struct shell){ .dice = &dice };
    talk_silence(&talk);
    CHECK_TEXT(shell.ran, "");
    say(&shell, "shell on a board\r\ntakt> ");
    talk_take(&talk, shell.said, shell.length);
    shell.length = 0;
    CHECK_TEXT(shell.ran, "");
    talk_silence(&talk);
    converse(&shell, &talk);
    CHECK_EQUAL(talk.state, TALK_OVER);
    CHECK_TEXT(shell.ran, "ok;status 1;other;status 2;wait;status 3;");
}

/* A status that was learnt is right, however lines are torn; and it is learnt nearly always. */
TEST(talk_is_not_confused_by_other_threads)
{
    struct dice dice = dice_seeded(5);
    unsigned learnt = 0;

    for (unsigned round = 0; round < 20000; round++) {
        bool fails = (round & 1) != 0;
        struct shell shell = { .dice = &dice, .noise = 20 };
        struct talk talk =
            talk_with(&shell, fails ? failing : fine, fails ? 3 : 2, (round & 2) != 0);

        say(&shell, "takt> ");
        talk_begin(&talk);
        converse(&shell, &talk);
        CHECK(strstr(shell.ran, "never") == NULL);
        if (talk.state == TALK_OVER) {
            learnt++;
            CHECK_EQUAL(talk.status, fails ? 2 : 0);
        } else if (talk.state == TALK_LEAVES) {
            learnt++;
            CHECK(!fails);
        }
    }
    CHECK(learnt > 19900);
}

TEST(talk_gives_up_at_a_shell_that_does_not_tell)
{
    static const char *const lines[] = { "takt> ", "ok\r\ntakt> ", "x\r\ntakt> ", "x\r\ntakt> ",
                                         "x\r\ntakt> " };
    struct dice dice = dice_seeded(6);
    struct shell shell = { .dice = &dice };
    struct talk talk = talk_with(&shell, fine, 2, false);

    talk_begin(&talk);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        talk_take(&talk, lines[i], strlen(lines[i]));
    }
    CHECK_EQUAL(talk.state, TALK_LOST);
    CHECK_TEXT(talk_command(&talk), "ok");
}

/* Anything at all: no end of an array is passed, which the sanitizers would tell. */
TEST(talk_survives_any_bytes)
{
    static const char words[][12] = {
        "takt> ", "status ", "0", "\r\n", "exit ", "x", "\x1b[K", "^C"
    };
    struct dice dice = dice_seeded(7);

    for (unsigned round = 0; round < 300; round++) {
        struct shell shell = { .dice = &dice, .halted = true };
        struct talk talk = talk_with(&shell, fine, 2, (round & 1) != 0);

        talk_begin(&talk);
        for (unsigned i = 0; i < 1000; i++) {
            const char *word = words[dice_below(&dice, 8)];
            char byte = (char)dice_below(&dice, 256);

            talk_take(&talk, word, strlen(word));
            talk_take(&talk, &byte, dice_below(&dice, 20) == 0);
        }
        talk_end(&talk);
    }
}
