#include "extras/cubes/cube.h"

#include <stdlib.h>
#include <string.h>

void cube_list_write_cube(const lit *x, int n, struct text *out)
{
    text_char(out, 'a');
    for (int i = 0; i < n; i++) text_add(out, " %d", x[i]);
    text_put(out, " 0\n");
}

void cube_list_write(const struct cnf_buffer *cubes, struct text *out)
{
    for (int i = 0; i < cube_count(cubes); i++) {
        const lit *x;
        int n = cnf_buffer_clause(cubes, i, &x);
        cube_list_write_cube(x, n, out);
    }
}

/* Reads the literals of one line, after its `a`. */
static bool cube_list_read_line(const char *s, const char *end, int vars, struct lits *x)
{
    x->n = 0;
    while (s < end) {
        char *next;
        long v = strtol(s, &next, 10);
        if (next == s || next > end || v > vars || v < -vars) return false;
        s = next;
        if (!v) {
            while (s < end && (*s == ' ' || *s == '\r')) s++;
            return s == end;
        }
        for (int i = 0; i < x->n; i++)
            if (lit_var(x->v[i]) == labs(v)) return false;
        lits_push(x, (lit)v);
    }
    return false;
}

bool cube_list_read(const char *text, const char *name, int vars, struct cnf_buffer *cubes, struct text *err)
{
    SCOPED(lits) x = {0};
    int line = 1;
    for (const char *s = text; *s; line++) {
        const char *end = s + strcspn(s, "\n");
        bool skipped = s == end || *s == 'c' || *s == '\r' || !strncmp(s, "p inccnf", 8);
        if (!skipped && (*s != 'a' || !cube_list_read_line(s + 1, end, vars, &x)))
            return text_error(err,
                              "%s:%d: invalid cube: expected 'a', literals of distinct variables from 1 to %d, and 0.",
                              name, line, vars);
        if (!skipped) cnf_clause(&cubes->cnf, x.v, x.n);
        s = end + (*end == '\n');
    }
    return true;
}

/* Reads from the list, at *at, the parts of the cube x[0..n-1]. */
static bool cube_list_take(const struct cnf_buffer *cubes, int *at, const lit *x, int n)
{
    const lit *c;
    if (*at == cube_count(cubes)) return false;
    int m = cnf_buffer_clause(cubes, *at, &c);
    if (m < n || (n && memcmp(c, x, (size_t)n * sizeof *x) != 0)) return false;
    if (m == n) {
        ++*at;
        return true;
    }
    SCOPED(lits) part = {0};
    for (int i = 0; i <= n; i++) lits_push(&part, c[i]);
    bool ok = cube_list_take(cubes, at, part.v, n + 1);
    part.v[n] = -part.v[n];
    return ok && cube_list_take(cubes, at, part.v, n + 1);
}

bool cube_list_parts(const struct cnf_buffer *cubes, const lit *x, int n)
{
    int at = 0;
    return cube_list_take(cubes, &at, x, n) && at == cube_count(cubes);
}
