#include "base/terminal.h"
#include "commands/search_report.h"
#include "base/watchdog.h"

#include "commands/answer.h"
#include "gf2/parity_pass.h"

struct parity_choices {
    const char *kernel;
};

#define FIELD(name) .offset = offsetof(struct parity_choices, name)
static const struct option parity_options[] = {
    TEXT_OPTION("kernel", "FILE", kernel, "write the rows, the kernel form, and what you need to check it, into FILE"),
    {0},
};

static bool write_kernel(const char *name, const struct parity *p, struct text *err)
{
    struct file f;
    if (!file_open(&f, name, err)) return false;
    parity_write(p, f.out);
    return file_commit(&f, err);
}

static void print_facts(const struct request *r, const struct parity_pass *pass)
{
    const struct kernel *k = pass->kernel;
    watchdog_end(r->stated.problem.job);
    struct parity_facts f = parity_facts(pass->parity);
    if (r->shown.json) {
        json_t *o = json_request(r);
        json_put(o, "rows", json_integer(f.rows));
        json_put(o, "columns", json_integer(f.columns));
        json_put(o, "inactive_columns", json_integer(f.inactive));
        json_put(o, "rank", json_integer(f.rank));
        json_put(o, "consistent", json_boolean(k != NULL));
        json_put(o, "dimension", k ? json_integer(k->dimension) : json_null());
        json_put(o, "classes", k ? json_integer(k->classes) : json_null());
        json_put(o, "symmetries", k ? json_integer(k->maps) : json_null());
        json_put(o, "modulus", k ? json_integer(k->step) : json_null());
        json_put(o, "seconds", json_real(f.seconds));
        json_put(o, "recheck_seconds", k ? json_real(pass->recheck_seconds) : json_null());
        json_print(o);
        return;
    }
    terminal_sentences("%s %s: %d parity %s over %d %s, rank %d (%d %s peeled, %d inactive %s), %.3f s CPU.\n",
                       r->stated.problem.puzzle->name, text_string(&r->stated.label), f.rows,
                       plural(f.rows, "row", "rows"), f.columns, plural(f.columns, "variable", "variables"), f.rank,
                       f.peeled, plural(f.peeled, "row", "rows"), f.inactive, plural(f.inactive, "column", "columns"),
                       f.seconds);
    if (!k) {
        terminal_sentences("The rows contradict each other; 'loophole explain' lists which.\n");
        return;
    }
    int outside = k->vars - f.columns;
    terminal_sentences("Kernel of dimension %d: %d %s of equal variables, %d %s besides the identity.\n", k->dimension,
                       k->classes, plural(k->classes, "class", "classes"), k->maps,
                       plural(k->maps, "symmetry", "symmetries"));
    if (k->alone && !outside && !k->dimension) terminal_sentences("There is one solution.\n");
    if (k->alone && !outside && k->dimension)
        terminal_sentences("There are 2^%d solutions; their sums agree modulo %d.\n", k->dimension, (int)k->step);
    if (k->alone && outside)
        terminal_sentences("There are 2^%d solutions, because %d %s in no row.\n", k->dimension + outside, outside,
                           plural(outside, "variable is", "variables are"));
    terminal_sentences("Checked by a second elimination in %.3f s CPU.\n", pass->recheck_seconds);
}

static int facts(struct request *r)
{
    SCOPED(model) *m = model_new();
    SCOPED(text) err = {0};
    int status = EXIT_DONE;
    SCOPED(parity_pass) pass = {0};
    const struct parity_choices *c = r->own;
    const char *file = c->kernel;
    model_set_job(m, &r->job);
    search_build(&r->stated.problem, INT64_MAX, m);
    if (parity_pass(m, &pass, &err) != PARITY_DONE) {
        status = report_error(EXIT_SYSTEM, "%s", text_string(&err));
    } else {
        print_facts(r, &pass);
        if (pass.kernel && file && !write_kernel(file, pass.parity, &err))
            status = report_error(EXIT_SYSTEM, "%s", text_string(&err));
    }
    return status;
}

const struct command command_parity = {
    .name = "parity",
    .usage = "PUZZLE [INSTANCE...] [--kernel FILE]",
    .group = "Prove",
    .about = "analyze the parity constraints alone",
    .text = "Eliminates the parity (XOR) constraints of a model over GF(2) and prints their rank, the dimension of "
            "the kernel and its symmetries. It ignores all other constraints.",
    .examples =
        {
            {"loophole parity fivers 5", "rank and kernel of the 5x5 board"},
            {"loophole parity fivers 19 --kernel kernel.txt", "write the kernel form into a file"},
            {"loophole parity fivers 20x30 --json", "the numbers as JSON"},
        },
    COMMAND_OPTIONS(parity),
    .problem = true,
    .choices = true,
    .without = "amo card pb xor int alldiff connectivity parity solver solver-config engine search variable-order "
               "amo-groups seed verbose",
    .json = true,
    .run = facts,
};
