/* zyclictest.c - `zyclictest`: how late interrupts and threads are, while everything else runs. */
#include "events.h"
#include "latency.h"
#include "latency_table.h"
#include "shell.h"
#include "text.h"
#include "tracer.h"

#include <string.h>

enum { NAME_BYTES = 16 };

static struct {
    uint32_t latency_ns;
    uint64_t cycle;
    struct tracer_status trace; /* before it was stopped */
} exceeding;
static volatile bool promised; /* it will end by itself, and that will be told */

/* The moment that the trace must end with. */
static void exceeded(uint32_t latency_ns, uint64_t cycle)
{
    takt_mark(TRACE_MARK_LATE, latency_ns);
    exceeding.trace = tracer_status();
    tracer_stop();
    exceeding.latency_ns = latency_ns;
    exceeding.cycle = cycle;
}

static const char *of_the_trace(void)
{
    if (!exceeding.trace.running) {
        return "no trace was being recorded";
    }
    return exceeding.trace.full ? "the trace was full before: trace start -n keeps the newest"
                                : "the trace was stopped: trace dump saves it";
}

static void tell_exceeded(void)
{
    shell_print("zyclictest: latency %u.%03u us, above %u us, in cycle %llu; %s\n",
                (unsigned)(exceeding.latency_ns / 1000), (unsigned)(exceeding.latency_ns % 1000),
                (unsigned)latency_status().options.threshold_us,
                (unsigned long long)exceeding.cycle, of_the_trace());
}

static void ended(enum latency_end why)
{
    unsigned long long cycles = latency_status().cycles;

    shell_print("\n");
    if (why == LATENCY_EXCEEDED) {
        tell_exceeded();
    } else if (why == LATENCY_OVERRUN) {
        shell_print("zyclictest: broken off in cycle %llu: more than half of the last 1000 had "
                    "errors; a longer interval is needed\n",
                    cycles);
    } else {
        shell_print("zyclictest: all %llu cycles are done; zyclictest stop shows them\n", cycles);
    }
    promised = false;
}

enum { INTERVAL, LOOPS, PRIORITY, THREADS, THRESHOLD, WIDTH, START_OPTIONS };

static int start(char **words)
{
    struct shell_option options[START_OPTIONS] = {
        [INTERVAL] = { "-i", LATENCY_INTERVAL_LEAST_US, 1000000, 1000 },
        [LOOPS] = { "-l", 1, UINT32_MAX, 0 },
        [PRIORITY] = { "-p", 1, TAKT_PRIORITIES - 1, TAKT_PRIORITIES - 1 },
        [THREADS] = { "-t", 1, LATENCY_THREADS_MAX, 1 },
        [THRESHOLD] = { "-b", 1, 1000000, 0 },
        [WIDTH] = { "-w", 1, 1000, 1 },
    };

    if (!shell_options(words, 2, options, START_OPTIONS)) {
        return SHELL_ERROR;
    }
    if (options[PRIORITY].value < options[THREADS].value) {
        return shell_fail(words, "%u threads of different priorities take -p %u at least",
                          (unsigned)options[THREADS].value, (unsigned)options[THREADS].value);
    }
    const struct latency_options wanted = { .interval_us = options[INTERVAL].value,
                                            .loops = options[LOOPS].value,
                                            .threads = options[THREADS].value,
                                            .priority = options[PRIORITY].value,
                                            .threshold_us = options[THRESHOLD].value,
                                            .row_us = options[WIDTH].value,
                                            .exceeded = exceeded,
                                            .ended = ended };

    if (!latency_start(&wanted)) {
        return shell_fail(words, "a measurement runs; zyclictest stop ends it");
    }
    promised = wanted.loops > 0;
    return SHELL_FINE;
}

static uint32_t worst_us(const struct latency_status *status)
{
    uint32_t most = status->irq->histogram.most;

    for (unsigned i = 0; i < status->options.threads; i++) {
        uint32_t of_thread = status->threads[i]->histogram.most;

        most = of_thread > most ? of_thread : most;
    }
    return (uint32_t)((takt_to_ns(most) + 999) / 1000);
}

