// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// A crash, or an error of the system, at one call of a program under LD_PRELOAD.
//
//   FAULTSHIM="PROGRAM FAULT NUMBER FILE"
//
// PROGRAM is the name of the one that is meant: its children are left alone. FAULT is `kill`, which ends it before its
// call of this NUMBER, from 1; or one of ENOSPC, EIO, EMFILE and ENOMEM, which the call returns that is this NUMBER of
// those that can. Which call that was is written to FILE. Where FILE is not empty nothing happens: the fault was had.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Which calls can fail in which ways.
enum { NONE = 0, SPACE = 1, DISK = 2, FILES = 4, MEMORY = 8 };

static int fault;  // an errno, or -1 for a crash, or 0 for nothing
static int kinds;  // of the calls that are counted
static int number;
static char file[PATH_MAX];
static atomic_int count;

__attribute__((constructor)) static void begin(void)
{
    static const struct { const char *name; int fault, kinds; } faults[] = {
        {"kill", -1, ~0}, {"ENOSPC", ENOSPC, SPACE}, {"EIO", EIO, DISK},
        {"EMFILE", EMFILE, FILES}, {"ENOMEM", ENOMEM, MEMORY},
    };
    char program[64], name[16];
    const char *words = getenv("FAULTSHIM");
    struct stat status;
    if (!words || sscanf(words, "%63s %15s %d %4095s", program, name, &number, file) != 4)
        return;
    if (strcmp(program, program_invocation_short_name) != 0)
        return;
    if (syscall(SYS_newfstatat, AT_FDCWD, file, &status, 0) == 0 && status.st_size > 0)
        return;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strcmp(name, faults[i].name) == 0) {
            kinds = faults[i].kinds;
            fault = faults[i].fault;
        }
}

// Whether the call of this name, which can fail in these ways, is the one; a crash does not return.
static int fails(const char *name, int ways)
{
    if (!fault || (fault != -1 && !(ways & kinds)) || atomic_fetch_add(&count, 1) + 1 != number)
        return 0;
    char line[128];
    int length = snprintf(line, sizeof line, "%s\n", name);
    int out = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    syscall(SYS_write, out, line, length);
    syscall(SYS_close, out);
    if (fault == -1) {
        syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
        for (;;)
            syscall(SYS_pause);
    }
    errno = fault;
    return 1;
}

