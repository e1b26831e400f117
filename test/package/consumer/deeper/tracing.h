/* tracing.h - of the consumer's own library. */
#pragma once

/* "on" where the kernel tells what it does, else "off". */
const char *tracing(void);
