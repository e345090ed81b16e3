#include "base/clock.h"
#include "base/number.h"
#include "gf2/parity_inside.h"

/* ---- reading the rows --------------------------------------------------------------------- */

/* Appends the columns of one XOR row; a variable that occurs twice cancels. */
static void parity_read_row(struct parity *p, const struct row *row, size_t *n, size_t *cap, size_t *place)
{
    size_t first = *n;
    unsigned char right = row->lo & 1;
    for (int i = 0; i < row->n; i++) {
        int v = lit_var(row->x[i]);
        if (row->x[i] < 0) right ^= 1;
        if (p->column_of[v] < 0) {
            p->var[p->columns] = v;
            p->column_of[v] = p->columns++;
        }
        int c = p->column_of[v];
        if (place[c] > first) {
            p->column[place[c] - 1] = -1;
            place[c] = 0;
        } else {
            MEM_PUSH(p->column, *n, *cap, c);
            place[c] = *n;
        }
    }
    size_t to = first;
    for (size_t i = first; i < *n; i++)
        if (p->column[i] >= 0) p->column[to++] = p->column[i];
    *n = to;
    for (size_t i = first; i < to; i++) place[p->column[i]] = 0;
    p->right[p->rows] = right;
}

static void read_model(struct parity *p)
{
    const struct model *m = p->model;
    int vars = model_vars(m), rows = 0;
    for (struct row row = {0}; model_next(m, &row);) rows += row.kind == ROW_XOR;
    p->row_of = mem_new((size_t)rows, sizeof *p->row_of);
    p->from = mem_new((size_t)rows + 1, sizeof *p->from);
    p->right = mem_new((size_t)rows, 1);
    p->var = mem_new((size_t)vars, sizeof *p->var);
    p->column_of = mem_new((size_t)vars + 1, sizeof *p->column_of);
    for (int v = 0; v <= vars; v++) p->column_of[v] = -1;
    size_t n = 0, cap = 0;
    OWNED size_t *place = mem_new((size_t)vars, sizeof *place);
    for (struct row row = {0}; model_next(m, &row);) {
        if (row.kind != ROW_XOR) continue;
        p->row_of[p->rows] = row.number - 1;
        parity_read_row(p, &row, &n, &cap, place);
        p->from[++p->rows] = n;
    }
}

/* ---- peeling ------------------------------------------------------------------------------- */

struct peeling {
    struct parity *p;
    size_t *at; /* column c is in the rows row[at[c]] .. row[at[c + 1] - 1] */
    int *row;
    int *unknown;       /* row -> number of unknown columns */
    bool *known;        /* column */
    struct lits *among; /* number -> rows that had so many unknown columns, the last one first; some have fewer now */
    int least;          /* no list below this number has a row */
};

static void parity_transpose(struct peeling *q)
{
    const struct parity *p = q->p;
    size_t n = p->from[p->rows];
    q->at = mem_new((size_t)p->columns + 2, sizeof *q->at);
    q->row = mem_new(n, sizeof *q->row);
    for (size_t i = 0; i < n; i++) q->at[p->column[i] + 2]++;
    for (int c = 0; c < p->columns; c++) q->at[c + 2] += q->at[c + 1];
    for (int r = 0; r < p->rows; r++)
        for (size_t i = p->from[r]; i < p->from[r + 1]; i++) q->row[q->at[p->column[i] + 1]++] = r;
}

/* Sets the number of a row's unknown columns; if there is none, the row is left over. */
static void count_unknown(struct peeling *q, int r, int n)
{
    q->unknown[r] = n;
    if (!n) {
        q->p->step[q->p->steps++] = (struct peeled_row){r, -1};
        return;
    }
    lits_push(&q->among[n], r);
    q->least = min_int(q->least, n);
}

/* Makes column c known; rows without unknown columns are left over. */
static void parity_resolve(struct peeling *q, int c)
{
    q->known[c] = true;
    for (size_t i = q->at[c]; i < q->at[c + 1]; i++) {
        const int r = q->row[i];
        if (q->unknown[r]) count_unknown(q, r, q->unknown[r] - 1);
    }
}

