// Put in the place of the system's libvulkan.so.1, which it asks: no adapter lets a shader write a texture.

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void *(*Find)(void *instance, const char *name);
typedef struct { uint32_t linear, optimal, buffer; } FormatProperties;
typedef void (*Ask)(void *adapter, int format, FormatProperties *answer);

static Ask ask;

static void answer_without_storage(void *adapter, int format, FormatProperties *answer) {
    const uint32_t storage_image = 2;
    ask(adapter, format, answer);
    answer->optimal &= ~storage_image;
}

void *vkGetInstanceProcAddr(void *instance, const char *name) {
    static Find find;
    if (!find) {
        find = (Find)dlsym(dlopen(getenv("LIBVULKAN"), RTLD_NOW), "vkGetInstanceProcAddr");
    }
    void *found = find(instance, name);
    if (found && strcmp(name, "vkGetPhysicalDeviceFormatProperties") == 0) {
        ask = (Ask)found;
        return (void *)answer_without_storage;
    }
    return found;
}
