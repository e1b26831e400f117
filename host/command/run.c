/* run.c - `takt run`: the words of its command line; what happens then is the room host/run. */
#include "boards.h"
#include "child.h"
#include "command.h"
#include "drive.h"
#include "image.h"
#include "interruption.h"
#include "keep.h"
#include "keyboard.h"
#include "options.h"
#include "serial.h"
#include "start.h"
#include "talk.h"
#include "text.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMMANDS_MAX = 256, TIMEOUT_DEFAULT_S = 120, TIMEOUT_MAX_S = 1000000, NAMES_BYTES = 256 };

struct wishes {
    const char *image;
    const char *board;
    const char *port;
    const char *save;
    unsigned baud; /* 0: not given */
    unsigned timeout_s;
    const char *commands[COMMANDS_MAX];
    size_t count;
    const char *words[START_WORDS_MAX + 1]; /* of the image */
    bool given;                             /* they are the commands */
};

/* The command line. */

static int take_command(struct wishes *wishes, const char *text)
{
    if (wishes->count == COMMANDS_MAX) {
        return command_fail(&command_run, "more than %d commands", COMMANDS_MAX);
    }
    if (strspn(text, " ") == strlen(text) || strlen(text) > TALK_COMMAND_MAX) {
        return command_fail(&command_run, "--command takes 1 to %d characters, not '%s'",
                            TALK_COMMAND_MAX, text);
    }
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == ';') {
            return command_fail(&command_run, "--command takes one command, without ';', not '%s'",
                                text);
        }
        if ((unsigned char)*at < ' ' || *at == 0x7F) {
            return command_fail(&command_run,
                                "--command takes one line, without control "
                                "characters, not '%s'",
                                text);
        }
    }
    wishes->commands[wishes->count++] = text + strspn(text, " "); /* as the shell shows it */
    return EXIT_FINE;
}

static int take_baud(struct wishes *wishes, const char *text)
{
    uint32_t baud = 0;

    if (!text_number(text, UINT32_MAX, &baud) || !serial_baud_known(baud)) {
        return command_fail(&command_run,
                            "--baud takes a rate from 1200 to 4000000 that ports "
                            "have, as 115200, not '%s'",
                            text);
    }
    wishes->baud = baud;
    return EXIT_FINE;
}

static int take_timeout(struct wishes *wishes, const char *text)
{
    uint32_t seconds = 0;

    if (!text_number(text, TIMEOUT_MAX_S, &seconds) || seconds == 0) {
        return command_fail(&command_run, "--timeout takes whole seconds from 1 to %d, not '%s'",
                            TIMEOUT_MAX_S, text);
    }
    wishes->timeout_s = seconds;
    return EXIT_FINE;
}

static int take_name(const char **name, const char *option, const char *text)
{
    if (text[0] == '\0') {
        return command_fail(&command_run, "--%s takes a name, not an empty one", option);
    }
    *name = text;
    return EXIT_FINE;
}

static int take(struct wishes *wishes, int letter)
{
    switch (letter) {
    case 'b':
        return take_name(&wishes->board, "board", optarg);
    case 'c':
        return take_command(wishes, optarg);
    case 's':
        return take_name(&wishes->port, "serial", optarg);
    case 'r':
        return take_baud(wishes, optarg);
    case 't':
        return take_timeout(wishes, optarg);
    default:
        return take_name(&wishes->save, "save", optarg);
    }
}

/* Everything behind `--` is the image's. */
static int split(int argc, char **argv)
{
    int count = 1;

    while (count < argc && strcmp(argv[count], "--") != 0) {
        count++;
    }
    return count;
}

/* What does not go together. */
static int check(const struct wishes *wishes, int names)
{
    if (wishes->port != NULL && (names > 0 || wishes->board != NULL || wishes->words[0] != NULL)) {
        return command_fail(&command_run, "--serial speaks with an image that runs already: no "
                                          "IMAGE, --board or words for it");
    }
    if (wishes->port == NULL && names != 1) {
        return command_fail(&command_run,
                            "needs one image, not %d names; words for the image come after --",
                            names);
    }
    if (wishes->port == NULL && wishes->board == NULL) {
        return command_fail(&command_run, "needs --board, or --serial; see takt run --help");
    }
    if (wishes->port == NULL && wishes->baud != 0) {
        return command_fail(&command_run, "--baud belongs to --serial");
    }
    return EXIT_FINE;
}

