/* shell.c - reads lines from the console and runs commands.
 *
 * Characters come in by interrupt and wait in a queue until the shell's thread, which is seldom
 * urgent, takes them. When the queue is full the next ones are lost; the first that finds room
 * again bears a mark, by which the line that has the gap is not run, but told of.
 */
#include "shell.h"

#include "line_editor.h"
#include "text.h"

#include <string.h>

enum { STACK_BYTES = 4096, INPUT_MAX = 256, PRINT_BYTES = 256, COMMAND_LINE_MAX = 1024 };
enum { GAP_BEFORE = 0x100 };
enum { WAIT_POLL_MS = 10 };

static struct takt_thread thread;
static TAKT_STACK(stack, STACK_BYTES);

/* Input. */

static struct takt_queue input;
static uint16_t input_memory[INPUT_MAX];
static bool gap;               /* the interrupt's */
static volatile bool end_lost; /* the end of the input was among what was lost */

static void character_in(int character)
{
    const uint16_t item = (uint16_t)((unsigned)character | (gap ? GAP_BEFORE : 0U));

    if (character == TAKT_CONSOLE_LOST) {
        gap = true;
        return;
    }
    gap = takt_queue_send(&input, &item, TAKT_NO_WAIT) != TAKT_OK;
    end_lost = end_lost || (gap && character == TAKT_CONSOLE_END);
}

/* Wait for the next one. False: there is none, for the end came when there was no room. */
static bool take_item(uint16_t *item)
{
    if (takt_queue_receive(&input, item, TAKT_NO_WAIT) == TAKT_OK) {
        return true;
    }
    return !end_lost && takt_queue_receive(&input, item, TAKT_FOREVER) == TAKT_OK;
}

/* Output. */

/* Lines end as terminals want them. */
static void put(const char *text)
{
    char piece[32];
    size_t length = 0;

    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            piece[length++] = '\r';
        }
        piece[length++] = *text;
        if (length >= sizeof piece - 2) {
            piece[length] = '\0';
            takt_print(piece);
            length = 0;
        }
    }
    piece[length] = '\0';
    takt_print(piece);
}

static void print_list(const char *format, va_list arguments)
{
    char text[PRINT_BYTES];

    (void)text_format_list(text, sizeof text, format, arguments);
    put(text);
}

void shell_print(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_list(format, arguments);
    va_end(arguments);
}

int shell_fail(char **words, const char *format, ...)
{
    va_list arguments;

    shell_print("%s: ", words[0]);
    va_start(arguments, format);
    print_list(format, arguments);
    va_end(arguments);
    put("\n");
    return SHELL_ERROR;
}

/* Commands. */

// NOLINTBEGIN: the linker's names
extern const struct shell_command *const __start_takt_commands[];
extern const struct shell_command *const __stop_takt_commands[];

const struct shell_command *shell_command(unsigned index)
{
    /* cppcheck-suppress comparePointers ; the linker makes them the ends of one array */
    const size_t count = (size_t)(__stop_takt_commands - __start_takt_commands);

    return index < count ? __start_takt_commands[index] : NULL;
}
// NOLINTEND

static const char *command_name(unsigned index)
{
    const struct shell_command *command = shell_command(index);

    return command == NULL ? NULL : command->name;
}

static const struct shell_command *find(const char *name)
{
    const struct shell_command *command = NULL;

    for (unsigned i = 0; (command = shell_command(i)) != NULL; i++) {
        if (strcmp(command->name, name) == 0) {
            break;
        }
    }
    return command;
}

/* Cut a line at its blanks; the number of words, or SHELL_WORDS_MAX + 1 if there are more. */
static unsigned split(char *line, char **words)
{
    unsigned count = 0;

    for (;;) {
        while (*line == ' ') {
            *line++ = '\0';
        }
        if (*line == '\0' || count == SHELL_WORDS_MAX) {
            words[count] = NULL;
            return *line == '\0' ? count : SHELL_WORDS_MAX + 1;
        }
        words[count++] = line;
        while (*line != ' ' && *line != '\0') {
            line++;
        }
    }
}

static int last_status;

static int run(char *line)
{
    char *words[SHELL_WORDS_MAX + 1];
    unsigned count = split(line, words);

    if (count == 0) {
        return last_status;
    }
    if (count > SHELL_WORDS_MAX) {
        return shell_fail(words, "more than %u words", (unsigned)SHELL_WORDS_MAX);
    }
    const struct shell_command *command = find(words[0]);

    if (command == NULL) {
        return shell_fail(words, "no such command; help lists them");
    }
    return command->run(count, words);
}

