/* What must still come, as clauses: counters over the inputs of `swept` that are yet to be laid, in extended resolution (for
 * gunport_derive.c alone).
 *
 *      window 0   window 1   window 2        z(w, l): at least l of window w's inputs from here on are true
 *      |------ a(1, l) -----|                a(w, l): at least l of those of windows 0..w; a(0, l) is z(0, l)
 *      |---------- a(2, l) ------------|
 *
 * From the last input backwards: new(l) <=> old(l) or x and old(l - 1), a definition; from it follow, by unit propagation alone,
 *      new(l + 1) => new(l),     a(w - 1, i) and z(w, j) => a(w, i + j),     not (y(d) and a(last, most + 1 - d))
 * the last with the formula's own counter of the inputs before. So what windows show adds up. */
#ifndef GUNPORT_SUFFIX_H
#define GUNPORT_SUFFIX_H

#include "puzzles/gunport/gunport_profile.h"
#include "puzzles/gunport/gunport_swept.h"

/* Clauses on their way out, and those that will be deleted. */
struct writer {
    struct derivation *d;
    int vars;
    struct lits kept[2]; /* of the last step and of this one, each clause ended by 0 */
};
/* Literals that are no variables. */
enum { ALWAYS = INT32_MAX, NEVER_TRUE = -INT32_MAX };

/* Puts the clause of these literals, but for those that are NEVER_TRUE; nothing if one is ALWAYS true. */
void suffix_put(struct writer *w, struct lits *keep, const lit *x, int n);
/* Deletes what was kept there. */
void suffix_drop(struct writer *w, struct lits *kept);
/* What is kept of this step becomes that of the last one, which is dropped. */
void suffix_age(struct writer *w, struct lits kept[2]);

struct suffix {
    const struct swept *s;
    struct writer *out;
    int windows;
    struct window_part part[PROFILE_COLUMNS];
    struct counter {
        int n, cap;
        lit *v;                               /* v[l - 1] */
        struct lits kept[2];                  /* what says so of its last values, and of these */
    } z[PROFILE_COLUMNS], a[PROFILE_COLUMNS]; /* a[0] is not used */
};

/* cap[w]: no more is asked of window w. */
struct suffix suffix_new(const struct swept *s, const struct windows *ws, const int *cap, struct writer *out);
void suffix_release(struct suffix *f);
/* From the inputs behind cell i to those from it on. */
void suffix_cell(struct suffix *f, int cell);
/* z(w, l), ALWAYS for l <= 0. */
lit suffix_window(const struct suffix *f, int w, int l);

#endif
