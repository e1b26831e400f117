/* identity.c - compiled into every image: what it is called. */
#include "takt/takt.h"

const char takt_image_name[] = TAKT_IMAGE_NAME;