/* Solves row r for its last unknown column, having made the others inactive. */
static void peel_row(struct peeling *q, int r)
{
    struct parity *p = q->p;
    int pivot = -1;
    for (size_t i = p->from[r]; i < p->from[r + 1]; i++) {
        int c = p->column[i];
        if (q->known[c]) continue;
        if (pivot >= 0) {
            p->inactive[p->inactives++] = pivot;
            parity_resolve(q, pivot);
        }
        pivot = c;
    }
    q->unknown[r] = 0;
    p->step[p->steps++] = (struct peeled_row){r, pivot};
    p->peeled++;
    parity_resolve(q, pivot);
}

static void peel(struct parity *p)
{
    size_t rows = (size_t)p->rows, columns = (size_t)p->columns, longest = 0;
    struct peeling q = {.p = p};
    parity_transpose(&q);
    q.unknown = mem_new(rows, sizeof *q.unknown);
    q.known = mem_new(columns, sizeof *q.known);
    p->step = mem_new(rows, sizeof *p->step);
    p->inactive = mem_new(columns, sizeof *p->inactive);
    for (size_t r = 0; r < rows; r++)
        if (p->from[r + 1] - p->from[r] > longest) longest = p->from[r + 1] - p->from[r];
    q.among = mem_new(longest + 1, sizeof *q.among);
    q.least = (int)longest;
    for (int r = p->rows - 1; r >= 0; r--) count_unknown(&q, r, (int)(p->from[r + 1] - p->from[r]));
    for (int c = 0; c < p->columns; c++) /* a variable that cancelled wherever it occurred is free */
        if (q.at[c] == q.at[c + 1]) p->inactive[p->inactives++] = c;
    while (p->steps < p->rows && parity_goes_on(p, p->steps)) {
        struct lits *rest = &q.among[q.least];
        const int r = rest->n ? rest->v[--rest->n] : -1;
        if (r < 0)
            q.least++;
        else if (q.unknown[r] == q.least)
            peel_row(&q, r);
    }
    for (size_t u = 0; u <= longest; u++) lits_release(&q.among[u]);
    MEM_FREE(q.at, q.row, q.unknown, q.known, q.among);
}

/* ---- the whole ------------------------------------------------------------------------------ */

struct parity *parity_new(const struct model *m, int megabytes, struct text *err)
{
    double start = clock_cpu();
    struct parity *p = mem_new(1, sizeof *p);
    p->model = m;
    read_model(p);
    peel(p);
    if (parity_stopped(p, err) ||
        !parity_solve(p, (size_t)min64((int64_t)megabytes << 20, (int64_t)(SIZE_MAX / 2)), err)) {
        parity_free(p);
        return NULL;
    }
    p->seconds = clock_cpu() - start;
    return p;
}

bool parity_stopped(const struct parity *p, struct text *err)
{
    if (!model_stopped(p->model)) return false;
    text_error(err, "A limit or a signal stopped the solving of the parity rows.");
    return true;
}

void parity_free(struct parity *p)
{
    if (!p) return;
    MEM_FREE(p->row_of, p->from, p->column, p->right, p->var, p->column_of, p->step, p->inactive, p->free_column,
             p->form, p);
}

struct parity_facts parity_facts(const struct parity *p)
{
    return (struct parity_facts){.rows = p->rows,
                                 .columns = p->columns,
                                 .peeled = p->peeled,
                                 .inactive = p->inactives,
                                 .rank = p->rank,
                                 .dimension = p->dimension,
                                 .seconds = p->seconds};
}

bool parity_consistent(const struct parity *p) { return p->consistent; }

const uint64_t *parity_form(const struct parity *p, int var)
{
    assert(p->consistent && "an inconsistent system has no solutions");
    int c = p->column_of[var];
    return c < 0 ? NULL : p->form + (size_t)c * (size_t)p->words;
}

int parity_words(const struct parity *p) { return p->words; }

int parity_free_var(const struct parity *p, int j)
{
    assert(0 <= j && j < p->dimension && "a free variable of the kernel");
    return p->var[p->free_column[j]];
}
