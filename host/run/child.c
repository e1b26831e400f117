/* child.c - a program that is run, and ended, by its id.
 *
 * If it cannot be started, it says so through a pipe that a successful start closes. The kernel
 * ends it when this process ends, however that may come. It has a session of its own, so that keys
 * of the terminal mean this process alone.
 */
#define _XOPEN_SOURCE   700
#define _DEFAULT_SOURCE /* cfmakeraw */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MS = 10, PATIENCE_MS = 2000 };

struct ends {
    int child_in;
    int child_out;
};

static void close_all(const int *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (files[i] >= 0) {
            (void)close(files[i]);
        }
    }
}

static bool open_pipes(struct child *child, struct ends *ends)
{
    int in[2] = { -1, -1 };
    int out[2] = { -1, -1 };

    if (pipe(in) != 0 || pipe(out) != 0) {
        close_all(in, 2);
        return false;
    }
    *ends = (struct ends){ in[0], out[1] };
    child->in = in[1];
    child->out = out[0];
    return true;
}

static bool open_terminal(struct child *child, struct ends *ends)
{
    struct termios settings;
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    const char *name =
        master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0 ? ptsname(master) : NULL;
    int slave = name != NULL ? open(name, O_RDWR | O_NOCTTY) : -1;

    if (slave < 0 || tcgetattr(slave, &settings) != 0) {
        close_all((int[]){ master, slave }, 2);
        return false;
    }
    cfmakeraw(&settings);
    (void)tcsetattr(slave, TCSANOW, &settings);
    *ends = (struct ends){ slave, slave };
    child->in = master;
    child->out = master;
    return true;
}

/* In the child: never returns. */
static void become(const char *const *argv, const struct ends *ends, int report, pid_t parent)
{
    (void)setsid();
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)signal(SIGPIPE, SIG_DFL);
    if (getppid() == parent && dup2(ends->child_in, STDIN_FILENO) >= 0
        && dup2(ends->child_out, STDOUT_FILENO) >= 0) {
        /* They take the words as they are, but C's types cannot say so. A path does not go to
         * execvp, which lets a shell run what is no program. */
        char *const *words = (char *const *)(uintptr_t)argv;

        (void)(strchr(argv[0], '/') != NULL ? execv(argv[0], words) : execvp(argv[0], words));
    }
    int reason = errno;

    (void)!write(report, &reason, sizeof reason);
    _exit(127);
}

/* What the child keeps are its standard streams; the rest closes when it has started. */
static void close_on_start(const int *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (files[i] > STDERR_FILENO) {
            (void)fcntl(files[i], F_SETFD, FD_CLOEXEC);
        }
    }
}

static bool spawn(struct child *child, const char *const *argv, const struct ends *ends,
                  int *reason)
{
    int report[2];
    pid_t parent = getpid();

    if (pipe(report) != 0) {
        *reason = errno;
        return false;
    }
    close_on_start(
        (int[]){ report[0], report[1], child->in, child->out, ends->child_in, ends->child_out }, 6);
    child->id = fork();
    if (child->id == 0) {
        become(argv, ends, report[1], parent);
    }
    *reason = errno;
    (void)close(report[1]);
    bool failed = child->id < 0 || read(report[0], reason, sizeof *reason) > 0;

    (void)close(report[0]);
    if (child->id > 0 && failed) {
        (void)waitpid(child->id, NULL, 0);
    }
    return !failed;
}

bool child_start(struct child *child, const char *const *argv, enum child_console console,
                 bool *missing, struct error *error)
{
    struct ends ends;
    int reason;

    *missing = false;
    if (!(console == CHILD_PIPES ? open_pipes(child, &ends) : open_terminal(child, &ends))) {
        return error_set(error, "no console for %s: %s", argv[0], strerror(errno));
    }
    bool started = spawn(child, argv, &ends, &reason);

    close_all((int[]){ ends.child_in, ends.child_out == ends.child_in ? -1 : ends.child_out }, 2);
    if (!started) {
        close_all((int[]){ child->in, child->out == child->in ? -1 : child->out }, 2);
        *missing = reason == ENOENT;
        return error_set(error, "%s cannot be started: %s", argv[0], strerror(reason));
    }
    (void)fcntl(child->in, F_SETFL, fcntl(child->in, F_GETFL) | O_NONBLOCK);
    return true;
}

/* Has it ended, after so many ms at most? */
static bool ended_within(const struct child *child, unsigned ms, int *status)
{
    const struct timespec pause = { .tv_nsec = POLL_MS * 1000000L };

    for (unsigned waited = 0; waited <= ms; waited += POLL_MS) {
        if (waitpid(child->id, status, WNOHANG) == child->id) {
            return true;
        }
        (void)nanosleep(&pause, NULL);
    }
    return false;
}

/* It, and what it has started in its session. */
static void kill_all(const struct child *child)
{
    (void)kill(-child->id, SIGKILL);
    (void)kill(child->id, SIGKILL);
}

int child_wait(const struct child *child)
{
    int status = 0;

    if (!ended_within(child, PATIENCE_MS, &status)) {
        kill_all(child);
        (void)waitpid(child->id, &status, 0);
    }
    return status;
}

void child_end(const struct child *child)
{
    kill_all(child); /* it has nothing to say any more */
    (void)waitpid(child->id, NULL, 0);
}
