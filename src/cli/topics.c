/* Help on topics other than commands, puzzles and encodings. The lines are those of help.h. */
#include "cli/help.h"

#include "formats/format.h"

#include <string.h>

/* Adds the sections of options that commands share. Each is taken from the first command that has
 * it. */
static void put_options(struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    const struct option *seen[REQUEST_SECTIONS];
    int n = 0;
    for (int i = 0; commands[i]; i++) {
        request_sections(commands[i], NULL, sections);
        for (const struct options_section *s = sections; s->title; s++) {
            bool fresh = request_shares(s);
            for (int k = 0; k < n; k++) fresh = fresh && seen[k] != s->options;
            if (!fresh || n == REQUEST_SECTIONS) continue;
            seen[n++] = s->options;
            help_options_page(s->title, NULL, s->options, out);
        }
    }
}

static void put_puzzles(struct text *out)
{
    for (int i = 0; puzzles[i]; i++) text_add(out, "\t%s\t%s\n", puzzles[i]->name, help_puzzle_about(puzzles[i]));
}

static void put_formats(struct text *out)
{
    for (int i = 0; formats[i]; i++)
        text_add(out, "\t%s\t%s; endings %s\n", formats[i]->name, formats[i]->about, formats[i]->endings);
}

static void put_encodings(struct text *out)
{
    for (int k = 0; k < KINDS; k++) {
        text_add(out, "\t%s\t", encoder_kind((enum kind)k));
        for (int i = 0; encoders[i]; i++)
            if ((int)encoders[i]->kind == k) text_add(out, " %s", encoder_short(encoders[i]));
        text_char(out, '\n');
    }
}

static void put_solvers(struct text *out)
{
    for (int i = 0; solver_classes[i]; i++)
        text_add(out, "\t%s%s%s\t%s\n", solver_classes[i]->name, solver_classes[i]->argument ? ":" : "",
                 solver_classes[i]->argument ? solver_classes[i]->argument : "", solver_classes[i]->about);
}

static void put_formulations(struct text *out)
{
    for (int i = 0; puzzles[i]; i++)
        for (const struct formulation *f = puzzles[i]->formulations; f->name; f++)
            text_add(out, "\t%s %s\t%s\n", puzzles[i]->name, f->name, f->about);
}

static void put_searches(struct text *out)
{
    for (int i = 0; search_engines[i].name; i++)
        text_add(out, "\t%s\t%s\n", search_engines[i].name, search_engines[i].about);
    for (int i = 0; puzzles[i]; i++)
        for (const struct engine *own = puzzles[i]->engines; own && own->name; own++)
            text_add(out, "\t%s\t%s: %s; no solver\n", own->name, puzzles[i]->name, own->about);
    for (const struct search_engine *e = search_engines; e->name; e++) {
        text_add(out, "--search NAME chooses how the engine %s finds the optimum. auto, the default, suits the %s.\n",
                 e->name, e->choose ? e->name : "formulation");
        for (int i = 0; search_strategies[i].name; i++)
            if (!strcmp(search_strategies[i].engine, e->name))
                text_add(out, "\t%s\t%s\n", search_strategies[i].name, search_strategies[i].about);
    }
}

static void put_json(struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    for (int i = 0; commands[i]; i++) {
        request_sections(commands[i], NULL, sections);
        if (options_find_section(sections, "json")) text_add(out, " %s", commands[i]->name);
    }
    text_char(out, '\n');
}

/* Appends a row for each puzzle: the longest list of theorems that a formulation uses, and the page
 * that proves them. */
static void put_theorems(struct text *out)
{
    for (int i = 0; puzzles[i]; i++) {
        const struct theorems *most = NULL; /* includes the shorter lists */
        for (const struct formulation *f = puzzles[i]->formulations; f->name; f++)
            if (f->theorems && (!most || strlen(f->theorems->names) > strlen(most->names))) most = f->theorems;
        if (most) text_add(out, "\t%s\t%s (%s)\n", puzzles[i]->name, most->names, most->page);
    }
}

void topic_write(const struct topic *t, struct text *out)
{
    text_put(out, t->text);
    if (t->rows) t->rows(out);
    if (t->end) text_put(out, t->end);
}

