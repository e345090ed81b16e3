/* Help on what is neither a command nor a puzzle nor an encoding. Lines as in help.h. */
#include "cli/help.h"

#include "formats/format.h"

#include <string.h>

static void about_formats(struct text *out)
{
    text_put(
        out,
        "Formulas are written by encode, in the format that -F or the file's ending names; .gz, .xz and .zst behind it "
        "pack the file. Variables 1 to the model's own count are the model's in every format; auxiliary ones "
        "follow.\n");
    for (int i = 0; formats[i]; i++)
        text_add(out, "\t%s\t%s; endings %s\n", formats[i]->name, formats[i]->about, formats[i]->endings);
    text_put(out, "Formulas of other people are puzzles here: 'loophole solve FILE.cnf' as 'loophole solve cnf -f "
                  "FILE.cnf', and so "
                  "opb and wcnf.\n");
}

static void about_encodings(struct text *out)
{
    text_put(out, "An encoding turns one constraint into clauses; --amo, --card, --pb, --xor, --int, --alldiff and "
                  "--connectivity choose one for each kind, else auto does, by size and strength.\n");
    for (int k = 0; k < KINDS; k++) {
        text_add(out, "\t%s\t", encoder_kind((enum kind)k));
        for (int i = 0; encoders[i]; i++)
            if ((int)encoders[i]->kind == k) text_add(out, " %s", encoder_short(encoders[i]));
        text_char(out, '\n');
    }
    text_put(out, "'loophole help totalizer' says what one does, its size and its source; 'loophole list encodings' "
                  "has a line for "
                  "each; 'loophole audit' tests what they claim on small constraints.\n");
}

static void about_puzzles(struct text *out)
{
    text_put(out, "What is solved is a puzzle, named first, as in 'loophole solve gunport 7x7':\n");
    for (int i = 0; puzzles[i]; i++) text_add(out, "\t%s\t%s\n", puzzles[i]->name, puzzles[i]->title);
    text_put(out, "'loophole help gunport' has its rules, its notation and an example.\n");
}

static void about_suites(struct text *out)
{
    text_put(out, "A suite is a list of instances and choices, run by 'loophole bench NAME -o DIR'; 'loophole list "
                  "suites' shows those that are shipped, docs/bench.md says how one is written.\n");
}

static void about_solvers(struct text *out)
{
    text_put(out, "A solver is chosen with --solver SPEC:\n");
    for (int i = 0; solver_classes[i]; i++)
        text_add(out, "\t%s%s%s\t%s\n", solver_classes[i]->name, solver_classes[i]->argument ? ":" : "",
                 solver_classes[i]->argument ? solver_classes[i]->argument : "", solver_classes[i]->about);
    text_put(out, "'loophole list solvers' shows what this machine has, with versions.\n");
}

static void about_formulations(struct text *out)
{
    text_put(out, "A formulation is a way to say a puzzle in variables and rules; --formulation NAME chooses one, else "
                  "the first that "
                  "applies to the instance is used.\n");
    for (int i = 0; puzzles[i]; i++)
        for (const struct formulation *f = puzzles[i]->formulations; f->name; f++)
            text_add(out, "\t%s %s\t%s\n", puzzles[i]->name, f->name, f->about);
}

static void about_searches(struct text *out)
{
    text_put(out,
             "--engine NAME chooses what solves. auto (the default) is what is predicted to be fast, sat rather than "
             "others.\n");
    for (int i = 0; i < SEARCH_ENGINES; i++)
        text_add(out, "\t%s\t%s\n", search_engines[i].name, search_engines[i].about);
    for (int i = 0; puzzles[i]; i++)
        for (const struct dedicated_search *own = puzzles[i]->searches; own && own->name; own++)
            text_add(out, "\t%s\t%s: %s; no solver\n", own->name, puzzles[i]->name, own->about);
    for (int kernel = 0; kernel < SEARCH_ENGINES; kernel++) {
        text_add(out, "--search NAME chooses how the engine %s finds the optimum. auto (the default) is what %s.\n",
                 search_engines[kernel].name, kernel ? "suits the kernel" : "suits the formulation");
        for (int i = 0; search_strategies[i].name; i++)
            if (search_strategies[i].kernel == kernel)
                text_add(out, "\t%s\t%s\n", search_strategies[i].name, search_strategies[i].about);
    }
    text_put(out, "A search implies its engine. The engines of puzzles take no --search.\n");
}

