/* turns.h - several processors in one process take turns. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

void turns_init(void);

/* Time has passed: it may be another processor's turn, and is this one's again on return. */
void turns_next(void);

/* This processor has nothing to do: let another have its turn. False: none of them has anything to
 * do either. */
bool turns_leave(void);

/* From now on turns change only by turns_pass, and when a processor idles: for tests that follow
 * each step. */
void turns_by_hand(void);
void turns_pass(void);

/* True if an interrupt waits for that processor. */
bool host_interrupt_due(unsigned cpu);
