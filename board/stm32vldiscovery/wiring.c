/* wiring.c - STM32VLDISCOVERY (ST UM0919): a crystal of 8 MHz, USART1 on the pin row; the green
 * light LD3. */
#include "stm32f1.h"

const struct stm32f1_wiring stm32f1_wiring = {
    .clock_is_signal = false,
    .clock_factor = 3,
    .flash_wait_states = 0,
    .console_bus_halved = false,
    .console = STM32F1_USART1,
    .console_apb2enr = RCC_APB2ENR_USART1,
    .console_out = 9,
    .console_in = 10,
    .mark_port = STM32F1_GPIOC,
    .mark_apb2enr = RCC_APB2ENR_IOPC,
    .mark_pin = 9,
};
