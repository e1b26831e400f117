/* talk.c - commands are given to a shell, one when the one before has ended. */
#include "talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const prompt = "takt> ";
static const char *const ask = "status";

enum { ASK_MAX = 3 };

static void type_line(struct talk *talk, const char *text)
{
    talk->type(talk->context, text);
    talk->type(talk->context, "\r");
}

static void give_next(struct talk *talk)
{
    talk->state = TALK_RUNS;
    type_line(talk, talk->commands[talk->next++]);
}

/* Each question has a number, and only an answer with one of this command's counts. */
static void ask_status(struct talk *talk)
{
    char text[24];

    talk->state = TALK_ASKS;
    talk->answered = false;
    talk->asked++;
    talk->question++;
    (void)snprintf(text, sizeof text, "%s %u", ask, talk->question);
    type_line(talk, text);
}

/* An emulated board ends; another only waits, as if it were a command. */
static void leave(struct talk *talk)
{
    talk->leaving = true;
    talk->state = talk->stays ? TALK_RUNS : TALK_LEAVES;
    type_line(talk, talk->stays ? "wait" : "exit");
}

static void go_on(struct talk *talk)
{
    if (!talk->answered && talk->asked == ASK_MAX) {
        talk->state = TALK_LOST;
    } else if (!talk->answered) {
        ask_status(talk);
    } else if (talk->status != 0 || talk->leaving) {
        talk->state = TALK_OVER;
    } else if (talk->next < talk->count) {
        give_next(talk);
    } else {
        leave(talk);
    }
}

static void on_prompt(struct talk *talk)
{
    switch (talk->state) {
    case TALK_BEGINS:
        if (!talk->stays || talk->dropped) {
            give_next(talk);
        }
        break;
    case TALK_RUNS:
        talk->asked = 0;
        ask_status(talk);
        break;
    case TALK_ASKS:
        go_on(talk);
        break;
    case TALK_GIVEN:
    case TALK_LEAVES:
    case TALK_OVER:
    case TALK_LOST:
    default:
        break;
    }
}

/* Decimal digits at *text, which moves behind them. */
static bool read_number(const char **text, unsigned *number)
{
    char *end;

    if (**text < '0' || **text > '9') {
        return false;
    }
    *number = (unsigned)strtoul(*text, &end, 10);
    *text = end;
    return true;
}

/* "status 2 (7)", or "status 2" (question 0), and nothing else. */
static bool read_status(const char *line, unsigned *status, unsigned *question)
{
    *question = 0;
    if (strncmp(line, "status ", 7) != 0) {
        return false;
    }
    line += 7;
    if (!read_number(&line, status)) {
        return false;
    }
    if (strncmp(line, " (", 2) != 0) {
        return *line == '\0';
    }
    line += 2;
    return read_number(&line, question) && strcmp(line, ")") == 0;
}

/* "exit 2", and nothing else: a shell's last words. */
static bool read_exit(const char *line, unsigned *status)
{
    if (strncmp(line, "exit ", 5) != 0) {
        return false;
    }
    line += 5;
    return read_number(&line, status) && *line == '\0';
}

/* The word behind a prompt; or one of the two alone, when another thread has torn the line there.
 */
static bool is_echo(const char *line, const char *word)
{
    size_t length = strlen(prompt);
    const char *rest = strncmp(line, prompt, length) == 0 ? line + length : line;

    return strcmp(rest, word) == 0 || (rest != line && *rest == '\0');
}

static bool ends_with(const char *line, const char *ending)
{
    size_t length = strlen(line);

    return length >= strlen(ending) && strcmp(line + length - strlen(ending), ending) == 0;
}

static bool takes_question(struct talk *talk)
{
    unsigned question;
    unsigned status;

    if (read_status(talk->line, &status, &question) && question != 0) {
        /* Also an answer that comes late is none of the user's. */
        if (talk->state == TALK_ASKS && question > talk->question - talk->asked) {
            talk->answered = true;
            talk->status = (int)(status & 0xFF);
        }
        return question <= talk->question;
    }
    char text[24];

    (void)snprintf(text, sizeof text, "%s %u", ask, talk->question);
    return talk->state == TALK_ASKS && is_echo(talk->line, text);
}