const struct topic topics[] = {
    {"options", "Shared options",
     "Several commands share these options. The help of a command names those that it takes; an option that has no "
     "effect on a command is refused. If you give an option twice, the last value counts.\n",
     put_options, NULL},
    {"puzzles", "Puzzles", "Name the puzzle after the command, as in 'loophole solve gunport 7x7':\n", put_puzzles,
     "'loophole help gunport' has its rules, its notation and an example.\n"},
    {"suites", "Suites of benchmarks",
     "A suite is a list of instances and choices. 'loophole bench NAME -o DIR' runs it, 'loophole list suites' shows "
     "those that are shipped, and docs/research/bench.md explains how to write one.\n",
     NULL, NULL},
    {"formats", "File formats",
     "encode writes formulas in the format that -F or the file's ending names; a second ending .gz, .bz2, "
     ".xz, .lzma or .zst compresses the file. In every format the model's variables come first, from 1 on; auxiliary "
     "variables follow.\n",
     put_formats,
     "Your own CNF, OPB and WCNF files are puzzles, too: 'loophole solve FILE.cnf' is short for 'loophole solve cnf -f "
     "FILE.cnf'. If the ending names no format, the file's beginning does.\n"},
    {"encodings", "Encodings",
     "An encoding turns one constraint into clauses. --amo, --card, --pb, --xor, --int, --alldiff and --connectivity "
     "choose one for each kind. The default, auto, chooses by size and propagation strength, for --pb by rules "
     "that were learned from measurements, and for --xor always cut:3; -v prints what it chooses for --pb, and why.\n",
     put_encodings,
     "'loophole help totalizer' explains one: what it does, its size and its source. 'loophole list encodings' has a "
     "line for each; 'loophole audit' tests their claims.\n"},
    {"solvers", "Solvers", "--solver SPEC chooses the solver:\n", put_solvers,
     "'loophole list solvers' shows the solvers on this machine, with versions.\n"},
    {"formulations", "Formulations",
     "A formulation is a model of a puzzle: variables and constraints. --formulation NAME chooses one; the default is "
     "the first that applies to the instance.\n",
     put_formulations, NULL},
    {"searches", "Searches",
     "An engine is the part that solves, and --engine NAME chooses it. By default (auto) it is sat, because its "
     "refutations have proofs. Loophole takes another engine if it expects sat to take more than 10 seconds, and the "
     "other engine less time than sat. It always takes sat if you name a formulation, an encoding or a solver.\n",
     put_searches, "--search alone implies its engine. The engines of puzzles have no --search.\n"},
    {"files", "Instances in files",
     "-f FILE reads an instance from a file (- is standard input). Lines that start with ; are comments. The first "
     "line may name the puzzle and the puzzle's own options; it cannot choose solvers, outputs or anything else.\nA "
     "grid has one row per line:\n\tgunport\t. a cell, # a blocked one; o, <> and ^ over v are fixed pieces, which the "
     "solution completes\n\tfivers\t. white, X black, # no stone; a second grid after an empty line is the target\n"
     "\ttank\tvalues separated by blanks, . if none is given\nBoards of other puzzles: "
     "docs/play/genres.md\nNumbers:\n\tsquarest, archer\tthe target, then the "
     "numbers, separated by blanks or line ends\n\tcans\tthe target, then one row per line from the top: 8,10,7; - if "
     "there is no can\nFiles that Loophole writes appear complete or not at all; it writes to a pipe or a device "
     "directly. docs/play/ shows examples of each format.\n",
     NULL, NULL},
    {"json", "JSON", "--json prints one JSON object. These commands take it:\n\tcommands\t", put_json,
     "The member 'loophole' is the program's version, 'schema' the version of the object. docs/model/json.md describes "
     "every member, and docs/model/json-schema.json is the JSON schema. Numbers that need more than 53 bits are "
     "strings; members that do not apply are null or left out. 'loophole list --json' lists everything that you can "
     "choose from.\n"},
    {"exit", "Exit statuses",
     "solve and conquer end with:\n\t10\ta solution\n\t20\tnone exists\n\t30\tan optimum (help evidence explains how "
     "these are proved)\n\t0\tstopped by a limit or Ctrl-C, with the best so far and its bounds\ncount, and solve "
     "--unique, also end with:\n\t4\tthere are more solutions than --limit, or the solution is not unique\n\t5\ta "
     "limit or a signal stopped it: the number is a lower bound, or it is not decided whether the solution is unique\n"
     "Every command ends with:\n\t0\tdone\n\t1\tbad input, or the verdict is no\n\t2\tbad usage\n\t3\ta system error, "
     "or a solver failed\n\t5\tothers than solve and conquer: a limit or a signal stopped it\n"
     "A command whose reader closes the pipe, as head does, ends by SIGPIPE without a message; a shell calls that "
     "141.\n",
     NULL, NULL},
    {"evidence", "Evidence",
     "The line 'evidence:' lists why the answer holds:\n\tsolution verified\tthe printed solution satisfies the "
     "puzzle's rules, checked without the solver's formula\n\t\"8 or more\" refuted\ta solver showed that no solution "
     "has a better objective value; checked: a checker that shares no code with the solver verified its DRAT or "
     "cutting-planes proof; unchecked: the solver's claim, and why\n\tformula refuted\tthe same, for a problem without "
     "a solution\n\tGF(2) elimination\tlinear algebra on the parity constraints, done twice\n\tarithmetic bound\ta "
     "bound that the formulation computes, and that the solution meets\n\tparity argument\tthe objective values of all "
     "solutions are odd, or all are even: constraints of the model add up to this over GF(2), checked. Example: "
     "dominoes cover cells in pairs, so a gunport board of even size has an even number of gunports\n\tparity "
     "theorem\tthe same, stated by the formulation and not checked, as on large boards\n\texhaustive search\ta search "
     "of our own that left nothing out; cases: decisions that cover all solutions, with the solver's refutations of "
     "cases that have none\n\tsymmetry breaking\tonly one of a solution's mirror images was searched "
     "for\n\ttheorems\tproved on a page or by a test, not while solving; certificates use none, unless you choose such "
     "a formulation\nAn answer is 'proved' if every refutation by a solver was checked; theorems, bounds and searches "
     "of our own count as proved. 'method:' names the formulation, the search or engine, the solver, and the encodings "
     "that constraints of the formula used, and has the CPU time of encoding, of solving, and of checking solutions "
     "and proofs. The formulations of these puzzles use theorems:\n",
     put_theorems,
     "'loophole certify' writes a certificate of an answer, and 'loophole check' checks it without a solver.\n"},
    {0},
};
