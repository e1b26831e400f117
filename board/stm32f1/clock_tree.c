/* clock_tree.c - from the external clock, through the multiplier, to the processor.
 *
 * Nothing is waited for without an end: an external clock may be missing, and in QEMU it is. The
 * processor then goes on as it came out of reset.
 */
#include "stm32f1.h"

/* Turns, of about ten cycles at 8 MHz: more than 20 ms. A crystal needs 2 ms. */
enum { PATIENCE = 20000 };

static bool becomes(const volatile uint32_t *reg, uint32_t bits)
{
    for (unsigned turns = 0; turns < PATIENCE; turns++) {
        if ((*reg & bits) == bits) {
            return true;
        }
    }
    return false;
}

static bool external_clock_starts(void)
{
    if (stm32f1_wiring.clock_is_signal) {
        STM32F1_RCC->cr |= RCC_CR_HSEBYP;
    }
    STM32F1_RCC->cr |= RCC_CR_HSEON;
    return becomes(&STM32F1_RCC->cr, RCC_CR_HSERDY);
}

/* Before the processor becomes faster its memory must become slower, and the bus that may run at
 * half of the highest rate only is halved. */
static bool multiplied_clock_starts(void)
{
    *STM32F1_FLASH_ACR = FLASH_ACR_PREFETCH | stm32f1_wiring.flash_wait_states;
    STM32F1_RCC->cfgr = RCC_CFGR_PLLSRC_HSE | rcc_cfgr_pllmul(stm32f1_wiring.clock_factor)
                        | (stm32f1_wiring.console_bus_halved ? RCC_CFGR_PPRE1_HALF : 0);
    STM32F1_RCC->cr |= RCC_CR_PLLON;
    if (!becomes(&STM32F1_RCC->cr, RCC_CR_PLLRDY)) {
        return false;
    }
    STM32F1_RCC->cfgr |= RCC_CFGR_SW_PLL;
    return becomes(&STM32F1_RCC->cfgr, RCC_CFGR_SWS_PLL);
}

bool stm32f1_clock_start(void)
{
    bool started = external_clock_starts() && multiplied_clock_starts();

    if (!started) {
        STM32F1_RCC->cfgr = 0;
        STM32F1_RCC->cr &= ~(uint32_t)(RCC_CR_HSEON | RCC_CR_PLLON);
    }
    return started;
}
