/* mmu.h - the map of memory. */
#pragma once

#include <stdint.h>

/* Once, by the first CPU, caches off: make the tables. */
void mmu_make_map(void);

/* On each CPU: use them, and with them the caches. */
void mmu_start(void);

/* The page that is the guard of the running thread's stack; 0: it has none. */
uintptr_t mmu_guarded_stack(void);
