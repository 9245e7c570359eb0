// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

_Static_assert(sizeof(sigset_t) <= CLINUX_MASK_SIZE, "a signal mask fits its buffer");

static void fill(sigset_t *set, const int *signals, int count) {
    sigemptyset(set);
    for (int i = 0; i < count; i++) sigaddset(set, signals[i]);
}

int clinux_signalfd(const int *signals, int count) {
    sigset_t set;
    fill(&set, signals, count);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signalfd_read(int descriptor) {
    struct signalfd_siginfo information;
    ssize_t count;
    do count = read(descriptor, &information, sizeof information);
    while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof information) return (int)information.ssi_signo;
    return count < 0 && errno != EAGAIN ? -1 : 0;
}

static int set_mask(int how, const sigset_t *set, sigset_t *old) {
    int failure = pthread_sigmask(how, set, old);
    if (failure == 0) return 0;
    errno = failure;
    return -1;
}

int clinux_block_signals(const int *signals, int count) {
    sigset_t set;
    fill(&set, signals, count);
    return set_mask(SIG_BLOCK, &set, NULL);
}

static int set_disposition(int signal, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    return sigaction(signal, &action, NULL);
}

int clinux_ignore_signal(int signal) {
    return set_disposition(signal, SIG_IGN);
}

int clinux_default_signal(int signal) {
    return set_disposition(signal, SIG_DFL);
}

int clinux_block_all_signals(void *saved) {
    sigset_t all, old;
    sigfillset(&all);
    if (set_mask(SIG_SETMASK, &all, &old) != 0) return -1;
    memcpy(saved, &old, sizeof old);
    return 0;
}

int clinux_restore_signals(const void *saved) {
    sigset_t old;
    memcpy(&old, saved, sizeof old);
    return set_mask(SIG_SETMASK, &old, NULL);
}
