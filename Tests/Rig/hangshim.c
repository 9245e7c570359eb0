// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// A disk that hangs, for a program under LD_PRELOAD.
//
//   HANGSHIM=/path/of/a/file
//
// Opening that file, or what is in it where it is a folder, waits for as long as there is a file with the same
// name and `.hangs` behind it.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void wait_where_it_hangs(const char *path)
{
    const char *hanging = getenv("HANGSHIM");
    if (!hanging || !path || strncmp(path, hanging, strlen(hanging)) != 0)
        return;
    char sign[PATH_MAX];
    snprintf(sign, sizeof sign, "%s.hangs", hanging);
    if (strcmp(path, sign) == 0)
        return;
    while (access(sign, F_OK) == 0)
        usleep(5000);
}

#define HOOK_OPEN(function)                                                                        \
    int function(const char *path, int flags, ...)                                                 \
    {                                                                                              \
        static int (*real)(const char *, int, ...);                                                \
        if (!real)                                                                                 \
            real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #function);                   \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        int mode = va_arg(arguments, int);                                                         \
        va_end(arguments);                                                                         \
        wait_where_it_hangs(path);                                                                 \
        return real(path, flags, mode);                                                            \
    }

HOOK_OPEN(open)
HOOK_OPEN(open64)

DIR *opendir(const char *path)
{
    static DIR *(*real)(const char *);
    if (!real)
        real = (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");
    wait_where_it_hangs(path);
    return real(path);
}
