#include "base/options.h"

#include <string.h>

const char *options_get(const struct options *o, const char *name)
{
    if (o)
        for (int i = 0; i < o->n; i++)
            if (!strcmp(o->v[i].name, name)) return o->v[i].value;
    return NULL;
}

void options_set(struct options *o, const char *name, const char *value)
{
    for (int i = 0; i < o->n; i++)
        if (!strcmp(o->v[i].name, name)) {
            mem_free(o->v[i].value);
            o->v[i].value = mem_string(value);
            return;
        }
    if ((size_t)o->n >= o->cap) o->v = mem_grow(o->v, (size_t)o->n, &o->cap, sizeof *o->v);
    o->v[o->n].name = mem_string(name);
    o->v[o->n++].value = mem_string(value);
}

void options_release(struct options *o)
{
    for (int i = 0; i < o->n; i++) {
        mem_free(o->v[i].name);
        mem_free(o->v[i].value);
    }
    mem_free(o->v);
    *o = (struct options){0};
}
