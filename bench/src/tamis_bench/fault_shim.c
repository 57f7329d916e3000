/* Counts the system calls of a process that write below a folder, and lets one of them fail: loaded by LD_PRELOAD.

   FAULT_ROOT   the folder; calls elsewhere are passed on
   FAULT_AT     the number of the call, from 1; 0 for none
   FAULT_MODE   kill: end the process before it; torn: write half, then end; or an error for this and all later calls:
                ENOSPC, EROFS, EIO, ENAMETOOLONG (of calls that make names only);
                clock ahead, clock back: from this call on the time of day is ten years off
   FAULT_LOG    a file that gets every call with its data, and what the process says on standard output
   FAULT_COUNT  a file that gets the number of calls at the end */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root, *mode, *count_file;
static size_t root_size;
static long at, calls;
static int log_fd = -1;
static long clock_jump;

#define JUMP (10L * 365 * 24 * 3600)
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    root = getenv("FAULT_ROOT");
    root_size = root ? strlen(root) : 0;
    mode = getenv("FAULT_MODE") ? getenv("FAULT_MODE") : "";
    at = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
    count_file = getenv("FAULT_COUNT");
    if (getenv("FAULT_LOG")) log_fd = REAL(open)(getenv("FAULT_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

__attribute__((destructor)) static void end(void) {
    if (!count_file || !calls) return;
    FILE *file = fopen(count_file, "a");
    if (file) { fprintf(file, "%ld\n", calls); fclose(file); }
}

static int inside(const char *path) {
    return root && path && strncmp(path, root, root_size) == 0;
}

static int path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, PATH_MAX - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return inside(path);
}

static void note(const char *what, const char *path, const char *other, long long offset, const void *data, size_t size) {
    if (log_fd < 0) return;
    char head[2 * PATH_MAX + 100];
    int length = snprintf(head, sizeof head, "%s\t%s\t%s\t%lld\t%zu\n", what, path, other, offset, size);
    pthread_mutex_lock(&lock);
    REAL(write)(log_fd, head, length);
    if (size) REAL(write)(log_fd, data, size);
    pthread_mutex_unlock(&lock);
}

/* Count a call, with a descriptor below 0 if it makes a name; returns an error that it must fail with, or 0. `half` writes half of the data. */
static int count(void (*half)(int, const void *, size_t, off_t), int fd, const void *data, size_t size, off_t offset) {
    pthread_mutex_lock(&lock);
    long number = ++calls;
    pthread_mutex_unlock(&lock);
    if (!at || number < at) return 0;
    if (number == at && (!strcmp(mode, "kill") || !strcmp(mode, "torn"))) {
        if (!strcmp(mode, "torn") && half) half(fd, data, size / 2, offset);
        kill(getpid(), SIGKILL);
        pause();
    }
    if (!strcmp(mode, "ENOSPC")) return ENOSPC;
    if (!strcmp(mode, "EROFS")) return EROFS;
    if (!strcmp(mode, "EIO")) return EIO;
    if (!strcmp(mode, "ENAMETOOLONG") && fd < 0) return ENAMETOOLONG;
    if (!strcmp(mode, "clock ahead")) clock_jump = JUMP;
    if (!strcmp(mode, "clock back")) clock_jump = -JUMP;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int done = REAL(clock_gettime)(clock, now);
    if (!done && clock == CLOCK_REALTIME) now->tv_sec += clock_jump;
    return done;
}

time_t time(time_t *now) {
    time_t found = REAL(time)(NULL) + clock_jump;
    if (now) *now = found;
    return found;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int done = REAL(gettimeofday)(now, zone);
    if (!done) now->tv_sec += clock_jump;
    return done;
}

static void half_write(int fd, const void *data, size_t size, off_t offset) { (void)offset; REAL(write)(fd, data, size); }
static void half_pwrite(int fd, const void *data, size_t size, off_t offset) { REAL(pwrite)(fd, data, size, offset); }

#define FAIL(error) do { errno = (error); return -1; } while (0)

ssize_t write(int fd, const void *data, size_t size) {
    char path[PATH_MAX];
    if (fd == 1) note("said", "", "", 0, data, size);
    if (fd == log_fd || !path_of(fd, path)) return REAL(write)(fd, data, size);
    int error = count(half_write, fd, data, size, 0);
    if (error) FAIL(error);
    off_t place = fcntl(fd, F_GETFL) & O_APPEND ? -1 : lseek(fd, 0, SEEK_CUR);
    ssize_t done = REAL(write)(fd, data, size);
    if (done > 0) note("write", path, "", place, data, done);
    return done;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    char path[PATH_MAX];
    if (!path_of(fd, path)) return REAL(pwrite64)(fd, data, size, offset);
    int error = count(half_pwrite, fd, data, size, offset);
    if (error) FAIL(error);
    ssize_t done = REAL(pwrite64)(fd, data, size, offset);
    if (done > 0) note("write", path, "", offset, data, done);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }

#define SYNC(name)                                                        \
    int name(int fd) {                                                    \
        char path[PATH_MAX];                                              \
        if (!path_of(fd, path)) return REAL(name)(fd);                    \
        int error = count(NULL, fd, NULL, 0, 0);                          \
        if (error) FAIL(error);                                           \
        int done = REAL(name)(fd);                                        \
        if (!done) note("sync", path, "", 0, NULL, 0);                    \
        return done;                                                      \
    }
SYNC(fsync)
SYNC(fdatasync)

int ftruncate64(int fd, off64_t size) {
    char path[PATH_MAX];
    if (!path_of(fd, path)) return REAL(ftruncate64)(fd, size);
    int error = count(NULL, fd, NULL, 0, 0);
    if (error) FAIL(error);
    int done = REAL(ftruncate64)(fd, size);
    if (!done) note("cut", path, "", size, NULL, 0);
    return done;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int rename(const char *from, const char *to) {
    if (!inside(to)) return REAL(rename)(from, to);
    int error = count(NULL, -1, NULL, 0, 0);
    if (error) FAIL(error);
    int done = REAL(rename)(from, to);
    if (!done) note("rename", from, to, 0, NULL, 0);
    return done;
}

int renameat(int first, const char *from, int second, const char *to) {
    return first == AT_FDCWD && second == AT_FDCWD ? rename(from, to) : REAL(renameat)(first, from, second, to);
}

int unlink(const char *path) {
    if (!inside(path)) return REAL(unlink)(path);
    int error = count(NULL, 0, NULL, 0, 0);
    if (error) FAIL(error);
    int done = REAL(unlink)(path);
    if (!done) note("unlink", path, "", 0, NULL, 0);
    return done;
}

int mkdir(const char *path, mode_t bits) {
    if (!inside(path)) return REAL(mkdir)(path, bits);
    int error = count(NULL, -1, NULL, 0, 0);
    if (error) FAIL(error);
    int done = REAL(mkdir)(path, bits);
    if (!done) note("mkdir", path, "", 0, NULL, 0);
    return done;
}

static int opened(const char *path, int flags, mode_t bits) {
    int (*real)(const char *, int, ...) = REAL(open64);
    if (!inside(path) || !(flags & (O_CREAT | O_TRUNC))) return real(path, flags, bits);
    struct stat known;
    int is_new = stat(path, &known) != 0;
    if (is_new || flags & O_TRUNC) {
        int error = count(NULL, is_new ? -1 : 0, NULL, 0, 0);
        if (error) FAIL(error);
    }
    int fd = real(path, flags, bits);
    if (fd >= 0 && is_new) note("create", path, "", 0, NULL, 0);
    else if (fd >= 0 && flags & O_TRUNC) note("cut", path, "", 0, NULL, 0);
    return fd;
}

#define OPEN(name)                                        \
    int name(const char *path, int flags, ...) {          \
        va_list rest;                                     \
        va_start(rest, flags);                            \
        mode_t bits = flags & O_CREAT ? va_arg(rest, int) : 0; \
        va_end(rest);                                     \
        return opened(path, flags, bits);                 \
    }
OPEN(open)
OPEN(open64)