static int parse(struct wishes *wishes, int argc, char **argv)
{
    static const struct option options[] = {
        { "board", required_argument, NULL, 'b' },
        { "command", required_argument, NULL, 'c' },
        { "serial", required_argument, NULL, 's' },
        { "baud", required_argument, NULL, 'r' },
        { "timeout", required_argument, NULL, 't' },
        { "save", required_argument, NULL, 'd' },
        { NULL, 0, NULL, 0 },
    };
    int count = split(argc, argv);
    int status = EXIT_FINE;
    int letter;

    if (argc - count - 1 > START_WORDS_MAX) {
        return command_fail(&command_run, "more than %d words for the image", START_WORDS_MAX);
    }
    for (int i = count + 1; i < argc; i++) {
        wishes->words[i - count - 1] = argv[i];
    }
    opterr = 0;
    while (status == EXIT_FINE && (letter = getopt_long(count, argv, ":", options, NULL)) != -1) {
        status = letter == '?' || letter == ':' ? options_wrong(&command_run, letter, argv)
                                                : take(wishes, letter);
    }
    if (status == EXIT_FINE && optind < count) {
        status = take_name(&wishes->image, "board's IMAGE", argv[optind]);
    }
    return status == EXIT_FINE ? check(wishes, count - optind) : status;
}

/* A shell runs the commands that its image was started with at the same instants in every run of an
 * emulator. An image with words of its own is typed to. */
static void give_commands(struct wishes *wishes)
{
    size_t count = 0;

    if (wishes->count == 0 || wishes->words[0] != NULL) {
        return;
    }
    wishes->given = true;
    for (size_t i = 0; i < wishes->count; i++) {
        wishes->words[count++] = wishes->commands[i];
        wishes->words[count++] = ";";
    }
    wishes->words[count] = "exit";
}

/* At a serial port the status of what is piped in cannot be had but by asking for it: each line is
 * a command. The lines are kept for the rest of the process. */
static int read_commands(struct wishes *wishes)
{
    static char lines[COMMANDS_MAX][TALK_COMMAND_MAX + 3];
    int status = EXIT_FINE;

    for (size_t i = 0; status == EXIT_FINE && i < COMMANDS_MAX; i++) {
        if (fgets(lines[i], sizeof lines[i], stdin) == NULL) {
            break;
        }
        lines[i][strcspn(lines[i], "\r\n")] = '\0';
        if (lines[i][0] != '\0') {
            status = take_command(wishes, lines[i]);
        }
    }
    if (status == EXIT_FINE && wishes->count == 0) {
        return command_fail(&command_run, "nothing to do: neither --command nor a line of input");
    }
    return status;
}

/* The run. */

static int finish(enum drive_end end, int status, const struct error *error)
{
    switch (end) {
    case DRIVE_ENDED:
        return command_end(&command_run, status);
    case DRIVE_TIMED_OUT:
        (void)command_fail(&command_run, "%s", error->text);
        return EXIT_TIMED_OUT;
    case DRIVE_INTERRUPTED:
        interruption_obey(status);
        return EXIT_ERROR;
    case DRIVE_LEFT:
        return EXIT_FINE;
    case DRIVE_FAILED:
    default:
        return command_fail(&command_run, "%s", error->text);
    }
}

/* What the image itself ended with. */
static enum drive_end judge_child(const struct child *child, int *status, struct error *error)
{
    int found = child_wait(child);

    if (WIFSIGNALED(found)) {
        (void)error_set(error, "it ended by signal %d, %s", WTERMSIG(found),
                        strsignal(WTERMSIG(found)));
        return DRIVE_FAILED;
    }
    *status = WEXITSTATUS(found);
    return *status == 0 && error->text[0] != '\0' ? DRIVE_FAILED : DRIVE_ENDED;
}

static struct drive drive_of(const struct wishes *wishes)
{
    bool terminal = wishes->count == 0 && keyboard_is_terminal(STDIN_FILENO);

    return (struct drive){ .commands = wishes->commands,
                           .count = wishes->count,
                           .given = wishes->given,
                           .keys = STDIN_FILENO,
                           .terminal = terminal,
                           .screen = STDOUT_FILENO,
                           .save = wishes->save,
                           .timeout_s = wishes->timeout_s != 0 ? wishes->timeout_s
                                        : terminal             ? 0
                                                               : TIMEOUT_DEFAULT_S,
                           .interruption = interruption_begin() };
}

