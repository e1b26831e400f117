/* command_line.c - `takt` as a user meets it: statuses, one line for each mistake, output that
 * cannot be written, the programs' log against the trace.
 */
#include "harness.h"
#include "synth.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { OUTPUT_BYTES = 64 * 1024 };

/* What one run printed. */
struct result {
    int status;
    char out[OUTPUT_BYTES];
    char err[OUTPUT_BYTES];
};

static struct result result;

static void load(const char *path, char *text)
{
    FILE *file = fopen(path, "rb");
    size_t length = 0;

    if (CHECK(file != NULL)) {
        length = fread(text, 1, OUTPUT_BYTES - 1, file);
        (void)fclose(file);
    }
    text[length] = '\0';
}

/* Run `takt ARGUMENTS` in a shell. */
static int takt(const char *arguments)
{
    char line[2048];
    int status;

    (void)snprintf(line, sizeof line, "%s %s >command_out.txt 2>command_err.txt", TAKT_COMMAND,
                   arguments);
    status = system(line); // NOLINT(cert-env33-c): the test's own words
    CHECK(WIFEXITED(status));
    result.status = WEXITSTATUS(status);
    load("command_out.txt", result.out);
    load("command_err.txt", result.err);
    return result.status;
}

static bool says(const char *text)
{
    return strstr(result.out, text) != NULL;
}

static unsigned lines_of(const char *text)
{
    unsigned lines = 0;

    for (; *text != '\0'; text++) {
        lines += *text == '\n' ? 1 : 0;
    }
    return lines;
}

static void store(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");

    if (CHECK(file != NULL)) {
        CHECK(fputs(text, file) >= 0);
        CHECK(fclose(file) == 0);
    }
}

/* What the programs would have logged: the synthetic workload's own times, in order of periods. */
static void write_log(FILE *file, bool fixed, unsigned periods)
{
    (void)fputs("# takt-log 1\n# clock_hz 25000000\n"
                "client,server,number,send_ns,receive_ns,reply_ns,return_ns,outcome\n",
                file);
    for (unsigned period = 0; period < periods; period++) {
        unsigned long long start = (1000 + 25000ULL * period) * 1000;
        unsigned long long turn = start + (fixed ? 14000000 : 6000000);

        (void)fprintf(file, "ts_pload/lo,ts_psrv/psrv-rx,%u,%llu,%llu,%llu,%llu,replied\n",
                      period + 1, start, start, turn, start + 14500000);
        (void)fprintf(file, "ts_pload/hi,ts_psrv/psrv-rx,%u,%llu,%llu,%llu,%llu,replied\n",
                      period + 1, start + 4000000, turn, turn + 500000, turn + 500000);
    }
}

static void store_log(const char *path, bool fixed, unsigned periods)
{
    FILE *file = fopen(path, "wb");

    if (CHECK(file != NULL)) {
        write_log(file, fixed, periods);
        CHECK(fclose(file) == 0);
    }
}

static void make(void)
{
    static bool made;

    if (!made) {
        made = true;
        CHECK(synth_inversion("command_fixed", true, 3));
        CHECK(synth_inversion("command_inherit", false, 3));
        store_log("command_fixed.csv", true, 3);
        store_log("command_inherit.csv", false, 3);
    }
}

TEST(command_statuses_are_the_answers)
{
    make();
    CHECK_EQUAL(takt("analyze command_fixed --deadline hi=5000"), 1);
    CHECK(says("deadline hi=5000 us on ts_psrv: 3 of 3 requests missed, max 10500.0 us\n"));
    CHECK(says("suspected priority inversions: 3 (checked 6 exchanges"));
    CHECK_EQUAL(takt("analyze command_inherit --deadline hi=5000"), 0);
    CHECK(says("deadline hi=5000 us on ts_psrv: 0 of 3 requests missed, max 2500.0 us\n"));
    CHECK(says("suspected priority inversions: 0 (checked 6 exchanges"));
    CHECK_EQUAL(takt("analyze command_inherit --deadline ts_pload/hi=2499.999"), 1);
    CHECK_EQUAL(takt("analyze command_inherit --deadline ts_pload/hi=2500"), 0);
    CHECK_EQUAL(takt("analyze command_inherit --deadline nobody=5000"), 1);
    CHECK(says("deadline nobody=5000 us: not checked, no trustworthy request of such a client\n"));
    CHECK_EQUAL(takt("diff command_fixed command_inherit"), 1);
    CHECK_EQUAL(takt("diff command_fixed command_fixed"), 0);
    CHECK(says("no difference worth naming\n"));
    CHECK_EQUAL(takt("info command_fixed"), 0);
    CHECK_EQUAL(takt("validate command_fixed command_fixed.csv"), 0);
    CHECK_EQUAL(takt("validate command_inherit command_inherit.csv --bound 0"), 0);
    CHECK_EQUAL(takt("validate command_inherit command_fixed.csv"), 1);
    CHECK_TEXT(result.err, "");
}

