// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// A segment that cannot be written holds only what stands in its file: a page that is given back is the same again.
static int release(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
        uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        uintptr_t first = start & ~(page - 1);
        uintptr_t end = (start + segment->p_memsz + page - 1) & ~(page - 1);
        madvise((void *)first, end - first, MADV_DONTNEED);
    }
    return 0;
}

void clinux_give_back_heap(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void clinux_give_back_unused_memory(void) {
    dl_iterate_phdr(release, NULL);
    clinux_give_back_heap();
}
