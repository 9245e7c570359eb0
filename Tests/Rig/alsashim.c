// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// Errors of ALSA that a plug-in cannot return, for a program under LD_PRELOAD.
//
//   ALSASHIM="resume=EAGAIN*3,ENOSYS;open=EBUSY*2;prepare=ENODEV"
//
// For each call a list of errors, used up one after the other; `*n` repeats one. For `OK`, and after the list, the
// real call is made. With ALSASHIM_LOG set every error is written to standard error.

#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int code;
} errors[] = {
    { "EAGAIN", EAGAIN }, { "EBUSY", EBUSY }, { "ENODEV", ENODEV }, { "ENOSYS", ENOSYS },
    { "EPIPE", EPIPE }, { "ESTRPIPE", ESTRPIPE }, { "EIO", EIO }, { "EBADFD", EBADFD },
    { "ENOENT", ENOENT }, { "EINVAL", EINVAL }, { "EHOSTDOWN", EHOSTDOWN }, { "EACCES", EACCES },
    { "ECONNREFUSED", ECONNREFUSED },
};

static int code_of(const char *word, size_t length)
{
    for (size_t index = 0; index < sizeof errors / sizeof *errors; index++) {
        if (strlen(errors[index].name) == length
            && strncmp(errors[index].name, word, length) == 0)
            return errors[index].code;
    }
    return 0;
}

// The list of a call, behind its "name=", or null.
static const char *list_of(const char *call)
{
    const char *entry = getenv("ALSASHIM");
    size_t length = strlen(call);
    while (entry && *entry) {
        if (strncmp(entry, call, length) == 0 && entry[length] == '=')
            return entry + length + 1;
        entry += strcspn(entry, ";");
        entry += *entry == ';';
    }
    return NULL;
}

// The error of the call's `number`th use, negative, or 0 where the real call is due.
static int error_of(const char *call, int number)
{
    const char *item = list_of(call);
    while (item && *item && *item != ';') {
        size_t length = strcspn(item, "*,;");
        int repeats = item[length] == '*' ? atoi(item + length + 1) : 1;
        if (number < repeats) {
            int code = code_of(item, length);
            if (code && getenv("ALSASHIM_LOG"))
                fprintf(stderr, "alsashim: %s fails with %d\n", call, code);
            return -code;
        }
        number -= repeats;
        item += strcspn(item, ",;");
        item += *item == ',';
    }
    return 0;
}

#define HOOK(result, function, call, parameters, arguments)                                        \
    result function parameters                                                                     \
    {                                                                                              \
        static int uses;                                                                           \
        static result(*real) parameters;                                                           \
        if (!real)                                                                                 \
            real = (result(*) parameters)dlsym(RTLD_NEXT, #function);                              \
        int error = error_of(call, uses++);                                                        \
        return error ? error : real arguments;                                                     \
    }

HOOK(int, snd_pcm_open, "open",
    (snd_pcm_t **pcm, const char *name, snd_pcm_stream_t stream, int mode),
    (pcm, name, stream, mode))
HOOK(int, snd_pcm_start, "start", (snd_pcm_t *pcm), (pcm))
HOOK(int, snd_pcm_resume, "resume", (snd_pcm_t *pcm), (pcm))
HOOK(int, snd_pcm_prepare, "prepare", (snd_pcm_t *pcm), (pcm))
HOOK(int, snd_pcm_drain, "drain", (snd_pcm_t *pcm), (pcm))
HOOK(snd_pcm_sframes_t, snd_pcm_writei, "writei",
    (snd_pcm_t *pcm, const void *frames, snd_pcm_uframes_t count), (pcm, frames, count))