TEST(command_info_is_json_with_the_facts)
{
    json_t *json;

    make();
    CHECK_EQUAL(takt("info command_fixed"), 0);
    json = json_loads(result.out, 0, NULL);
    if (!CHECK(json != NULL)) {
        return;
    }
    CHECK_TEXT(json_string_value(json_object_get(json, "format")), "Takt CTF 1.8");
    CHECK_EQUAL(json_integer_value(json_object_get(json, "cpus")), 1);
    CHECK_EQUAL(json_integer_value(json_object_get(json, "clock_hz")), 25000000);
    CHECK_EQUAL(json_integer_value(json_object_get(json, "threads")), 5);
    CHECK_EQUAL(json_integer_value(json_object_get(json, "groups")), 3);
    CHECK_EQUAL(json_integer_value(json_object_get(json, "channels")), 1);
    CHECK_EQUAL(json_integer_value(json_object_get(json, "exchanges")), 6);
    CHECK_EQUAL(json_integer_value(json_object_get(json, "trustworthy_exchanges")), 6);
    CHECK_EQUAL(json_array_size(json_object_get(json, "losses")), 0);
    CHECK(json_is_false(json_object_get(json, "partial")));
    CHECK(json_is_null(json_object_get(json, "problem")));
    json_decref(json);
}

TEST(command_json_is_exact_and_complete)
{
    json_t *json;
    json_t *row;

    make();
    CHECK_EQUAL(takt("analyze command_fixed --json --top 0 --client hi --slowest 2"), 1);
    json = json_loads(result.out, 0, NULL);
    if (!CHECK(json != NULL)) {
        return;
    }
    row = json_array_get(json_object_get(json, "latency"), 0);
    CHECK_TEXT(json_string_value(json_object_get(row, "client")), "ts_pload/hi");
    CHECK(json_real_value(json_object_get(row, "max_us")) == 10500.0);
    CHECK_EQUAL(json_array_size(json_object_get(json_object_get(json, "inversions"), "found")), 3);
    CHECK_EQUAL(json_array_size(json_object_get(json, "critical_paths")), 2);
    json_decref(json);
}

TEST(command_help_is_complete)
{
    static const char *const commands[] = {
        "info", "convert", "analyze", "diff", "validate", "run"
    };

    CHECK_EQUAL(takt("--help"), 0);
    for (size_t i = 0; i < COUNT(commands); i++) {
        char line[64];

        CHECK(says(commands[i]));
        (void)snprintf(line, sizeof line, "%s --help", commands[i]);
        CHECK_EQUAL(takt(line), 0);
        (void)snprintf(line, sizeof line, "usage: takt %s ", commands[i]);
        CHECK(strncmp(result.out, line, strlen(line)) == 0);
        CHECK_TEXT(result.err, "");
        CHECK_EQUAL(takt("--help"), 0);
    }
    CHECK_EQUAL(takt("analyze --help"), 0);
    CHECK(says("--deadline NAME=US") && says("--client GROUP/THREAD") && says("--top N")
          && says("--slowest N") && says("--threshold US") && says("--json")
          && says("exit status: "));
}