static enum drive_end drive(const struct drive *how, int *status, struct error *error)
{
    if (how->terminal) {
        (void)fputs("takt run: Ctrl-] leaves\n", stderr);
        keyboard_take(how->keys);
    }
    enum drive_end end = drive_run(how, status, error);

    keyboard_give_back();
    return end;
}

static int run_serial(struct wishes *wishes)
{
    struct error error;
    int status = EXIT_FINE;
    unsigned baud = wishes->baud != 0 ? wishes->baud : SERIAL_BAUD_DEFAULT;

    if (wishes->count == 0 && !keyboard_is_terminal(STDIN_FILENO)) {
        status = read_commands(wishes);
    }
    if (status != EXIT_FINE) {
        return status;
    }
    int port = serial_open(wishes->port, baud, &error);

    if (port < 0) {
        return command_fail(&command_run, "%s", error.text);
    }
    struct drive how = drive_of(wishes);

    how.in = port;
    how.out = port;
    how.stays = true;
    enum drive_end end = drive(&how, &status, &error);

    serial_close(port);
    return finish(end, status, &error);
}

static int run_image(struct wishes *wishes, const struct run_board *board)
{
    char path[IMAGE_PATH_BYTES];
    struct error error;
    struct child child;
    int status = EXIT_ERROR;

    give_commands(wishes);

    struct drive how = drive_of(wishes);

    if (!image_find(path, wishes->image, board, &error)
        || !start_image(&child, board, path, wishes->words, &error)) {
        return command_fail(&command_run, "%s", error.text);
    }
    how.in = child.in;
    how.out = child.out;
    enum drive_end end = drive(&how, &status, &error);

    if (end == DRIVE_ENDED && status < 0) {
        end = judge_child(&child, &status, &error);
    } else {
        child_end(&child);
    }
    return finish(end, status, &error);
}

static int run_on_board(struct wishes *wishes)
{
    const struct run_board *board = boards_find(wishes->board);

    if (board == NULL) {
        char names[NAMES_BYTES];

        boards_list(names, sizeof names);
        return command_fail(&command_run, "there is no board '%s'; Takt has %s", wishes->board,
                            names);
    }
    if (board->machine == NULL && !board->process) {
        return command_fail(&command_run,
                            "QEMU has no board %s: flash the image, and --serial "
                            "speaks with it",
                            board->name);
    }
    return run_image(wishes, board);
}

static int run(int argc, char **argv)
{
    static struct wishes wishes;
    struct error error;
    int status = parse(&wishes, argc, argv);

    if (status != EXIT_FINE) {
        return status;
    }
    if (wishes.save != NULL && !keep_possible(wishes.save, &error)) {
        return command_fail(&command_run, "%s", error.text);
    }
    return wishes.port != NULL ? run_serial(&wishes) : run_on_board(&wishes);
}

const struct command command_run = {
    .name = "run",
    .summary = "an image on an emulated board, in a process, or at a serial port",
    .run = run,
    .help =
        "usage: takt run IMAGE --board B [OPTIONS] [-- WORD...]\n"
        "       takt run --serial PORT [OPTIONS]\n"
        "\n"
        "Starts IMAGE on the board B: in QEMU, or for board host as a process; or speaks with\n"
        "an image that runs already on a board at the serial port PORT. IMAGE is a file, or a\n"
        "name that is looked up as build/B/IMAGE.elf and build/B/IMAGE. WORDs are the image's\n"
        "own. In QEMU an instruction takes 64 ns of virtual time, and the image may write files\n"
        "of this machine.\n"
        "\n"
        "  --command \"WORDS\"  give this command to the image's shell when its prompt is there;\n"
        "                     may be repeated; the first that fails ends the run, and its status\n"
        "                     is that of takt. After the last one, what goes on and ends by\n"
        "                     itself is waited for\n"
        "  --timeout SECONDS  of real time, after which the run is ended (120; none if you type)\n"
        "  --save DIRECTORY   make files of a trace that is printed (trace dump); it must be "
        "empty\n"
        "                     or new\n"
        "  --baud RATE        of the serial port (115200)\n"
        "\n"
        "Without --command, keys go to the image, and Ctrl-] leaves; or what is piped in is\n"
        "typed, and its end is typed as Ctrl-D, at which a shell ends as by exit. At a serial\n"
        "port each line that is piped in is a command. A board there is never halted.\n"
        "\n"
        "exit status: the image's, or the command's: of the shell's commands 0 fine, 1 a finding,\n"
        "2 an error; 2 also if the run itself failed, told in one line on stderr; 124 if the time\n"
        "ran out\n",
};
