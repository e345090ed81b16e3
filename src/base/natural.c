/* A natural number is a row of digits in base 2^32. Multiplication is the one of school: counts
 * have thousands of digits at most. */
#include "base/natural.h"
#include "base/mem.h"

#include <string.h>

void natural_release(struct natural *a)
{
    mem_free(a->digit);
    *a = (struct natural){0};
}

/* Makes n digits of it, of which the new ones are 0. */
static void natural_widen(struct natural *a, int n)
{
    while (a->n < n) MEM_PUSH(a->digit, a->n, a->cap, 0);
}

static void natural_trim(struct natural *a)
{
    while (a->n && !a->digit[a->n - 1]) a->n--;
}

void natural_set(struct natural *a, uint64_t value)
{
    a->n = 0;
    natural_widen(a, 2);
    a->digit[0] = (uint32_t)value;
    a->digit[1] = (uint32_t)(value >> 32);
    natural_trim(a);
}

void natural_copy(struct natural *to, const struct natural *a)
{
    to->n = 0;
    natural_widen(to, a->n);
    if (a->n) memcpy(to->digit, a->digit, (size_t)a->n * sizeof *a->digit);
}

void natural_add(struct natural *a, const struct natural *b)
{
    uint64_t carry = 0;
    natural_widen(a, (a->n > b->n ? a->n : b->n) + 1);
    for (int i = 0; i < a->n; i++) {
        carry += (uint64_t)a->digit[i] + (i < b->n ? b->digit[i] : 0);
        a->digit[i] = (uint32_t)carry;
        carry >>= 32;
    }
    natural_trim(a);
}

void natural_multiply(struct natural *a, const struct natural *b)
{
    struct natural product = {0};
    natural_widen(&product, a->n + b->n);
    for (int i = 0; i < a->n; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < b->n || carry; k++) {
            carry += product.digit[i + k] + (k < b->n ? (uint64_t)a->digit[i] * b->digit[k] : 0);
            product.digit[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    natural_trim(&product);
    natural_release(a);
    *a = product;
}

void natural_double(struct natural *a, int times)
{
    SCOPED(natural) power = {0};
    natural_widen(&power, times / 32 + 1);
    power.digit[times / 32] = (uint32_t)1 << times % 32;
    natural_multiply(a, &power);
}

int64_t natural_capped(const struct natural *a)
{
    uint64_t low = a->n ? a->digit[0] : 0;
    if (a->n > 1) low |= (uint64_t)a->digit[1] << 32;
    return a->n > 2 || low > INT64_MAX ? INT64_MAX : (int64_t)low;
}

void natural_print(const struct natural *a, struct text *out)
{
    const uint32_t group = 1000000000;
    SCOPED(natural) left = {0}, groups = {0};
    natural_copy(&left, a);
    while (left.n) {
        uint64_t rest = 0;
        for (int i = left.n - 1; i >= 0; i--) {
            rest = rest << 32 | left.digit[i];
            left.digit[i] = (uint32_t)(rest / group);
            rest %= group;
        }
        natural_trim(&left);
        MEM_PUSH(groups.digit, groups.n, groups.cap, (uint32_t)rest);
    }
    text_add(out, "%u", groups.n ? groups.digit[groups.n - 1] : 0);
    for (int i = groups.n - 2; i >= 0; i--) text_add(out, "%09u", groups.digit[i]);
}
