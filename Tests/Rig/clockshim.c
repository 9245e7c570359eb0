// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// What the kernel says of its clock, for a program under LD_PRELOAD.
//
//   CLOCKSHIM=/path/of/a/file
//
// While there is that file, the clock is synchronised; else it is not.

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>
#include <unistd.h>

int adjtimex(struct timex *state)
{
    const char *sign = getenv("CLOCKSHIM");
    int is_synchronised = sign && access(sign, F_OK) == 0;
    memset(state, 0, sizeof *state);
    state->status = is_synchronised ? 0 : STA_UNSYNC;
    return is_synchronised ? TIME_OK : TIME_ERROR;
}