// Whether a descriptor is of a file or a folder: what else is there has no disk.
static int is_on_disk(int descriptor)
{
    struct stat status;
    return syscall(SYS_newfstatat, descriptor, "", &status, 0x1000 /* AT_EMPTY_PATH */) == 0 &&
           (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

// The shim is loaded before there are threads, and what a function is found to be is the same for all.
#define REAL(type, name, parameters)                                                               \
    static type (*real) parameters;                                                                \
    if (!real)                                                                                     \
        real = (type(*) parameters)dlsym(RTLD_NEXT, #name)

#define HOOK(type, failure, ways, name, parameters, arguments)                                     \
    type name parameters                                                                           \
    {                                                                                              \
        REAL(type, name, parameters);                                                              \
        if (fails(#name, ways))                                                                    \
            return failure;                                                                        \
        return real arguments;                                                                     \
    }

HOOK(int, -1, is_on_disk(a) ? DISK : NONE, close, (int a), (a))
HOOK(ssize_t, -1, is_on_disk(a) ? DISK : NONE, read, (int a, void *b, size_t c), (a, b, c))
HOOK(ssize_t, -1, is_on_disk(a) ? SPACE | DISK : NONE, write, (int a, const void *b, size_t c), (a, b, c))
HOOK(ssize_t, -1, MEMORY, recv, (int a, void *b, size_t c, int d), (a, b, c, d))
HOOK(ssize_t, -1, MEMORY, send, (int a, const void *b, size_t c, int d), (a, b, c, d))
HOOK(int, -1, is_on_disk(a) ? SPACE | DISK : NONE, fsync, (int a), (a))
HOOK(int, -1, SPACE | DISK, link, (const char *a, const char *b), (a, b))
HOOK(int, -1, SPACE | DISK, linkat, (int a, const char *b, int c, const char *d, int e), (a, b, c, d, e))
HOOK(int, -1, SPACE | DISK, renameat, (int a, const char *b, int c, const char *d), (a, b, c, d))
HOOK(int, -1, DISK, unlink, (const char *a), (a))
HOOK(int, -1, DISK, unlinkat, (int a, const char *b, int c), (a, b, c))
HOOK(int, -1, SPACE | DISK, mkdir, (const char *a, mode_t b), (a, b))
HOOK(int, -1, DISK, chmod, (const char *a, mode_t b), (a, b))
HOOK(int, -1, is_on_disk(a) ? DISK : NONE, fchmod, (int a, mode_t b), (a, b))
HOOK(int, -1, DISK, lchown, (const char *a, uid_t b, gid_t c), (a, b, c))
HOOK(int, -1, DISK, stat, (const char *a, struct stat *b), (a, b))
HOOK(int, -1, DISK, lstat, (const char *a, struct stat *b), (a, b))
HOOK(int, -1, is_on_disk(a) ? DISK : NONE, fstat, (int a, struct stat *b), (a, b))
HOOK(int, -1, DISK, fstatat, (int a, const char *b, struct stat *c, int d), (a, b, c, d))
HOOK(int, -1, DISK, fstatvfs, (int a, struct statvfs *b), (a, b))
HOOK(int, -1, DISK, access, (const char *a, int b), (a, b))
HOOK(ssize_t, -1, DISK, readlink, (const char *a, char *b, size_t c), (a, b, c))
HOOK(DIR *, NULL, DISK | FILES | MEMORY, opendir, (const char *a), (a))
HOOK(struct dirent *, NULL, DISK, readdir, (DIR * a), (a))
HOOK(off_t, -1, NONE, lseek, (int a, off_t b, int c), (a, b, c))
HOOK(int, -1, FILES | MEMORY, socket, (int a, int b, int c), (a, b, c))
HOOK(int, -1, FILES | MEMORY, socketpair, (int a, int b, int c, int d[2]), (a, b, c, d))
HOOK(int, -1, SPACE | MEMORY, bind, (int a, const struct sockaddr *b, socklen_t c), (a, b, c))
HOOK(int, -1, NONE, listen, (int a, int b), (a, b))
HOOK(int, -1, NONE, connect, (int a, const struct sockaddr *b, socklen_t c), (a, b, c))
HOOK(int, -1, FILES | MEMORY, accept4, (int a, struct sockaddr *b, socklen_t *c, int d), (a, b, c, d))
HOOK(int, -1, MEMORY, setsockopt, (int a, int b, int c, const void *d, socklen_t e), (a, b, c, d, e))
HOOK(int, -1, MEMORY, getsockopt, (int a, int b, int c, void *d, socklen_t *e), (a, b, c, d, e))
HOOK(int, -1, NONE, shutdown, (int a, int b), (a, b))
HOOK(int, -1, FILES | MEMORY, epoll_create1, (int a), (a))
HOOK(int, -1, SPACE | MEMORY, epoll_ctl, (int a, int b, int c, struct epoll_event *d), (a, b, c, d))
HOOK(int, -1, NONE, epoll_wait, (int a, struct epoll_event *b, int c, int d), (a, b, c, d))
HOOK(int, -1, FILES | MEMORY, eventfd, (unsigned a, int b), (a, b))
HOOK(int, -1, FILES | MEMORY, timerfd_create, (int a, int b), (a, b))
HOOK(int, -1, NONE, timerfd_settime, (int a, int b, const struct itimerspec *c, struct itimerspec *d), (a, b, c, d))
HOOK(int, -1, MEMORY, timer_create, (clockid_t a, struct sigevent *b, timer_t *c), (a, b, c))
HOOK(int, -1, FILES | MEMORY, signalfd, (int a, const sigset_t *b, int c), (a, b, c))
HOOK(int, -1, FILES | MEMORY, inotify_init1, (int a), (a))
HOOK(int, -1, SPACE | MEMORY, inotify_add_watch, (int a, const char *b, uint32_t c), (a, b, c))
HOOK(int, -1, FILES | MEMORY, pipe2, (int a[2], int b), (a, b))
HOOK(void *, MAP_FAILED, MEMORY, mmap, (void *a, size_t b, int c, int d, int e, off_t f), (a, b, c, d, e, f))
HOOK(int, -1, NONE, poll, (struct pollfd * a, nfds_t b, int c), (a, b, c))
HOOK(int, -1, NONE, kill, (pid_t a, int b), (a, b))
HOOK(int, -1, NONE, waitid, (idtype_t a, id_t b, siginfo_t *c, int d), (a, b, c, d))
HOOK(pid_t, -1, NONE, waitpid, (pid_t a, int *b, int c), (a, b, c))

// It returns what went wrong.
HOOK(int, EAGAIN, MEMORY, pthread_create,
     (pthread_t * a, const pthread_attr_t *b, void *(*c)(void *), void *d), (a, b, c, d))

#define HOOK_OPEN(name, more, ...)                                                                 \
    int name(__VA_ARGS__ const char *path, int flags, ...)                                         \
    {                                                                                              \
        REAL(int, name, (__VA_ARGS__ const char *, int, ...));                                     \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        int mode = va_arg(arguments, int);                                                         \
        va_end(arguments);                                                                         \
        if (fails(#name, DISK | FILES | MEMORY | (flags & O_CREAT ? SPACE : 0)))                   \
            return -1;                                                                             \
        return real(more path, flags, mode);                                                       \
    }

#define COMMA ,
HOOK_OPEN(open, , )
HOOK_OPEN(openat, folder COMMA, int folder COMMA)

// A process that is begun; what runs in it is not this program's.
int clone(int (*run)(void *), void *stack, int flags, void *argument, ...)
{
    REAL(int, clone, (int (*)(void *), void *, int, void *, ...));
    va_list more;
    va_start(more, argument);
    void *a = va_arg(more, void *), *b = va_arg(more, void *), *c = va_arg(more, void *);
    va_end(more);
    if (fails("clone", MEMORY))
        return -1;
    return real(run, stack, flags, argument, a, b, c);
}
