/* likely.h - which way is the usual one, where the compiler's guess costs a jump on a short path.
 */
#pragma once

#define LIKELY(condition)   __builtin_expect((condition), 1)
#define UNLIKELY(condition) __builtin_expect((condition), 0)
