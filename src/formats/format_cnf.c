/* DIMACS CNF, and with `x` lines for XORs as CryptoMiniSat reads them (xcnf). */
#include "formats/format_inside.h"

static void header(struct format_writer *s) { cnf_writer_add(&s->w, "p cnf %d %lld\n", s->vars, (long long)s->lines); }

const struct format format_cnf = {
    .name = "cnf",
    .about = "DIMACS CNF; an objective only as a bound",
    .endings = "cnf dimacs",
    .readers = "cadical kissat picosat minisat cryptominisat5 clasp",
    DIMACS_COMMENTS,
    .header = header,
};

const struct format format_xcnf = {
    .name = "xcnf",
    .about = "CNF with XOR lines",
    .endings = "xcnf",
    .readers = "cryptominisat5",
    DIMACS_COMMENTS,
    .header = header,
    .native = 1u << XOR,
};
