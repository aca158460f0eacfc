// Preloaded replacement of inotify_add_watch: the first WATCHES calls succeed, all others fail with the limit error.

#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int inotify_add_watch(int instance, const char *path, uint32_t mask) {
    static int granted;
    if (granted >= atoi(getenv("WATCHES"))) {
        errno = ENOSPC;
        return -1;
    }
    granted++;
    return syscall(SYS_inotify_add_watch, instance, path, mask);
}
