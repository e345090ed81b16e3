/* Literals that say in which range the value of an integer lies, whatever its form. */
#include "search/session.h"

/* Adds clauses: if y is true, the bits x are at least (sign 1) or at most (sign -1) `bound`. The highest bit that
 * differs from the bound decides, so each bit that could break it needs a higher one that repairs it. */
static void compare_bits(struct session *session, lit y, const struct integer *it, int sign, int64_t bound)
{
    SCOPED(lits) c = {0};
    for (int k = 0; k < it->n; k++) {
        if ((bound >> k & 1) != (sign > 0)) continue;
        c.n = 0;
        lits_push(&c, -y);
        lits_push(&c, sign * it->x[k]);
        for (int i = k + 1; i < it->n; i++)
            if ((bound >> i & 1) == (sign < 0)) lits_push(&c, sign * it->x[i]);
        cnf_clause(&session->formula.cnf, c.v, c.n);
    }
}

lit session_within(struct session *session, int integer, int64_t lo, int64_t hi)
{
    const struct integer it = model_integer(session->formula.model, integer);
    const int64_t a = lo - it.lo, b = hi - it.lo;
    SCOPED(lits) x = {0}; /* all are true if the value is lo */
    if (it.form == FORM_DIRECT) lits_push(&x, it.x[a]);
    if (it.form == FORM_ORDER && a > 0) lits_push(&x, it.x[a - 1]);
    if (it.form == FORM_ORDER && b < it.n) lits_push(&x, -it.x[b]);
    for (int k = 0; k < it.n && it.form == FORM_LOG; k++) lits_push(&x, a >> k & 1 ? it.x[k] : -it.x[k]);
    if (x.n == 1 && (a == b || it.form == FORM_ORDER)) return x.v[0];
    const lit y = cnf_all(&session->formula.cnf, x.v, x.n);
    if (it.form == FORM_LOG) {
        compare_bits(session, y, &it, 1, a);
        compare_bits(session, y, &it, -1, b);
        return y;
    }
    for (int i = 0; i < x.n && it.form == FORM_ORDER; i++) cnf_2(&session->formula.cnf, -y, x.v[i]);
    if (it.form == FORM_ORDER) return y;
    x.v[0] = -y;
    for (int64_t k = a; k <= b; k++) lits_push(&x, it.x[k]);
    cnf_clause(&session->formula.cnf, x.v, x.n);
    return y;
}
