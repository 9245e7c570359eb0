// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#include "CALSAShims.h"

#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>

// The player calls libasound from one thread alone; a message of another thread is kept apart.
static _Thread_local char message[256];

static void keep(const char *file, int line, const char *function, int error, const char *format, ...)
{
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    if (message[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
}

void calsa_capture_messages(void)
{
    snd_lib_error_set_handler(keep);
}

void calsa_forget_message(void)
{
    message[0] = '\0';
}

const char *calsa_message(void)
{
    return message;
}
