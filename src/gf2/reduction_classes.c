/* The classes that something speaks of get literals, and the symmetries of the kernel a least image. */
#include "gf2/reduction_inside.h"
#include "gf2/xor_share.h"

static void mark_needed(const struct reduction *r, bool *needed)
{
    const struct kernel *k = r->kernel;
    for (int c = 1; c < k->classes; c++) needed[c] = k->spin[c] != 0;
    for (int i = 0; i < model_rows(r->built) && !k->alone; i++) {
        struct row row = model_row(r->built, i);
        int n = row.kind == ROW_COUNT ? row.n + (int)row.lo : row.n;
        for (int j = 0; j < n && row.kind != ROW_XOR; j++) {
            int c = k->class_of[lit_var(row.x[j])];
            if (c > 0) needed[c] = true;
        }
    }
}

/* Bit i of y's image under a symmetry, without the constant. */
static uint64_t image_pattern(const struct kernel *k, const struct kernel_map *g, int i)
{
    uint64_t pattern = 0;
    for (int j = 0; j < k->dimension; j++) pattern |= (g->image[j] >> i & 1) << j;
    return pattern;
}

static lit element_lit(struct reduction *r, const lit *line_lit, int element)
{
    int d = r->kernel->dimension;
    return element < d ? element + 1 : line_lit[element - d];
}

/* Dimension <= 63: the classes' patterns, and those of the symmetries' images, by one program of additions. image[m *
 * dimension + i] becomes the literal of bit i of the image under symmetry m. */
static void share(struct reduction *r, const bool *needed, int maps, lit *image)
{
    const struct kernel *k = r->kernel;
    int most = k->classes + maps * k->dimension, n = 0;
    uint64_t *target = mem_new((size_t)most, sizeof *target);
    for (int c = 1; c < k->classes; c++)
        if (needed[c]) target[n++] = *kernel_pattern(k, c) >> 1;
    for (int m = 0; m < maps; m++)
        for (int i = 0; i < k->dimension; i++) target[n++] = image_pattern(k, &k->map[m], i);
    int *element = mem_new((size_t)n, sizeof *element);
    struct xor_program program;
    bool done = xor_share(&program, k->dimension, target, n, element, model_job(r->model));
    lit *line = mem_new((size_t)program.lines, sizeof *line);
    model_group(r->model, GROUP_SUM);
    for (int i = 0; i < program.lines; i++) {
        line[i] = model_derived(r->model, "sum %d", i + 1);
        lit a = element_lit(r, line, program.line[i].a), b = element_lit(r, line, program.line[i].b);
        model_xor(r->model, (lit[]){line[i], a, b}, 3, 0);
    }
    n = 0;
    for (int c = 1; c < k->classes && done; c++)
        if (needed[c]) r->class_lit[c] = element_lit(r, line, element[n++]);
    for (int m = 0; m < maps && done; m++)
        for (int i = 0; i < k->dimension; i++)
            image[m * k->dimension + i] = element_lit(r, line, element[n++]) * (k->map[m].shift >> i & 1 ? -1 : 1);
    xor_program_release(&program);
    mem_free(line);
    mem_free(element);
    mem_free(target);
}

static void define_plainly(struct reduction *r, const bool *needed)
{
    const struct kernel *k = r->kernel;
    model_group(r->model, GROUP_SUM);
    for (int c = 1; c < k->classes; c++) {
        if (!needed[c]) continue;
        r->x.n = 0;
        for (int j = 0; j < k->dimension; j++)
            if (kernel_has(kernel_pattern(k, c), j)) lits_push(&r->x, j + 1);
        if (r->x.n > 1) {
            lits_push(&r->x, model_derived(r->model, "sum %d", c));
            model_xor(r->model, r->x.v, r->x.n, 0);
        }
        r->class_lit[c] = r->x.v[r->x.n - 1];
    }
}

/* y <= its image, lexicographically, false before true: equal[i] follows if the first i bits agree. */
static void break_symmetry(struct reduction *r, const lit *image, int d)
{
    lit equal = 0;
    model_group(r->model, GROUP_EQUAL);
    for (int i = 0; i < d; i++) {
        lit y = i + 1, z = image[i];
        if (y == z) continue;
        if (equal)
            model_3(r->model, -equal, -y, z);
        else if (y == -z)
            model_1(r->model, -y);
        else
            model_2(r->model, -y, z);
        if (y == -z) return; /* they differ here: nothing behind counts */
        lit next = model_derived(r->model, "first %d equal", i + 1);
        for (int sign = -1; sign <= 1; sign += 2) {
            lit c[4] = {next, sign * y, sign * z, -equal};
            model_clause(r->model, c, equal ? 4 : 3);
        }
        equal = next;
    }
}

void reduction_classes(struct reduction *r, bool symmetry)
{
    const struct kernel *k = r->kernel;
    bool *needed = mem_new((size_t)k->classes, sizeof *needed);
    mark_needed(r, needed);
    model_rule(r->model, "the classes of the kernel form");
    if (k->words > 1) {
        define_plainly(r, needed);
    } else {
        int maps = symmetry ? k->maps : 0;
        lit *image = mem_new((size_t)maps * (size_t)k->dimension, sizeof *image);
        share(r, needed, maps, image);
        if (maps) model_rule(r->model, "the least of its mirror images");
        for (int m = 0; m < maps && !model_stopped(r->model); m++)
            break_symmetry(r, image + m * k->dimension, k->dimension);
        mem_free(image);
    }
    mem_free(needed);
}
