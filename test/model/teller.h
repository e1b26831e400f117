/* teller.h - tells a program's course in words, and what is not as it should be. */
#pragma once

#include "program.h"

#include <stdbool.h>

/* Whether anything but differences is told. */
void teller_begin(bool aloud);

/* The actor takes that step; or it is back with that result. */
void teller_step(const struct step *step);
void teller_result(int actor, int result);
void teller_called(int timer);
void teller_note(const char *text);

/* For comparing: the first difference is printed and ends the run with status 1. `what` and the
 * number say of what. */
void must_equal(long long found, long long wanted, const char *what, int number);
