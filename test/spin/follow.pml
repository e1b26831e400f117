/* follow.pml - the model takes the steps that the kernel has taken, and must come to the same.
 *
 * Steps are read from the file steps.txt, as programs.c writes them; its sizes are given here.
 * After each step the model's own checks are made, then the results of all threads, their
 * effective priorities and the order in all queues are compared with the kernel's.
 */
#define THREADS 5
#define MUTEXES 3
#define CHANNELS 3
#define PULSES 2
#define PRIORITIES 8
#define FIXED 1
#define ENDINGS 1
#define DESTROYING 1
#ifndef SHORTCUT
#define SHORTCUT 0
#endif

#include "step.pml"

/* The kernel's side of a step. */
hidden byte told_result;
hidden byte told_base[THREADS];
hidden byte agreed;

/* So that no two states are the same. */
int line;
byte over;

c_decl {
    enum { NUMBERS = 5 + 5 + 5 + 9 };
};

c_code {
    static FILE *steps;
    static int told[NUMBERS];

    /* False at the end. */
    static int read_step(void)
    {
        if (steps == NULL) {
            steps = fopen("steps.txt", "r");
        }
        if (steps == NULL || fscanf(steps, " step") != 0) {
            return 0;
        }
        for (int i = 0; i < NUMBERS; i++) {
            if (fscanf(steps, "%d", &told[i]) != 1) {
                return 0;
            }
        }
        return 1;
    }

    static int same(const char *what, int index, int found, int wanted)
    {
        if (found != wanted) {
            printf("step %d (call %d %d %d %d): %s %d is %d in the model, %d in the kernel\n",
                   now.line, told[0], told[1], told[2], told[3], what, index, found, wanted);
        }
        return found == wanted;
    }

    static int queue_digits(int queue)
    {
        int digits = 0;

        for (int at = now.first[queue]; at != 255; at = now.behind[at]) {
            digits = digits * 10 + at + 1;
        }
        return digits;
    }

    static int agrees(void)
    {
        int agreed = 1;

        for (int i = 0; i < 5; i++) {
            if (now.doing[i] != 2) {
                agreed &= same("result of thread", i, result[i], told[5 + i]);
                agreed &= same("priority of thread", i, now.effective[i], told[10 + i]);
            }
        }
        for (int i = 0; i < 9; i++) {
            agreed &= same("queue", i, queue_digits(i), told[15 + i]);
        }
        return agreed;
    }
};

inline program_begin()
{
    state_begin();
    rule_at = 0;
    do
    :: rule_at < THREADS ->
        thread_begin(rule_at, told_base[rule_at]);
        result[rule_at] = OK;
        rule_at++
    :: else -> break
    od
}

/* A call of several windows was one step to those who looked on. */
hidden byte more_windows;

inline go_on()
{
    more_windows = false;
    if
    :: call == CANCEL -> call = END; me = what; more_windows = true
    :: call == DESTROY -> call = CLOSE; more_windows = true
    :: call == CLOSE -> more_windows = doing[me] >= DESTROYS(0)
    :: call == END -> more_windows = doing[me] == ENDS
    :: else
    fi
}

inline follow_call()
{
    d_step { more_windows = true };
    do
    :: more_windows ->
        d_step { step() };
        d_step { rule_check(); go_on() }
    :: else -> break
    od;
    skip;
    d_step {
        assert(call != REPLY || HAS(named_now, what) == (how == NOW));
        assert(call != PULSE_SENT || pulse_result == told_result);
        c_code { agreed = agrees(); };
        assert(agreed);
        line++
    }
}

inline next_call()
{
    c_code {
        now.over = !read_step();
        now.call = told[0];
        now.me = told[1];
        now.what = told[2];
        now.how = told[3];
        told_result = told[4];
        for (int i = 0; i < 5; i++) {
            told_base[i] = told[10 + i];
        }
    }
}

active proctype kernel()
{
    do
    :: !over ->
        atomic {
            d_step { next_call() };
            if
            :: over -> c_code { printf("followed %d steps\n", now.line); }
            :: !over && call == NOTHING -> d_step { program_begin(); line++ }
            :: else -> follow_call()
            fi
        }
    :: else -> break
    od
}
