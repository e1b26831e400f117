/* stm32f1.h - STM32F10x: the peripherals that a board of this family needs, and how one of its
 * boards is wired. Registers: ST's reference manuals RM0008 (F103) and RM0041 (F100), which agree
 * in what is here.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Reset and clock control. */
struct stm32f1_rcc {
    volatile uint32_t cr;
    volatile uint32_t cfgr;
    volatile uint32_t cir;
    volatile uint32_t apb2rstr;
    volatile uint32_t apb1rstr;
    volatile uint32_t ahbenr;
    volatile uint32_t apb2enr;
    volatile uint32_t apb1enr;
};

enum {
    RCC_CR_HSEON = 1 << 16,
    RCC_CR_HSERDY = 1 << 17,
    RCC_CR_HSEBYP = 1 << 18,
    RCC_CR_PLLON = 1 << 24,
    RCC_CR_PLLRDY = 1 << 25,
};

enum {
    RCC_CFGR_SW_PLL = 2,
    RCC_CFGR_SWS_PLL = 2 << 2,
    RCC_CFGR_PPRE1_HALF = 4 << 8,
    RCC_CFGR_PLLSRC_HSE = 1 << 16,
};

static inline uint32_t rcc_cfgr_pllmul(unsigned factor)
{
    return (factor - 2) << 18;
}

enum {
    RCC_APB2ENR_IOPA = 1 << 2,
    RCC_APB2ENR_IOPC = 1 << 4,
    RCC_APB2ENR_USART1 = 1 << 14,
};

enum { RCC_APB1ENR_USART2 = 1 << 17 };

/* Flash access control: the low bits are the wait states. */
enum { FLASH_ACR_PREFETCH = 1 << 4 };

/* Pins: four bits of `configuration` each. */
struct stm32f1_gpio {
    volatile uint32_t configuration[2];
    volatile uint32_t idr;
    volatile uint32_t odr;
    volatile uint32_t bsrr; /* low half: bits to set; high half: bits to clear */
};

enum { GPIO_OUTPUT = 0x2, GPIO_INPUT_PULLED = 0x8, GPIO_PERIPHERAL_OUTPUT = 0xB };

/* Serial ports. */
struct stm32f1_usart {
    volatile uint32_t sr;
    volatile uint32_t dr;
    volatile uint32_t brr;
    volatile uint32_t cr1;
};

enum { USART_SR_ORE = 1 << 3, USART_SR_RXNE = 1 << 5, USART_SR_TXE = 1 << 7 };
enum { USART_CR1_RE = 1 << 2, USART_CR1_TE = 1 << 3 };
enum { USART_CR1_RXNEIE = 1 << 5, USART_CR1_UE = 1 << 13 };

#define STM32F1_RCC       ((struct stm32f1_rcc *)0x40021000)
#define STM32F1_FLASH_ACR ((volatile uint32_t *)0x40022000)
#define STM32F1_GPIOA     ((struct stm32f1_gpio *)0x40010800)
#define STM32F1_GPIOC     ((struct stm32f1_gpio *)0x40011000)
#define STM32F1_USART1    ((struct stm32f1_usart *)0x40013800)
#define STM32F1_USART2    ((struct stm32f1_usart *)0x40004400)

/* What runs before the clock is set up, and instead of it: the processor's own oscillator. */
enum { STM32F1_INTERNAL_HZ = 8000000 };

/* How a board is wired; wiring.c in the board's folder. */
struct stm32f1_wiring {
    /* The external clock is 8 MHz. */
    bool clock_is_signal;      /* not a crystal that the processor drives */
    uint8_t clock_factor;      /* of the external clock, to be BOARD_CPU_HZ */
    uint8_t flash_wait_states; /* at BOARD_CPU_HZ */
    bool console_bus_halved;   /* the console's clock is half of the processor's */

    /* The console, on two pins of port A. */
    struct stm32f1_usart *console;
    uint32_t console_apb1enr;
    uint32_t console_apb2enr;
    uint8_t console_out;
    uint8_t console_in;

    /* A light, as the mark. */
    struct stm32f1_gpio *mark_port;
    uint32_t mark_apb2enr;
    uint8_t mark_pin;
};

extern const struct stm32f1_wiring stm32f1_wiring;

/* Let the processor run at BOARD_CPU_HZ from the external clock. If there is none it runs on at
 * STM32F1_INTERNAL_HZ, and this returns false. */
bool stm32f1_clock_start(void);
