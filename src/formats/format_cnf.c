/* DIMACS CNF, and with `x` lines for XORs as CryptoMiniSat reads them (xcnf). */
#include "formats/sheet.h"

static void header(struct sheet *s)
{
    cnf_writer_text(&s->w, "p cnf ");
    cnf_writer_number(&s->w, s->vars);
    cnf_writer_text(&s->w, " ");
    cnf_writer_number(&s->w, s->lines);
    cnf_writer_text(&s->w, "\n");
}

static const struct dialect cnf = {.comment = "c ", .header = header};
static const struct dialect xcnf = {.comment = "c ", .header = header, .native = 1u << XOR};

static bool write_cnf(const struct page *p, FILE *out, int *vars, bool *failed, struct text *err)
{
    return sheet_write(&cnf, p, out, vars, failed, err);
}

static bool write_xcnf(const struct page *p, FILE *out, int *vars, bool *failed, struct text *err)
{
    return sheet_write(&xcnf, p, out, vars, failed, err);
}

const struct format format_cnf = {
    .name = "cnf",
    .about = "DIMACS CNF; an objective only as a bound",
    .endings = "cnf dimacs",
    .readers = "cadical kissat picosat minisat cryptominisat5 clasp",
    .write = write_cnf,
};

const struct format format_xcnf = {
    .name = "xcnf",
    .about = "CNF with XOR lines",
    .endings = "xcnf",
    .readers = "cryptominisat5",
    .write = write_xcnf,
};
