#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"

static void json_must(bool done)
{
    if (!done) fatal("There is not enough memory for the answer's JSON.");
}

static void *json_take(size_t bytes) { return mem_new(bytes, 1); }

static void json_give(void *p) { mem_free(p); }

void json_begin(void) { json_set_alloc_funcs(json_take, json_give); }

json_t *json_text(const char *s)
{
    json_t *t = s ? json_string(s) : json_null();
    if (t) return t;
    OWNED char *plain = mem_string(s); /* it is not UTF-8 */
    text_clean(plain);
    t = json_string(plain);
    json_must(t);
    return t;
}

void json_put(json_t *o, const char *key, json_t *value) { json_must(value && !json_object_set_new(o, key, value)); }
void json_push(json_t *list, json_t *value) { json_must(value && !json_array_append_new(list, value)); }

/* Numbers that need more than 53 bits are strings. */
json_t *json_number(int64_t n)
{
    if (n >= -((int64_t)1 << 53) && n <= (int64_t)1 << 53) return json_integer(n);
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)n);
    return json_text(digits);
}
/* Jansson escapes C0 only. DEL, C1 and what else text_printable excludes, all below 2^16, would
 * control a terminal, too. */
static int json_gather(const char *bytes, size_t n, void *text)
{
    for (size_t i = 0; i < n;) {
        const unsigned char *c = (const unsigned char *)bytes + i;
        size_t length = text_printable(bytes + i);
        if (length || *c < ' ') {
            text_bytes(text, bytes + i, length + !length);
            i += length + !length;
            continue;
        }
        length = *c < 0x80 ? 1 : *c < 0xe0 ? 2 : 3;
        uint32_t code = length == 1 ? *c : *c & (0x7fu >> length);
        for (size_t k = 1; k < length; k++) code = code << 6 | (c[k] & 0x3f);
        text_add(text, "\\u%04x", code);
        i += length;
    }
    return 0;
}

void json_add(const json_t *o, size_t flags, struct text *out)
{
    if (json_dump_callback(o, json_gather, out, flags))
        fatal("There is not enough memory to write the answer as JSON.");
}

void json_write(json_t *o, size_t flags, FILE *to)
{
    SCOPED(text) all = {0};
    json_add(o, flags, &all);
    text_char(&all, '\n');
    fputs(all.s, to);
    json_decref(o);
}

json_t *json_parse(const char *s, size_t n, size_t flags, json_error_t *where)
{
    json_error_t own;
    if (!where) where = &own;
    *where = (json_error_t){0}; /* Jansson does not set it if there is none */
    json_t *o = json_loadb(s, n, flags, where);
    if (!o && (!*where->text || json_error_code(where) == json_error_out_of_memory))
        fatal("There is not enough memory to read %zu bytes of JSON.", n);
    return o;
}

void json_print(json_t *o) { json_write(o, JSON_LAYOUT, stdout); }
