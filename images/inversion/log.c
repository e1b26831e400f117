/* log.c - the workload's own account of every request.
 *
 * Times are what the programs read from the clock around their calls, in nanoseconds since start:
 * nothing here comes from the kernel's trace, so that the two can be held against each other.
 */
#include "log.h"

#include "text.h"
#include "workload.h"

#include <string.h>

enum { LINE_BYTES = 192 };

static int write_text(int file, const char *text)
{
    return takt_file_write(file, text, strlen(text));
}

static int write_request(int file, const struct client *client, unsigned period)
{
    const struct request_log *log = &client->log[period];
    char line[LINE_BYTES];

    text_format(line, sizeof line, "ts_pload/%s,ts_psrv/psrv-rx,%u,%llu,%llu,%llu,%llu,%s\n",
                client->name, period + 1, (unsigned long long)takt_to_ns(log->send),
                (unsigned long long)takt_to_ns(log->receive),
                (unsigned long long)takt_to_ns(log->reply),
                (unsigned long long)takt_to_ns(log->end), log->result >= 0 ? "replied" : "failed");
    return write_text(file, line);
}

static int write_head(int file)
{
    char line[LINE_BYTES];

    text_format(line, sizeof line,
                "# takt-log 1\n# clock_hz %u\n"
                "client,server,number,send_ns,receive_ns,reply_ns,return_ns,outcome\n",
                (unsigned)TAKT_CLOCK_HZ);
    return write_text(file, line);
}

int log_write(const char *path, unsigned periods)
{
    int file = takt_file_create(path);

    if (file < 0) {
        return TAKT_ECLOSED;
    }
    int failed = write_head(file);

    for (unsigned period = 0; period < periods; period++) {
        failed += write_request(file, &lo, period) + write_request(file, &hi, period);
    }
    failed += takt_file_close(file);
    return failed == 0 ? TAKT_OK : TAKT_ECLOSED;
}
