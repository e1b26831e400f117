/* takt_codes.h - the codes of Takt's records as those of the model: the two change for different
 * reasons, so neither is made to fit the other. What is not known is taken for the plainest. */
#pragma once

#include <stdint.h>

/* enum trace_thread_state to enum thread_state. */
uint8_t takt_state(uint32_t state);

/* enum trace_cause to enum state_cause. */
uint32_t takt_cause(uint32_t cause);

/* enum trace_reason to enum priority_reason. */
uint8_t takt_reason(uint32_t reason);