/* What commands have begun, and what ends by itself, is waited for. */
static bool anything_goes_on(void)
{
    const struct shell_command *command;

    for (unsigned i = 0; (command = shell_command(i)) != NULL; i++) {
        if (command->busy != NULL && command->busy()) {
            return true;
        }
    }
    return false;
}

static void wait_for_all(void)
{
    while (anything_goes_on()) {
        (void)takt_sleep(takt_ms(WAIT_POLL_MS));
    }
}

static int run_exit(unsigned count, char **words)
{
    if (count > 1) {
        return shell_fail(words, "takes no words; it tells the status of the last command");
    }
    wait_for_all();
    shell_print("exit %d\n", last_status);
    takt_halt(last_status);
}

/* Both leave the last status as it is, so that they can be asked again. */

static int tell_status(void)
{
    shell_print("status %d\n", last_status);
    return last_status;
}

/* Who asks with a number gets it back, and knows the answer from an earlier one. */
static int run_status(unsigned count, char **words)
{
    uint32_t number;

    if (count == 1) {
        return tell_status();
    }
    if (count > 2 || !text_number(words[1], UINT32_MAX, &number)) {
        return shell_fail(words, "takes one number at most, not \"%s\"", words[count - 1]);
    }
    shell_print("status %d (%u)\n", last_status, (unsigned)number);
    return last_status;
}

static int run_wait(unsigned count, char **words)
{
    (void)count;
    if (!shell_alone(words)) {
        return SHELL_ERROR;
    }
    wait_for_all();
    return tell_status();
}

SHELL_COMMAND(exit, "", "wait for what goes on, then end the run with the last status", run_exit)
SHELL_COMMAND(status, "[NUMBER]", "tell the status of the last command", run_status)
SHELL_COMMAND(wait, "", "wait for what goes on, then tell the last status", run_wait)

/* Lines. */

static const char prompt[] = "takt> ";
static const char input_lost[] = "input was lost";
static const char too_long[] = "longer than 127 characters";
static struct line_editor editor;
static bool damaged; /* characters of this line were lost */

static int refuse_line(const char *why)
{
    shell_print("shell: %s, the line was not run\n", why);
    return SHELL_ERROR;
}

static void end_line(enum line_event event)
{
    if (damaged || event == LINE_TOO_LONG) {
        last_status = refuse_line(damaged ? input_lost : too_long);
    } else if (event != LINE_DROPPED) {
        last_status = run(editor.text);
    }
    damaged = false;
    line_editor_next(&editor);
}

static void run_exit_line(void)
{
    char line[] = "exit";

    (void)run(line);
}

/* End the line before the next ";" that is a word, and the blank before that; what is behind it, or
 * NULL. */
static char *cut_command(char *line)
{
    for (char *at = line; *at != '\0'; at++) {
        if (*at == ';' && (at == line || at[-1] == ' ') && (at[1] == ' ' || at[1] == '\0')) {
            *(at == line ? at : at - 1) = '\0';
            return at + 1;
        }
    }
    return NULL;
}

/* Commands that the image was started with: at the same instants in every run of an emulator. The
 * first that fails ends the run. */
static void run_arguments(void)
{
    static char line[COMMAND_LINE_MAX];
    char *command = takt_command_line(line, sizeof line) < 0 ? NULL : strchr(line, ' ');

    while (command != NULL) {
        char *next = cut_command(command);

        command += strspn(command, " ");
        shell_print("%s%s\n", prompt, command);
        last_status = strlen(command) > LINE_MAX ? refuse_line(too_long) : run(command);
        if (last_status != SHELL_FINE) {
            run_exit_line();
        }
        command = next;
    }
}

static void end_input(bool complete)
{
    put("\n");
    if (!complete) {
        last_status = refuse_line(input_lost);
    }
    run_exit_line();
}

static void serve(void *unused)
{
    uint16_t item = 0;

    (void)unused;
    run_arguments();
    line_editor_begin(&editor, prompt, put, command_name);
    takt_console_listen(character_in);
    while (take_item(&item)) {
        damaged = damaged || (item & GAP_BEFORE) != 0;
        enum line_event event = line_editor_take(&editor, (unsigned char)item);

        if (event == LINE_END) {
            end_input(!damaged);
        } else if (event != LINE_MORE) {
            end_line(event);
        }
    }
    end_input(false);
}

void shell_start(unsigned priority)
{
    const struct takt_thread_options options = { .name = "shell",
                                                 .priority = priority,
                                                 .entry = serve,
                                                 .stack = stack,
                                                 .stack_bytes = sizeof stack };

    shell_print("%s on %s\n", takt_image_name, takt_board_name);
    (void)takt_queue_init(&input, "console", input_memory, sizeof input_memory,
                          sizeof input_memory[0], INPUT_MAX);
    (void)takt_thread_create(&thread, &options);
}
