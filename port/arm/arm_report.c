/* arm_report.c - what the reports of faults have in common.
 *
 * Printed in pieces, without a buffer: there may be little left of the stack that this runs on.
 */
#include "arm_report.h"

#include "port.h"
#include "upcalls.h"

/* Of the stack, at most so many words are looked at for at most so many callers. */
enum { SCAN_WORDS = 512, SCAN_CALLERS = 12 };

/* The linker script's. */
extern char ram_start[], ram_end[], text_start[], text_end[];

static enum { NO_FAULT, REPORTING, REPORTED } progress;

void report_text(const char *text)
{
    for (; *text != '\0'; text++) {
        port_put(*text);
    }
}

static void put_hex(uint32_t number)
{
    for (int shift = 28; shift >= 0; shift -= 4) {
        port_put("0123456789abcdef"[number >> shift & 0xF]);
    }
}

void report_address(uint32_t address)
{
    report_text("0x");
    put_hex(address);
}

void report_decimal(uint32_t number)
{
    uint32_t unit = 1;

    while (number / unit >= 10) {
        unit *= 10;
    }
    for (; unit > 0; unit /= 10) {
        port_put((char)('0' + number / unit % 10));
    }
}

void report_register(const char *name, uint32_t value)
{
    report_text(name);
    put_hex(value);
}

bool report_in_memory(uintptr_t address, uint32_t bytes)
{
    return address >= (uintptr_t)ram_start && address <= (uintptr_t)ram_end - bytes
           && address % sizeof(uint32_t) == 0;
}

/* A word that is an odd address in the code, right behind a call: `bl` or `blx`. */
static bool looks_like_return(uint32_t word)
{
    if ((word & 1) == 0 || word < (uintptr_t)text_start + 4 || word > (uintptr_t)text_end) {
        return false;
    }
    const uint16_t *behind = (const uint16_t *)(uintptr_t)(word - 1);
    bool is_bl = (behind[-2] & 0xF800) == 0xF000 && (behind[-1] & 0xD000) == 0xD000;
    bool is_blx = (behind[-1] & 0xFF87) == 0x4780;

    return is_bl || is_blx;
}

static bool put_caller(uint32_t word)
{
    if (looks_like_return(word)) {
        report_text(" ");
        report_address(word - 1);
        return true;
    }
    return false;
}

/* The link register first: it may be old, as all of the others may. */
void report_callers(uint32_t link, uintptr_t at, uintptr_t end)
{
    unsigned found = 0;

    report_text("takt:   callers, as lr and a scan of the stack have them:");
    found += put_caller(link);
    for (unsigned i = 0; i < SCAN_WORDS && found < SCAN_CALLERS; i++) {
        if (at >= end || !report_in_memory(at, sizeof(uint32_t))) {
            break;
        }
        found += put_caller(*(const uint32_t *)at);
        at += sizeof(uint32_t);
    }
    report_text(found == 0 ? " none\n" : "\n");
}

_Noreturn void report_make(void (*report)(void))
{
    if (progress == REPORTED) {
        for (;;) {
            port_idle();
        }
    }
    if (progress == REPORTING) {
        progress = REPORTED;
        report_text("\ntakt: a fault in the report of a fault\n");
    } else {
        progress = REPORTING;
        report();
        progress = REPORTED;
    }
    fault_stop();
}
