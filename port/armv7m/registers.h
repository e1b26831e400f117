/* registers.h - the system registers that the port uses. ARMv7-M Architecture Reference Manual,
 * B3.2 (system control block), B3.3 (SysTick), B3.4 (NVIC), B3.5 (MPU). */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct systick {
    volatile uint32_t control;
    volatile uint32_t load;
    volatile uint32_t value;
};

enum {
    SYSTICK_ENABLE = 1,
    SYSTICK_INTERRUPT = 2,
    SYSTICK_CPU_CLOCK = 4,
    SYSTICK_COUNTED = 1 << 16, /* to zero, since this register was last read */
};

struct nvic {
    volatile uint32_t iser[32];
    volatile uint32_t icer[32];
    volatile uint32_t ispr[32];
    volatile uint32_t icpr[32];
    volatile uint32_t iabr[32];
    uint32_t reserved[32];
    volatile uint8_t ipr[240];
};

_Static_assert(sizeof(struct nvic) == 0x300 + 240, "priorities are at 0x300");

struct scb {
    volatile uint32_t cpuid;
    volatile uint32_t icsr;
    volatile uint32_t vtor;
    volatile uint32_t aircr;
    volatile uint32_t scr;
    volatile uint32_t ccr;
    volatile uint8_t shpr[12]; /* of exceptions 4 to 15 */
    volatile uint32_t shcsr;
    volatile uint32_t cfsr;
    volatile uint32_t hfsr;
    volatile uint32_t dfsr;
    volatile uint32_t mmfar;
    volatile uint32_t bfar;
    uint32_t reserved[19];
    volatile uint32_t cpacr;
};

_Static_assert(offsetof(struct scb, cpacr) == 0x88, "access control is at 0x88");

enum { ICSR_PENDSVSET = 1 << 28, ICSR_PENDSTSET = 1 << 26, ICSR_PENDSTCLR = 1 << 25 };
enum { SCR_SEVONPEND = 1 << 4 };
enum { SHPR_PENDSV = 10, SHPR_SYSTICK = 11 };
enum { SHCSR_MEMFAULTENA = 1 << 16, SHCSR_BUSFAULTENA = 1 << 17, SHCSR_USGFAULTENA = 1 << 18 };

enum { SHCSR_PENDSVACT = 1 << 10, SHCSR_SYSTICKACT = 1 << 11 };
enum { CCR_DIV_0_TRP = 1 << 4, CCR_STKALIGN = 1 << 9 };
enum { CFSR_MMARVALID = 1 << 7, CFSR_BFARVALID = 1 << 15 };
enum { CFSR_MUNSTKERR = 1 << 3, CFSR_MSTKERR = 1 << 4, CFSR_MLSPERR = 1 << 5 };
enum { CFSR_STKERR = 1 << 12 };

struct mpu {
    volatile uint32_t type;
    volatile uint32_t control;
    volatile uint32_t number;
    volatile uint32_t base;
    volatile uint32_t attributes;
};

enum { MPU_ENABLE = 1, MPU_DEFAULT_MAP = 4, MPU_NO_EXECUTION = 1 << 28 };

/* Floating point: coprocessors 10 and 11; and how their state is kept, B3.2.21. */
#define CPACR_FLOAT (UINT32_C(0xF) << 20)
#define FPCCR       ((volatile uint32_t *)0xE000EF34)
#define FPCCR_ASPEN (UINT32_C(1) << 31)
#define FPCCR_LSPEN (UINT32_C(1) << 30)

/* Software trigger: pends the interrupt whose number is written. */
#define NVIC_STIR ((volatile uint32_t *)0xE000EF00)

#define SYSTICK ((struct systick *)0xE000E010)
#define NVIC    ((struct nvic *)0xE000E100)
#define SCB     ((struct scb *)0xE000ED00)
#define MPU     ((struct mpu *)0xE000ED90)
