// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

/// Enough for Swift code that calls a few system calls, and a fraction of the 8 MiB that are the default.
enum { STACK_SIZE = 256 * 1024 };

static int create(struct start *start) {
    pthread_t thread;
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure != 0) return failure;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    failure = pthread_create(&thread, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    return failure;
}

int clinux_start_thread(void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return ENOMEM;
    start->body = body;
    start->context = context;
    // A thread inherits its maker's mask: signals belong to the loop's thread alone.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int failure = create(start);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (failure != 0) free(start);
    return failure;
}
