/* isolation.h - where the rows of the table begin and end, for who watches from outside. */
#pragma once

/* The row that begins; as many as there are, when one has ended. */
void isolation_window(unsigned row);
