/* trace_print.h - a trace as lines of text, for a board whose console is all there is. */
#pragma once

/* Print the trace, which has been stopped; `takt run --save` makes files of it. SHELL_FINE. */
int trace_print(void);
