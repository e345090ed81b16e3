#include "extras/cubes/cube_run.h"

#include "base/file.h"
#include "base/version.h"

#include <string.h>
#include <unistd.h>

static const char *const state_names[TASK_STATES] = {"open", "refuted", "solved", "split"};

/* ---- tasks ----------------------------------------------------------------------------------- */

static void add_task(struct cube_run *c, const char *id, bool rest, const lit *x, int n)
{
    struct task t = {.id = mem_string(id), .x = x, .n = n, .rest = rest, .conflicts = -1};
    t.split = cnf_buffer_of(0);
    MEM_PUSH(c->task, c->n, c->cap, t);
}

/* Adds a task for each cube of a list: those of cubes.txt (parent -1), or the parts of another
 * task. */
static void add_cubes(struct cube_run *c, int parent)
{
    const struct cnf_buffer cubes = parent < 0 ? c->cubes : c->task[parent].split;
    for (int i = 0; i < cube_count(&cubes); i++) {
        const lit *x;
        int n = cnf_buffer_clause(&cubes, i, &x);
        SCOPED(text) id = {0};
        text_add(&id, "%s%s%d", parent < 0 ? "" : c->task[parent].id, parent < 0 ? "" : ".", i + 1);
        add_task(c, id.s, false, x, n);
    }
}

void cube_run_proof_name(const struct cube_run *c, const struct task *t, struct text *out)
{
    text_add(out, "%s/proofs/%s.drat", c->dir, t->id);
}

void cube_run_clauses(const struct cube_run *c, const struct task *t, struct cnf *f)
{
    SCOPED(lits) clause = {0};
    for (int i = 0; i < t->n; i++) cnf_1(f, t->x[i]);
    for (int i = 0; i < cube_count(&c->cubes) && t->rest; i++) {
        const lit *x;
        int n = cnf_buffer_clause(&c->cubes, i, &x);
        clause.n = 0;
        for (int k = 0; k < n; k++) lits_push(&clause, -x[k]);
        cnf_clause(f, clause.v, n);
    }
}

