// Replacement of libvulkan.so.1 that forwards to the original: reports that no adapter supports storage textures.

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void *(*Find)(void *instance, const char *name);
typedef struct { uint32_t linear, optimal, buffer; } FormatProperties;
typedef void (*GetFormatProperties)(void *adapter, int format, FormatProperties *properties);

static GetFormatProperties original;

static void properties_without_storage(void *adapter, int format, FormatProperties *properties) {
    const uint32_t storage_image = 2;
    original(adapter, format, properties);
    properties->optimal &= ~storage_image;
}

void *vkGetInstanceProcAddr(void *instance, const char *name) {
    static Find find;
    if (!find) {
        find = (Find)dlsym(dlopen(getenv("LIBVULKAN"), RTLD_NOW), "vkGetInstanceProcAddr");
    }
    void *found = find(instance, name);
    if (found && strcmp(name, "vkGetPhysicalDeviceFormatProperties") == 0) {
        original = (GetFormatProperties)found;
        return (void *)properties_without_storage;
    }
    return found;
}