static void about_files(struct text *out)
{
    text_put(
        out,
        "An instance is read from a file by -f FILE (- is standard input). Lines that start with ; are comments. The "
        "first "
        "line may name the puzzle and the puzzle's own options, so that a file is complete by itself; it never chooses "
        "solvers, outputs or anything else that acts.\n"
        "A grid has a line a row:\n"
        "\tgunport\t. cell   # blocked   o <> and ^ over v: pieces that are laid, which are completed\n"
        "\tfivers\t. white  X black  # no stone; a second grid behind a blank line is the target\n"
        "\ttank\tvalues separated by blanks, . where none is given\n"
        "Numbers:\n"
        "\tsquarest, archer\tthe target, then the numbers, separated by blanks or line ends\n"
        "\tcans\tthe target, then a row a line from the top: 8,10,7; - where there is none\n"
        "What is written appears complete or not at all; a pipe or a device is written directly. docs/puzzles/ shows "
        "each "
        "format by examples.\n");
}

static void about_json(struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    text_put(out, "--json prints one object. It is an option of:\n\tcommands\t");
    for (int i = 0; commands[i]; i++) {
        request_sections(commands[i], NULL, sections);
        if (options_find_section(sections, "json")) text_add(out, " %s", commands[i]->name);
    }
    text_char(out, '\n');
    text_put(
        out,
        "'loophole' is the version of the program and of this description; docs/json.md "
        "describes "
        "every member, and docs/json-schema.json is the schema that the tests check it by. Numbers that need more than "
        "53 "
        "bits are strings; what does not apply is null or left out. 'loophole list --json' lists everything there is "
        "to choose "
        "from, 'loophole list encodings --json' one part of it.\n");
}

static void about_exit(struct text *out)
{
    text_put(out,
             "Of solve and conquer:\n"
             "\t10\ta solution\n"
             "\t20\tnone exists\n"
             "\t30\tan optimum (what these mean and how they are proved: help evidence)\n"
             "\t0\tstopped by a limit or Ctrl-C, with the best so far and its bounds\n"
             "Of every command:\n"
             "\t0\tdone\n"
             "\t1\tbad input, or the verdict is no\n"
             "\t2\tbad usage\n"
             "\t3\ta system error, or a solver failed\n"
             "A command whose reader closes the pipe, as head does, ends by SIGPIPE without a message; a shell calls "
             "that 141.\n");
}

/* The theorems of the puzzles' formulations, with the page that proves them. */
static void put_theorems(struct text *out)
{
    for (int i = 0; puzzles[i]; i++) {
        const char *most = NULL; /* a formulation that uses fewer names only some of these */
        for (const struct formulation *f = puzzles[i]->formulations; f->name; f++)
            if (f->theorems && (!most || strlen(f->theorems) > strlen(most))) most = f->theorems;
        if (most) text_add(out, "\t%s\t%s (%s)\n", puzzles[i]->name, most, puzzles[i]->theory);
    }
}

static void about_evidence(struct text *out)
{
    text_put(
        out,
        "The line 'evidence:' lists why the answer holds:\n"
        "\tsolution verified\tthe printed solution satisfies the puzzle's rules, checked without the solver's "
        "formula\n"
        "\t\"8 or more\" refuted\ta solver showed that no solution has a better objective value; checked: a "
        "checker that shares no code with the solver verified its DRAT proof; unchecked: the solver's claim\n"
        "\tformula refuted\tthe same, for a problem without a solution\n"
        "\tGF(2) elimination\tlinear algebra on the parity constraints, done twice\n"
        "\tarithmetic bound\ta bound that the formulation computes, and that the solution meets\n"
        "\tparity argument\tthe objective values of all solutions are odd, or all are even: constraints of the "
        "model that add up to this over GF(2), checked unless 'unchecked' follows\n"
        "\texhaustive search\ta search without a SAT solver that left nothing out\n"
        "\tsymmetry breaking\tonly one of a solution's mirror images was searched for\n"
        "\ttheorems\tproved on a page or by a test, not while solving; 'certify' does without them\n"
        "An answer is 'proved' if no item is unchecked. 'method:' names the formulation, the search or engine, and "
        "the solver. The formulations of these puzzles use theorems:\n");
    put_theorems(out);
    text_put(out, "'loophole certify' writes a certificate of an answer, and 'loophole check' checks it without a "
                  "solver.\n");
}

const struct topic topics[] = {
    {"puzzles", "Puzzles", about_puzzles},        {"suites", "Suites of benchmarks", about_suites},
    {"formats", "File formats", about_formats},   {"encodings", "Encodings", about_encodings},
    {"solvers", "Solvers", about_solvers},        {"formulations", "Formulations", about_formulations},
    {"searches", "Searches", about_searches},     {"search", "Searches", about_searches},
    {"files", "Instances in files", about_files}, {"json", "JSON", about_json},
    {"exit", "Exit statuses", about_exit},        {"statuses", "Exit statuses", about_exit},
    {"evidence", "Evidence", about_evidence},     {NULL, NULL, NULL},
};
