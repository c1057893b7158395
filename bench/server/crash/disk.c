/* Stands between a server and its disk (LD_PRELOAD): writes down what reaches the files of one folder, and can be full.

   DISK_FOLDER is the folder, DISK_TRACE the file that is written, DISK_FULL a file whose being there means: no room.
   Each note has a head (kind, inode, offset, length) and then `length` bytes; `disk.py` reads them. A note of a write
   stands before the write, that of a sync after it: what is noted as synced was, what is not may or may not be kept. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OTHER, A_FILE, THE_FOLDER };
enum { CREATED = 'C', WRITTEN = 'W', CUT = 'T', SYNCED = 'S', REMOVED = 'U', FOLDER_SYNCED = 'D' };
#define DESCRIPTORS 65536

struct head { int64_t kind, inode, offset, length; };

static const char *folder, *full;
static int trace = -1;
static pid_t process; /* a child that is about to become another program closes files in our memory */
static unsigned char ours[DESCRIPTORS];
static pthread_mutex_t noting = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name, ...) ((__typeof__(name) *)real(#name))(__VA_ARGS__)

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void begin(void) {
    process = getpid();
    folder = getenv("DISK_FOLDER");
    full = getenv("DISK_FULL");
    const char *file = getenv("DISK_TRACE");
    if (file) trace = REAL(open, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_full(void) {
    return full && !access(full, F_OK);
}

static int64_t inode_of(int fd) {
    struct stat facts;
    return fstat(fd, &facts) ? -1 : (int64_t)facts.st_ino;
}

static void note(int64_t kind, int64_t inode, int64_t offset, const void *data, size_t length) {
    struct head head = {kind, inode, offset, (int64_t)length};
    struct iovec parts[2] = {{&head, sizeof head}, {(void *)data, length}};
    if (trace < 0) return;
    pthread_mutex_lock(&noting);
    if (REAL(writev, trace, parts, 2) < 0) abort();
    pthread_mutex_unlock(&noting);
}

/* The name within the folder, or NULL; what SQLite maps into memory (-shm) is made anew after a loss of power. */
static const char *name_of(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    if (!length || strncmp(path, folder, length) || path[length] != '/') return NULL;
    size_t rest = strlen(path + length + 1);
    return rest > 4 && !strcmp(path + length + 1 + rest - 4, "-shm") ? NULL : path + length + 1;
}

static int opened(int fd, const char *path, int existed) {
    const char *name = name_of(path);
    if (fd < 0 || fd >= DESCRIPTORS) return fd;
    ours[fd] = folder && !strcmp(path, folder) ? THE_FOLDER : name ? A_FILE : OTHER;
    if (name && !existed) note(CREATED, inode_of(fd), 0, name, strlen(name));
    return fd;
}

static int is_ours(int fd) {
    return fd >= 0 && fd < DESCRIPTORS && ours[fd] == A_FILE;
}

#define OPEN(function)                                           \
    int function(const char *path, int flags, ...) {             \
        va_list more;                                            \
        va_start(more, flags);                                   \
        int mode = va_arg(more, int), existed = !access(path, F_OK); \
        va_end(more);                                            \
        int fd = REAL(function, path, flags, mode);              \
        if (fd >= 0 && is_ours(fd)) ours[fd] = OTHER;            \
        return opened(fd, path, existed);                        \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    if (fd >= 0 && fd < DESCRIPTORS && getpid() == process) ours[fd] = OTHER;
    return REAL(close, fd);
}

#define PWRITE(function, place)                                              \
    ssize_t function(int fd, const void *data, size_t length, place offset) { \
        if (is_ours(fd)) {                                                   \
            if (is_full()) return errno = ENOSPC, -1;                        \
            note(WRITTEN, inode_of(fd), offset, data, length);               \
        }                                                                    \
        return REAL(function, fd, data, length, offset);                     \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t length) {
    if (is_ours(fd)) {
        if (is_full()) return errno = ENOSPC, -1;
        note(WRITTEN, inode_of(fd), lseek(fd, 0, SEEK_CUR), data, length);
    }
    return REAL(write, fd, data, length);
}

#define TRUNCATE(function, place)                                  \
    int function(int fd, place length) {                           \
        if (is_ours(fd)) note(CUT, inode_of(fd), length, NULL, 0); \
        return REAL(function, fd, length);                         \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(function)                                                              \
    int function(int fd) {                                                          \
        int failed = REAL(function, fd);                                            \
        if (!failed && is_ours(fd)) note(SYNCED, inode_of(fd), 0, NULL, 0);         \
        if (!failed && fd >= 0 && fd < DESCRIPTORS && ours[fd] == THE_FOLDER)       \
            note(FOLDER_SYNCED, 0, 0, NULL, 0);                                     \
        return failed;                                                              \
    }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
    const char *name = name_of(path);
    if (name) note(REMOVED, 0, 0, name, strlen(name));
    return REAL(unlink, path);
}
