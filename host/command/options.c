/* options.c - the options that the commands share. */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const struct option all_options[] = {
    { "deadline", required_argument, NULL, 'd' },  { "client", required_argument, NULL, 'c' },
    { "top", required_argument, NULL, 't' },       { "slowest", required_argument, NULL, 's' },
    { "threshold", required_argument, NULL, 'r' }, { "json", no_argument, NULL, 'j' },
    { "bound", required_argument, NULL, 'b' },     { "output", required_argument, NULL, 'o' },
    { "quiet", required_argument, NULL, 'q' },     { "from", required_argument, NULL, 'f' },
    { "to", required_argument, NULL, 'u' },
};

enum {
    OPTION_COUNT = sizeof all_options / sizeof all_options[0],
    DECIMALS = 3,
    COUNT_MAX = 1000000000
};

static const uint64_t us_max = UINT64_C(1000000000000);

/* Decimal digits only, at most `max`. Moves *text behind them. */
static bool digits(const char **text, uint64_t max, uint64_t *number)
{
    const char *start = *text;

    *number = 0;
    while (**text >= '0' && **text <= '9') {
        *number = *number * 10 + (uint64_t)(**text - '0');
        if (*number > max) {
            return false;
        }
        ++*text;
    }
    return *text != start;
}

bool option_us(const char *text, uint64_t *ns)
{
    uint64_t us;
    uint64_t fraction = 0;

    if (!digits(&text, us_max, &us)) {
        return false;
    }
    if (*text == '.') {
        const char *start = ++text;

        if (!digits(&text, 999, &fraction) || text - start > DECIMALS) {
            return false;
        }
        for (long places = text - start; places < DECIMALS; places++) {
            fraction *= 10;
        }
    }
    *ns = us * 1000 + fraction;
    return *text == '\0';
}

static bool option_count(const char *text, size_t *count)
{
    uint64_t number;

    if (!digits(&text, COUNT_MAX, &number) || *text != '\0') {
        return false;
    }
    *count = (size_t)number;
    return true;
}

/* "hi=5000": cut at the last `=`, in place. */
static int take_deadline(struct options *options, const struct command *command, char *text)
{
    char *equals = strrchr(text, '=');
    struct deadline *deadline;

    if (options->analyze.deadline_count == DEADLINES_MAX) {
        return command_fail(command, "more than %d deadlines", DEADLINES_MAX);
    }
    deadline = &options->deadlines[options->analyze.deadline_count];
    if (equals == NULL || equals == text || !option_us(equals + 1, &deadline->ns)) {
        return command_fail(command,
                            "--deadline takes NAME=US, a thread's name and microseconds, not "
                            "'%s'",
                            text);
    }
    *equals = '\0';
    deadline->name = text;
    options->analyze.deadline_count++;
    return EXIT_FINE;
}

static int take_us(const struct command *command, const char *name, const char *text, uint64_t *ns)
{
    if (!option_us(text, ns)) {
        return command_fail(command,
                            "--%s takes microseconds from 0 to 1000000000000, with at most "
                            "three decimals, not '%s'",
                            name, text);
    }
    return EXIT_FINE;
}

static int take_count(const struct command *command, const char *name, const char *text,
                      size_t *count)
{
    if (!option_count(text, count)) {
        return command_fail(command, "--%s takes a whole number from 0 to %d, not '%s'", name,
                            COUNT_MAX, text);
    }
    return EXIT_FINE;
}

static int take_quiet(struct options *options, const struct command *command, const char *text)
{
    options->analyze.quiet.asked = true;
    return take_count(command, "quiet", text, &options->analyze.quiet.cpu);
}

/* A number with a unit behind it, in ns; `text` ends there. */
static bool option_time(const char *text, uint64_t *ns)
{
    static const struct {
        const char *unit;
        uint64_t ns;
    } units[] = { { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 } };
    uint64_t whole;
    uint64_t fraction = 0;
    uint64_t scale = 1;

    if (!digits(&text, UINT64_MAX / 20, &whole)) {
        return false;
    }
    for (text += *text == '.'; *text >= '0' && *text <= '9' && scale < 1000000000; text++) {
        fraction = fraction * 10 + (uint64_t)(*text - '0');
        scale *= 10;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(text, units[i].unit) == 0) {
            *ns = fraction * units[i].ns / scale;
            return !__builtin_mul_overflow(whole, units[i].ns, &whole)
                   && !__builtin_add_overflow(whole, *ns, ns);
        }
    }
    return false;
}