TEST(command_mistakes_get_one_line_and_status_2)
{
    static const char *const mistakes[][2] = {
        { "nothing", "takt nothing: no such command; takt --help lists them\n" },
        { "analyze", "takt analyze: needs one trace, not 0 names; see takt analyze --help\n" },
        { "analyze a b", "takt analyze: needs one trace, not 2 names; see takt analyze --help\n" },
        { "analyze ''", "takt analyze: needs one trace, not an empty name\n" },
        { "diff command_fixed",
          "takt diff: needs two traces, not 1 names; see takt diff --help\n" },
        { "analyze command_fixed --frob", NULL },
        { "analyze command_fixed -x",
          "takt analyze: unknown option -x; see takt analyze --help\n" },
        { "analyze command_fixed --json=yes", NULL },
        { "analyze command_fixed --top",
          "takt analyze: option --top needs a value; see takt analyze --help\n" },
        { "analyze command_fixed --top x",
          "takt analyze: --top takes a whole number from 0 to 1000000000, not 'x'\n" },
        { "analyze command_fixed --top -1", NULL },
        { "analyze command_fixed --top 99999999999999999999", NULL },
        { "analyze command_fixed --top ''", NULL },
        { "analyze command_fixed --slowest 1.5", NULL },
        { "analyze command_fixed --deadline hi",
          "takt analyze: --deadline takes NAME=US, a thread's name and microseconds, not 'hi'\n" },
        { "analyze command_fixed --deadline =5", NULL },
        { "analyze command_fixed --deadline hi=", NULL },
        { "analyze command_fixed --deadline hi=5us", NULL },
        { "analyze command_fixed --threshold 1.2345", NULL },
        { "analyze command_fixed --threshold 1000000000001", NULL },
        { "analyze command_fixed --client ''", NULL },
        { "diff command_fixed command_fixed --slowest 1", NULL },
        { "info command_fixed --json", NULL },
        { "info command_none", "takt info: command_none: No such file or directory\n" },
        { "info command_fixed/stream_0", NULL },
        { "analyze /dev/null", NULL },
        { "validate command_fixed command_none",
          "takt validate: command_none: No such file or directory\n" },
        { "validate command_fixed .", NULL },
    };

    make();
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        CHECK_EQUAL(takt(mistakes[i][0]), 2);
        CHECK_TEXT(result.out, "");
        CHECK_EQUAL(lines_of(result.err), 1);
        if (mistakes[i][1] != NULL) {
            CHECK_TEXT(result.err, mistakes[i][1]);
        }
    }
    CHECK_EQUAL(takt(""), 2);
}

/* I19: paths built by strncat. */
TEST(command_output_that_cannot_be_written_is_status_2)
{
    static const char *const commands[] = {
        "info command_fixed",
        "analyze command_fixed",
        "--help",
        "analyze command_fixed --json",
        "diff command_fixed command_inherit",
        "validate command_fixed command_fixed.csv",
        "diff --help",
    };
    static const char *const outputs[] = { ">/dev/full", ">&-" };

    make();
    for (size_t i = 0; i < COUNT(commands); i++) {
        for (size_t j = 0; j < COUNT(outputs); j++) {
            char line[1024];
            int status;

            (void)snprintf(line, sizeof line, "%s %s %s 2>command_err.txt", TAKT_COMMAND,
                           commands[i], outputs[j]);
            status = system(line); // NOLINT(cert-env33-c): the test's own words
            CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 2);
            load("command_err.txt", result.err);
            CHECK_EQUAL(lines_of(result.err), 1);
            CHECK(strstr(result.err, "cannot write the result") != NULL);
        }
    }
}

/* Logs. */

#define LOG_HEAD    "# takt-log 1\n"
#define LOG_COLUMNS "client,server,number,send_ns,receive_ns,reply_ns,return_ns,outcome\n"

/* In each of three periods: lo's reply, and hi's receive, reply and return. */
TEST(validate_names_the_first_differences)
{
    make();
    CHECK_EQUAL(takt("validate command_inherit command_fixed.csv --top 1"), 1);
    CHECK(says("command_fixed.csv against command_inherit: 6 requests of 2 clients logged, 6 "
               "found, 12 differences (bound 50 us)\n"));
    CHECK(says("  line 5: ts_pload/hi request 1 (txn 2): receive logged at 15000.0 us, traced at "
               "7000.0 us, "));
    CHECK(says("  ... 11 more (use --json)\n"));
}

TEST(validate_misses_requests_on_either_side)
{
    make();
    store("command_log.csv", LOG_HEAD LOG_COLUMNS
          /* the second of three is not logged, and one is logged that never was */
          "ts_pload/hi,ts_psrv/psrv-rx,1,5000000,15000000,15500000,15500000,replied\n"
          "ts_pload/hi,ts_psrv/psrv-rx,3,55000000,65000000,65500000,65500000,replied\n"
          "ts_pload/hi,ts_psrv/psrv-rx,4,80000000,90000000,90500000,90500000,replied\n");
    CHECK_EQUAL(takt("validate command_fixed command_log.csv"), 1);
    CHECK(says("3 requests of 1 clients logged, 2 found, 2 differences"));
    CHECK(says("  ts_pload/hi: txn 4, sent at 30000.0 us, is not in the log\n"));
    CHECK(says("  line 5: ts_pload/hi request 4, sent at 80000.0 us, is not in the trace\n"));
    store("command_log.csv", LOG_HEAD LOG_COLUMNS "other/x,s/t,1,5,6,7,8,replied\n");
    CHECK_EQUAL(takt("validate command_fixed command_log.csv"), 1);
    CHECK(says("  line 3: other/x request 1, sent at 0.0 us, is not in the trace\n"));
}

