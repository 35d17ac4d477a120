/* Preloaded: a machine without /dev/dma_heap and /dev/udmabuf gets both, made of memory files.
 *
 * libcamera's virtual camera asks the kernel for buffers that devices can share. Nothing here shares them, so an
 * anonymous file of the asked length does as well: it can be mapped, and that is all that is done with it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

struct heap_wish {
    uint64_t length;
    uint32_t fd, fd_flags;
    uint64_t heap_flags;
};

struct udmabuf_wish {
    uint32_t memory, flags;
    uint64_t offset, size;
};

static const unsigned long ALLOCATE = _IOWR('H', 0, struct heap_wish);
static const unsigned long FROM_MEMORY = _IOW('u', 0x42, struct udmabuf_wish);
static const char SHARING = 'b'; /* the type of all ioctls on a shared buffer */

static int is_heap(const char *path) {
    return path && (strncmp(path, "/dev/dma_heap/", 14) == 0 || strcmp(path, "/dev/udmabuf") == 0);
}

static int memory(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

static int really_open(int folder, const char *path, int flags, int mode) {
    static int (*next)(int, const char *, int, ...);
    if (!next) next = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    return is_heap(path) ? memory("heap") : next(folder, path, flags, mode);
}

static int mode_in(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = mode_in(flags, rest);
    va_end(rest);
    return really_open(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = mode_in(flags, rest);
    va_end(rest);
    return really_open(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = mode_in(flags, rest);
    va_end(rest);
    return really_open(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = mode_in(flags, rest);
    va_end(rest);
    return really_open(folder, path, flags | O_LARGEFILE, mode);
}

int ioctl(int fd, unsigned long request, ...) {
    static int (*next)(int, unsigned long, ...);
    va_list rest;
    va_start(rest, request);
    void *wish = va_arg(rest, void *);
    va_end(rest);
    request &= 0xffffffffUL;
    if (request == ALLOCATE) {
        struct heap_wish *heap = wish;
        int made = memory("buffer");
        if (made < 0 || ftruncate(made, (off_t)heap->length)) return -1;
        heap->fd = (uint32_t)made;
        return 0;
    }
    if (request == FROM_MEMORY) return dup((int)((struct udmabuf_wish *)wish)->memory);
    if (_IOC_TYPE(request) == (unsigned)SHARING && _IOC_NR(request) <= 1) return 0; /* in step, a name */
    if (!next) next = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return next(fd, request, wish);
}
