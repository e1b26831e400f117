/* fault.h - the report of a fault. */
#pragma once

/* Let mistakes be faults: division by zero, and each kind in an exception of its own. */
void fault_init(void);