TEST(validate_compares_server_and_outcome)
{
    make();
    CHECK(synth_inversion("command_one", true, 1));
    store("command_log.csv", LOG_HEAD LOG_COLUMNS
          "ts_pload/hi,ts_psrv/other,1,5000000,15000000,15500000,15500000,replied\n");
    CHECK_EQUAL(takt("validate command_one command_log.csv"), 1);
    CHECK(says("logged with server ts_psrv/other, traced with ts_psrv/psrv-rx\n"));
    store("command_log.csv",
          LOG_HEAD LOG_COLUMNS "ts_pload/hi,ts_psrv/psrv-rx,1,5000000,0,0,15500000,failed\n");
    CHECK_EQUAL(takt("validate command_one command_log.csv"), 1);
    CHECK(says("logged as failed, traced as replied\n"));
}

/* A time that is off by exactly the bound is within it. lo's return is logged while it ran: for
 * no time at all in this trace, so that a later reading is as far away as it says. */
TEST(validate_bound_is_inclusive)
{
    make();
    store("command_log.csv", LOG_HEAD LOG_COLUMNS
          "ts_pload/hi,ts_psrv/psrv-rx,1,4990000,15000000,15500000,15500000,replied\n");
    CHECK_EQUAL(takt("validate command_one command_log.csv --bound 10"), 0);
    CHECK_EQUAL(takt("validate command_one command_log.csv --bound 9.999"), 1);
    CHECK(says("send logged at 4990.0 us, traced at 5000.0 us, 10.0 us apart\n"));
}

TEST(validate_refuses_what_is_no_log)
{
    static const char *const logs[][2] = {
        { "", "line 1: the log ends without a request" },
        { "client\n", "line 1: not a log: it begins with '# takt-log 1'" },
        { "# takt-log 2\n", "line 1: not a log: it begins with '# takt-log 1'" },
        { LOG_HEAD, "line 2: the log ends without a request" },
        { LOG_HEAD "client,server\n", "line 2: the columns must be 'client,server,number," },
        { LOG_HEAD LOG_COLUMNS, "line 3: the log ends without a request" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,1,1,2,3,4\n", "line 3: a request has 8 columns" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,1,1,2,3,4,replied,x\n", "line 3: a request has 8 columns" },
        { LOG_HEAD LOG_COLUMNS "\n", "line 3: a request has 8 columns" },
        { LOG_HEAD LOG_COLUMNS ",c/d,1,1,2,3,4,replied\n",
          "line 3: client, server and outcome must not be empty" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,x,1,2,3,4,replied\n",
          "line 3: number (from 1 on) and times must be whole numbers" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,0,1,2,3,4,replied\n",
          "line 3: number (from 1 on) and times must be whole numbers" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,1,1,,3,4,replied\n",
          "line 3: number (from 1 on) and times must be whole numbers" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,1,1,99999999999999999999,3,4,replied\n",
          "line 3: number (from 1 on) and times must be whole numbers" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,1,1,3,2,4,replied\n",
          "line 3: the times of a request must not go backwards" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,1,1,2,3,4,replied\na/b,c/d,1,5,6,7,8,replied\n",
          "line 4: this number of this client was there before" },
        { LOG_HEAD LOG_COLUMNS "a/b,c/d,1,1,2,3,4,replied\na/b,c/d,2,3,6,7,8,replied\n",
          "line 4: sent before the client's request before it returned" },
    };

    make();
    for (size_t i = 0; i < COUNT(logs); i++) {
        store("command_log.csv", logs[i][0]);
        CHECK_EQUAL(takt("validate command_fixed command_log.csv"), 2);
        CHECK_TEXT(result.out, "");
        CHECK_EQUAL(lines_of(result.err), 1);
        if (!CHECK(strstr(result.err, logs[i][1]) != NULL)) {
            harness_print(result.err);
        }
    }
}

/* F11: a truncated file kills the reader. */
TEST(validate_reads_a_log_cut_anywhere)
{
    static char text[OUTPUT_BYTES];
    size_t length;

    make();
    load("command_fixed.csv", text);
    length = strlen(text);
    for (size_t cut = 0; cut < length; cut += 23) {
        char kept = text[cut];

        text[cut] = '\0';
        store("command_log.csv", text);
        CHECK(takt("validate command_fixed command_log.csv") != 0);
        CHECK(result.status == 2 ? lines_of(result.err) == 1 : result.status == 1);
        text[cut] = kept;
    }
}
