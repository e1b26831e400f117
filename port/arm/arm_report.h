/* arm_report.h - what the reports of faults have in common: their text, where callers are looked
 * for, and how a fault in a report ends. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

void report_text(const char *text);
void report_decimal(uint32_t number);

/* With 0x before it; a register's value, behind its name, is without. */
void report_address(uint32_t address);
void report_register(const char *name, uint32_t value);

/* True if so many bytes, aligned, are in the memory that the linker script calls data. */
bool report_in_memory(uintptr_t address, uint32_t bytes);

/* A line with who may have called: `link`, the link register if not 0, and what lies on the stack
 * from there to its end and looks like an address to return to. */
void report_callers(uint32_t link, uintptr_t at, uintptr_t end);

/* Make the report and end the run. Again, in a report: say so. After the end: stand still. */
_Noreturn void report_make(void (*report)(void));
