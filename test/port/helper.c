/* helper.c - the memory of the two other threads. */
#include "helper.h"

struct helper helper;
struct helper other;
