#include "base/terminal.h"
#include "base/number.h"
#include "base/temporary.h"
#include "base/watchdog.h"
#include "commands/search_report.h"
#include "certificate/certificate.h"
#include "extras/cubes/cube.h"

#include <string.h>

enum { MOST_PARTS = 1000000 };

struct cubes_choices {
    const char *output;
    const char *bound;
    const char *by;
    const char *over;
    int parts;
};

#define FIELD(name) .offset = offsetof(struct cubes_choices, name)
static const struct option cubes_options[] = {
    TEXT_OPTION("output", "DIR", output, "the directory to write, new or empty", .letter = 'o'),
    TEXT_OPTION("bound", "K", bound, "allow only solutions whose objective value is K or better"),
    TEXT_OPTION("split-by", "HOW", by,
                "cases: those that the formulation names, then as lookahead (default); lookahead; model: the "
                "variables in "
                "their order; or a file of cubes, as march writes them"),
    TEXT_OPTION("split-variables", "PATTERN", over,
                "split only on variables whose names fit this pattern, such as 'hole *' (encode --names)"),
    INTEGER_OPTION("parts", "N", 1, MOST_PARTS, parts, "make about N cubes (default 64)", .initial = "64"),
    {0},
};

/* ---- the command ----------------------------------------------------------------------------- */

static bool find_cubes(struct request *r, const struct model *m, const struct cnf_buffer *formula,
                       struct cnf_buffer *out, struct text *err)
{
    const struct cubes_choices *c = r->own;
    const char *by = c->by ? c->by : "cases";
    struct cube_split s = {.formula = formula,
                           .model = m,
                           .cubes = c->parts,
                           .cases = !strcmp(by, "cases"),
                           .built = !strcmp(by, "model"),
                           .over = c->over,
                           .job = &r->job};
    if (s.cases || s.built || !strcmp(by, "lookahead")) return cube_split(&s, out, err);
    SCOPED(text) file = {0};
    return file_read(by, &file_cap_proof, &file, err) &&
           cube_list_read(text_string(&file), by, model_vars(m), out, err);
}

/* Writes the directory of a cube run. A limit leaves no incomplete directory. On failure, returns
 * false with *status and a sentence in err. */
static bool write_directory(struct request *r, const struct file_content *formula, const struct cnf_buffer *list,
                            int *status, struct text *err)
{
    const struct cubes_choices *c = r->own;
    struct directory dir;
    SCOPED(text) rows = {0}, cubes = {0};
    *status = EXIT_INPUT;
    if (!directory_open(&dir, c->output, err)) return false;
    *status = EXIT_SYSTEM;
    text_add(&rows, "%s/rows", dir.path);
    cube_list_write(list, &cubes);
    bool ok = directory_add(rows.s, "", err) && certificate_formula(&r->stated, *formula, dir.path, "problem.cnf", err);
    watchdog_end(&r->job);
    ok = ok && file_write_in(dir.path, "cubes.txt", &cubes, err);
    return directory_close(&dir, ok, err);
}

static int cubes(struct request *r)
{
    const struct cubes_choices *c = r->own;
    const char *dir = c->output;
    if (!dir) return report_error(EXIT_USAGE, "Name the directory to make: -o DIR.");
    if (!request_within(r, c->bound)) return EXIT_USAGE;
    SCOPED(text) err = {0};
    SCOPED(model) *m = model_new();
    SCOPED(cnf_buffer) formula = cnf_buffer_of(0), list = cnf_buffer_of(0);
    struct encoders_used used = {0};
    const struct file_content content = {
        .model = m, .formula = &formula, .used = &used, .most = search_most(&r->stated.problem)};
    int status = EXIT_INPUT;
    search_build(&r->stated.problem, content.most, m);
    if (!lower_bounded(m, &r->stated.problem.choices.policy, content.most, &formula.cnf, &used, &err) ||
        !find_cubes(r, m, &formula, &list, &err) || !write_directory(r, &content, &list, &status, &err))
        return report_error(job_over(&r->job) ? EXIT_STOPPED : status, "%s", text_string(&err));
    const int n = cube_count(&list);
    if (r->note.n) terminal_print("%s\n", text_string(&r->note));
    if (n)
        terminal_print("%d %s and the remainder cube in %s; 'loophole conquer %s' solves them.\n", n,
                       plural(n, "cube", "cubes"), dir, dir);
    else
        terminal_print("No cube is left to solve, only the remainder cube, in %s; 'loophole conquer %s' solves it.\n",
                       dir, dir);
    return EXIT_DONE;
}

const struct command command_cubes = {
    .name = "cubes",
    .usage = "PUZZLE [INSTANCE...] [--bound K] -o DIR [options]",
    .group = "Split large problems",
    .about = "split a problem into cubes for many machines",
    .text = "Splits a problem into cubes: cases that together cover all assignments. It writes them into a "
            "directory, with a CNF file that any solver reads. conquer solves the cubes. A remainder cube covers "
            "what no other cube does.",
    .examples =
        {
            {"loophole cubes gunport 8x8 --bound 22 -o cubes", "is there a board with 22 gunports or more?"},
            {"loophole cubes tank 6 --parts 16 -o parts", "about 16 cubes"},
            {"loophole cubes gunport 6x6 --bound 14 --split-by lookahead -o lookahead", "choose how cubes are found"},
        },
    COMMAND_OPTIONS(cubes),
    .without = "parity solver solver-config engine search verbose",
    .loss = "the cubes are not complete",
    .takes = TAKES_PROBLEM | TAKES_CHOICES | TAKES_CTRL_C,
    .run = cubes,
};