int cube_run_task(const struct cube_run *c, const char *id)
{
    for (int i = 0; i < c->n; i++)
        if (!strcmp(c->task[i].id, id)) return i;
    return -1;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void row_name(const struct cube_run *c, const struct task *t, struct text *out)
{
    text_add(out, "%s/rows/%s.txt", c->dir, t->id);
}

/* Writes the head of a row: the problem and the cube. */
static void row_head(const struct cube_run *c, const struct task *t, struct text *out)
{
    text_add(out, "question %s\ncube %s\n", c->hash, t->id);
    if (!t->rest) cube_list_write_cube(t->x, t->n, out);
}

bool cube_run_write(struct cube_run *c, int task, struct text *err)
{
    const struct task *t = &c->task[task];
    SCOPED(text) row = {0}, name = {0};
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    row_head(c, t, &row);
    text_add(&row, "state %s\ncpu %.3f\nconflicts %lld\ncertified %s\nhost %s\nversion %s\n", state_names[t->state],
             t->cpu, (long long)t->conflicts, t->certified ? "yes" : "no", *host ? host : "unknown", version_number);
    cube_list_write(&t->split, &row);
    if (t->solution) text_add(&row, "solution\n%s", t->solution);
    text_put(&row, "end\n");
    row_name(c, t, &name);
    if (!file_write_bytes(name.s, &row, err)) return false;
    add_cubes(c, task);
    return true;
}

/* Reads the part after the head: results, one a line, then the parts or the solution. */
static bool read_results(struct task *t, const char *s, struct text *err)
{
    char state[16], certified[4];
    long long conflicts;
    double cpu;
    int at = 0, i = 1;
    size_t n = strlen(s);
    if (sscanf(s, "state %15s cpu %lf conflicts %lld certified %3s host %*[^\n] version %*[^\n]%n", state, &cpu,
               &conflicts, certified, &at) != 4 ||
        !at || n < (size_t)at + 5 || strcmp(s + n - 4, "end\n") != 0)
        return false;
    while (i < TASK_STATES && strcmp(state, state_names[i]) != 0) i++;
    if (i == TASK_STATES) return false;
    SCOPED(text) results = {0};
    text_bytes(&results, s + at + 1, n - 4 - (size_t)at - 1);
    const char *r = text_string(&results);
    t->state = (enum task_state)i;
    t->cpu = cpu;
    t->conflicts = conflicts;
    t->certified = !strcmp(certified, "yes");
    const bool solved = i == TASK_SOLVED && !strncmp(r, "solution\n", 9);
    if (solved) t->solution = mem_string(r + 9);
    if (i == TASK_SOLVED) return solved;
    if (!cube_list_read(r, t->id, INT32_MAX, &t->split, err)) return false;
    return i == TASK_SPLIT ? !t->rest && cube_list_parts(&t->split, t->x, t->n) : !cube_count(&t->split);
}

/* Reads the row of a task, if there is one. */
static bool cube_run_read_row(const struct cube_run *c, struct task *t, struct text *err)
{
    SCOPED(text) name = {0}, row = {0}, head = {0};
    row_name(c, t, &name);
    if (access(name.s, F_OK)) return true;
    row_head(c, t, &head);
    if (!file_regular(name.s, err) || !file_read(name.s, &file_cap_rows, &row, err)) return false;
    if (strncmp(text_string(&row), head.s, head.n) != 0)
        return text_error(err, "%s is the result of another problem or cube; remove it.", name.s);
    return read_results(t, row.s + head.n, err) ||
           text_error(err, "%s is damaged; remove it, and conquer solves the cube again.", name.s);
}

static bool read_rows(struct cube_run *c, struct text *err)
{
    add_cubes(c, -1);
    add_task(c, "rest", true, NULL, 0);
    for (int i = 0; i < c->n; i++) { /* c->n grows by the parts of split tasks */
        if (!cube_run_read_row(c, &c->task[i], err)) return false;
        add_cubes(c, i);
    }
    return true;
}

/* ---- the directory --------------------------------------------------------------------------- */

bool cube_run_open(struct cube_run *c, const char *dir, int vars, struct text *err)
{
    SCOPED(text) path = {0}, cubes = {0}, all = {0};
    *c = (struct cube_run){.dir = dir};
    c->cubes = cnf_buffer_of(0);
    text_add(&path, "%s/problem.cnf", dir);
    bool ok = file_regular(path.s, err) && file_read_bytes(path.s, &file_cap_formula, false, &all, err);
    text_clear(&path);
    text_add(&path, "%s/cubes.txt", dir);
    ok = ok && file_regular(path.s, err) && file_read(path.s, &file_cap_proof, &cubes, err) &&
         cube_list_read(text_string(&cubes), path.s, vars, &c->cubes, err);
    text_put(&all, text_string(&cubes));
    sha256(text_string(&all), all.n, c->hash);
    return ok && read_rows(c, err);
}

void cube_run_release(struct cube_run *c)
{
    for (struct task *t = c->task; t < c->task + c->n; t++) {
        MEM_FREE(t->id, t->solution);
        cnf_buffer_release(&t->split);
    }
    mem_free(c->task);
    cnf_buffer_release(&c->cubes);
}

enum status cube_run_tally(const struct cube_run *c, struct tally *t)
{
    *t = (struct tally){0};
    for (int i = 0; i < c->n; i++) {
        t->of[c->task[i].state]++;
        t->certified += c->task[i].certified;
        t->cpu += c->task[i].cpu;
        if (c->task[i].state == TASK_SOLVED) t->solved = &c->task[i];
    }
    return t->solved ? STATUS_SATISFIABLE : t->of[TASK_OPEN] ? STATUS_UNKNOWN : STATUS_UNSATISFIABLE;
}
