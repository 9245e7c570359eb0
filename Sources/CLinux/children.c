// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The numbers below are the same on every architecture (Linux numbers all system calls since 5.1
// alike); older headers lack the names.
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC 4
#endif
#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif

/// Marks every descriptor from `first` up to be closed by the program that is run next.
static void close_all_on_exec(int first) {
    if (syscall(SYS_close_range, (unsigned)first, UINT_MAX, CLOSE_RANGE_CLOEXEC) == 0) return;
    // A kernel before 5.11: one by one, as far as a descriptor may lie.
    struct rlimit limit;
    int end = 65536;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t)end) end = (int)limit.rlim_cur;
    for (int descriptor = first; descriptor < end; descriptor++) {
        int flags = fcntl(descriptor, F_GETFD);
        if (flags >= 0) fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
    }
}

static void default_dispositions(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    // KILL, STOP and the C library's own two are refused; nothing is lost by it.
    for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &action, NULL);
}

/// Places the child's descriptors.
static int place_descriptors(const struct clinux_child *child, int *program) {
    int count = child->descriptor_count;
    int moved[CLINUX_CHILD_DESCRIPTORS];
    // Out of the way first, so that no copy overwrites one that is still needed.
    for (int i = 0; i < count; i++) {
        moved[i] = fcntl(child->descriptors[i], F_DUPFD_CLOEXEC, count);
        if (moved[i] < 0) return -1;
    }
    *program = fcntl(child->program, F_DUPFD_CLOEXEC, count);
    if (*program < 0) return -1;
    for (int i = 0; i < count; i++)
        if (dup2(moved[i], i) < 0) return -1;
    close_all_on_exec(count);
    return 0;
}

int clinux_raise_descriptor_limit(uint64_t *before, uint64_t *after) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    *before = *after = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    *after = limit.rlim_cur;
    return 0;
}

/// Gives the child the limit it would have without this process between.
static int limit_descriptors(uint64_t soft) {
    struct rlimit limit;
    if (soft == 0) return 0;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    limit.rlim_cur = soft;
    return setrlimit(RLIMIT_NOFILE, &limit);
}

/// Has the kernel end the child with `parent`, which may have ended before that was asked.
static int end_with(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
    if (getppid() == parent) return 0;
    errno = ESRCH;
    return -1;
}

/// What the child does between vfork and the program; returns only where that fails.
///
/// It shares the parent's memory while the parent's thread stands still: it calls nothing but system
/// calls and writes to nothing but its own frame.
static void become(const struct clinux_child *child, pid_t parent) {
    int program;
    sigset_t none;
    default_dispositions();
    if (setpgid(0, 0) != 0) return;
    if (child->ends_with_parent && end_with(parent) != 0) return;
    if (place_descriptors(child, &program) != 0) return;
    // Only now: the one before says how far descriptors may lie that are to be closed.
    if (limit_descriptors(child->descriptor_limit) != 0) return;
    sigemptyset(&none);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return;
    syscall(SYS_execveat, program, "", child->arguments, child->environment, AT_EMPTY_PATH);
}

static pid_t fork_and_become(const struct clinux_child *child, int *failure) {
    volatile int child_errno = 0;
    pid_t parent = getpid();
    pid_t pid = vfork();
    if (pid == 0) {
        become(child, parent);
        child_errno = errno;
        _exit(127);
    }
    *failure = pid < 0 ? errno : child_errno;
    return pid;
}

/// Waits until a child that could not start is gone.
static void bury(pid_t pid) {
    int status;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
}

pid_t clinux_spawn(const struct clinux_child *child, int *pidfd) {
    sigset_t all, old;
    int failure = 0;
    if (child->descriptor_count < 0 || child->descriptor_count > CLINUX_CHILD_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    // No handler may run in the child while it shares this memory.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t pid = fork_and_become(child, &failure);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (pid >= 0 && failure != 0) bury(pid);
    if (failure != 0) {
        errno = failure;
        return -1;
    }
    // The process can't be gone before it is waited for, so the number still means this child.
    *pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (*pidfd < 0) {
        failure = errno;
        kill(pid, SIGKILL);
        bury(pid);
        errno = failure;
        return -1;
    }
    return pid;
}

int clinux_pidfd_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int clinux_pidfd_reap(int pidfd, int *code, int *signal) {
    siginfo_t information;
    memset(&information, 0, sizeof information);
    int result;
    do result = waitid((idtype_t)3 /* P_PIDFD */, (id_t)pidfd, &information, WEXITED | WNOHANG);
    while (result != 0 && errno == EINTR);
    if (result != 0) return -1;
    if (information.si_pid == 0) return 0;
    *code = information.si_code == CLD_EXITED ? information.si_status : -1;
    *signal = information.si_code == CLD_EXITED ? -1 : information.si_status;
    return 1;
}