/* Marks are 32 bits; their codes are told in any of C's ways. */
static bool option_mark(const char *text, uint64_t *code)
{
    char *end;
    unsigned long long value;

    errno = 0;
    value = strtoull(text, &end, 0);
    *code = value;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && value <= UINT32_MAX;
}

static int take_edge(const struct command *command, const char *name, const char *text,
                     struct window_edge *edge)
{
    if (option_mark(text, &edge->value)) {
        edge->kind = EDGE_MARK;
    } else if (option_time(text, &edge->value)) {
        edge->kind = EDGE_TIME;
    } else {
        return command_fail(command,
                            "--%s takes a time with its unit (ns, us, ms or s), or the code of a "
                            "mark, a number below 2^32, not '%s'",
                            name, text);
    }
    return EXIT_FINE;
}

static int take_client(struct options *options, const struct command *command, const char *text)
{
    if (text[0] == '\0') {
        return command_fail(command, "--client takes GROUP/THREAD, not an empty name");
    }
    options->analyze.client = text;
    return EXIT_FINE;
}

static int take(struct options *options, const struct command *command, int letter)
{
    switch (letter) {
    case 'd':
        return take_deadline(options, command, optarg);
    case 'c':
        return take_client(options, command, optarg);
    case 't':
        return take_count(command, "top", optarg, &options->analyze.top);
    case 's':
        return take_count(command, "slowest", optarg, &options->analyze.slowest);
    case 'r':
        return take_us(command, "threshold", optarg, &options->analyze.threshold_ns);
    case 'q':
        return take_quiet(options, command, optarg);
    case 'f':
        return take_edge(command, "from", optarg, &options->window.from);
    case 'u':
        return take_edge(command, "to", optarg, &options->window.to);
    case 'o':
        options->output = optarg;
        return optarg[0] != '\0' ? EXIT_FINE : command_fail(command, "-o takes the name of a file");
    case 'b':
        return take_us(command, "bound", optarg, &options->bound_ns);
    default:
        options->json = true;
        return EXIT_FINE;
    }
}

int options_wrong(const struct command *command, int answer, char **argv)
{
    if (answer == ':') {
        return command_fail(command, "option %s needs a value; see takt %s --help",
                            argv[optind - 1], command->name);
    }
    if (optopt > 0 && optopt < 0x7F && strncmp(argv[optind - 1], "--", 2) != 0) {
        return command_fail(command, "unknown option -%c; see takt %s --help", optopt,
                            command->name);
    }
    return command_fail(command,
                        "option %s is not known, not clear, or takes no value; see "
                        "takt %s --help",
                        argv[optind - 1], command->name);
}

static int take_files(struct options *options, const struct option_rules *rules, int argc,
                      char **argv)
{
    int count = argc - optind;

    if (count != rules->files) {
        return command_fail(rules->command, "needs %s, not %d names; see takt %s --help",
                            rules->wanted, count, rules->command->name);
    }
    for (int i = 0; i < count; i++) {
        options->files[i] = argv[optind + i];
        if (options->files[i][0] == '\0') {
            return command_fail(rules->command, "needs %s, not an empty name", rules->wanted);
        }
    }
    return EXIT_FINE;
}

static void accepted_options(const char *letters, struct option *accepted)
{
    size_t count = 0;

    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (strchr(letters, all_options[i].val) != NULL) {
            accepted[count++] = all_options[i];
        }
    }
    accepted[count] = (struct option){ NULL, 0, NULL, 0 };
}

int options_parse(struct options *options, const struct option_rules *rules, int argc, char **argv)
{
    struct option accepted[OPTION_COUNT + 1];
    int letter;
    /* only the file to write has a short form */
    const char *short_options = strchr(rules->letters, 'o') != NULL ? ":o:" : ":";

    *options =
        (struct options){ .bound_ns = DEFAULT_BOUND_NS,
                          .analyze = { .top = DEFAULT_TOP, .threshold_ns = DEFAULT_THRESHOLD_NS } };
    options->analyze.deadlines = options->deadlines;
    accepted_options(rules->letters, accepted);
    opterr = 0;
    while ((letter = getopt_long(argc, argv, short_options, accepted, NULL)) != -1) {
        int status = letter == '?' || letter == ':' ? options_wrong(rules->command, letter, argv)
                                                    : take(options, rules->command, letter);

        if (status != EXIT_FINE) {
            return status;
        }
    }
    return take_files(options, rules, argc, argv);
}