static void advise(const struct latency_status *status)
{
    uint32_t worst = worst_us(status);

    if (status->options.interval_us < 2 * worst) {
        shell_print("warning: the interval of %u us is %s the worst latency; it should be %u us or "
                    "more\n",
                    (unsigned)status->options.interval_us,
                    status->options.interval_us < worst ? "below" : "less than twice",
                    (unsigned)(2 * worst));
    }
}

static void print_piece(const char *text)
{
    shell_print("%s", text);
}

static void print_table(const struct latency_status *status, bool summary_only)
{
    char names[LATENCY_THREADS_MAX][NAME_BYTES];
    struct latency_column columns[LATENCY_THREADS_MAX + 1] = {
        { "IRQ", &status->irq->histogram, status->irq->errors },
    };

    for (unsigned i = 0; i < status->options.threads; i++) {
        (void)text_format(names[i], NAME_BYTES, "Thread %u",
                          (unsigned)(status->options.priority - i));
        columns[i + 1] = (struct latency_column){ names[i], &status->threads[i]->histogram,
                                                  status->threads[i]->errors };
    }
    const struct latency_table table = { .columns = columns,
                                         .column_count = status->options.threads + 1,
                                         .clock_hz = TAKT_CLOCK_HZ,
                                         .summary_only = summary_only,
                                         .print = print_piece };

    shell_print("Interval: %u us; %s\n", (unsigned)status->options.interval_us, takt_clock_note);
    latency_table_print(&table);
}

enum { CANCEL, QUIET, STOP_OPTIONS };

static int stop(char **words)
{
    struct shell_option options[STOP_OPTIONS] = {
        [CANCEL] = { "-c", 0, 0, 0 }, [QUIET] = { "-q", 0, 0, 0 }
    };
    struct latency_status status = latency_status();

    if (!shell_options(words, 2, options, STOP_OPTIONS)) {
        return SHELL_ERROR;
    }
    if (status.options.threads == 0) {
        return shell_fail(words, "nothing was measured; zyclictest start begins");
    }
    if (status.state == LATENCY_RUNNING && status.options.loops > 0 && options[CANCEL].value == 0) {
        return shell_fail(words, "%llu of %llu cycles are done; stop -c ends it early",
                          (unsigned long long)status.cycles,
                          (unsigned long long)status.options.loops);
    }
    latency_stop();
    promised = false;
    status = latency_status();
    print_table(&status, options[QUIET].value != 0);
    advise(&status);
    return status.state == LATENCY_EXCEEDED || status.state == LATENCY_OVERRUN ? SHELL_FINDING
                                                                               : SHELL_FINE;
}

static int run_zyclictest(unsigned count, char **words)
{
    if (count > 1 && strcmp(words[1], "start") == 0) {
        return start(words);
    }
    if (count > 1 && strcmp(words[1], "stop") == 0) {
        return stop(words);
    }
    return shell_fail(words, "start or stop was expected, not \"%s\"", count > 1 ? words[1] : "");
}

static bool will_end(void)
{
    return promised;
}

SHELL_COMMAND_BUSY(zyclictest, "start [OPTIONS] | stop [-c] [-q]",
                   "latencies of the clock's interrupt and of threads that it wakes\n"
                   "start: -i US        interval (1000)\n"
                   "       -l LOOPS     end after so many cycles (run until it is stopped)\n"
                   "       -p PRIORITY  of the measuring thread (31)\n"
                   "       -t THREADS   so many, each less urgent by 1 than the one before (1)\n"
                   "       -b US        end and stop the trace at a latency above this\n"
                   "       -w US        width of the histogram's rows (1)\n"
                   "stop:  shows the latencies; -c: also before all cycles are done; -q: no rows",
                   run_zyclictest, will_end)