/* The shell shows each command that it was given, behind a prompt, and at the end exit, which was
 * given, too; or a command has failed, and it exits. */
static bool is_ours_given(struct talk *talk)
{
    const char *line = talk->line;
    unsigned status;

    if (talk->next < talk->count && is_echo(line, talk->commands[talk->next])) {
        talk->next++;
        return false;
    }
    if (talk->next == talk->count && is_echo(line, "exit")) {
        talk->leaving = true;
        return true;
    }
    return read_exit(line, &status) && (talk->leaving || status != 0);
}

/* Is the line part of what is asked and answered behind the user's back? */
static bool is_ours(struct talk *talk)
{
    unsigned question;
    unsigned status;

    if (talk->state == TALK_GIVEN) {
        return is_ours_given(talk);
    }
    if (takes_question(talk)) {
        return true;
    }
    if (talk->state == TALK_BEGINS && talk->stays && ends_with(talk->line, "^C")) {
        talk->dropped = true;
        return true;
    }
    if (!talk->leaving) {
        return false;
    }
    if (talk->stays) {
        return is_echo(talk->line, "wait") || read_status(talk->line, &status, &question);
    }
    return is_echo(talk->line, "exit") || read_exit(talk->line, &status);
}

static void end_line(struct talk *talk, bool whole)
{
    talk->line[talk->length] = '\0';
    if (talk->torn || !whole || !is_ours(talk)) {
        talk->show(talk->context, talk->line, whole);
    }
    talk->length = 0;
    talk->torn = !whole;
    talk->prompted = false;
}

/* What could command the user's terminal is not shown as it is. */
static void add(struct talk *talk, char character, bool strange)
{
    size_t length = strlen(prompt);

    talk->line[talk->length++] = character;
    if (strange) {
        talk->line[talk->length - 1] = '?';
    }
    if (!talk->torn && !talk->prompted && talk->length == length
        && memcmp(talk->line, prompt, length) == 0) {
        talk->prompted = true;
        on_prompt(talk);
    }
    if (talk->length == TALK_LINE_MAX) {
        end_line(talk, false);
    }
}

void talk_begin(struct talk *talk)
{
    talk->state = talk->given ? TALK_GIVEN : TALK_BEGINS;
    /* A board that runs already waits with what was typed before, perhaps half a line: Ctrl-C. */
    if (talk->stays) {
        talk->type(talk->context, "\x03");
    }
}

void talk_take(struct talk *talk, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            end_line(talk, true);
        } else if (bytes[i] != '\r') {
            bool strange = (unsigned char)bytes[i] < ' ' && bytes[i] != '\t';

            add(talk, bytes[i], strange || bytes[i] == '\x7F');
        }
    }
}

/* A prompt that was torn has left its end; one that was there before its time is still there. */
void talk_silence(struct talk *talk)
{
    bool whole = talk->prompted && talk->length == strlen(prompt);

    talk->line[talk->length] = '\0';
    if ((talk->state == TALK_BEGINS || talk->state == TALK_GIVEN) && whole
        && talk->next < talk->count) {
        /* Also of a shell that has not taken what it was given. */
        talk->state = TALK_BEGINS;
        talk->dropped = true;
    } else if (talk->length == 0 || whole || !ends_with(prompt, talk->line)) {
        return;
    }
    talk->prompted = true;
    on_prompt(talk);
}

void talk_end(struct talk *talk)
{
    talk->line[talk->length] = '\0';
    if (talk->length > 0 && strcmp(talk->line, prompt) != 0) {
        talk->show(talk->context, talk->line, true);
    }
    talk->length = 0;
}

const char *talk_command(const struct talk *talk)
{
    return talk->next == 0 ? NULL : talk->commands[talk->next - 1];
}
