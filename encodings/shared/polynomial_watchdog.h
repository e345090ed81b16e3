/* The polynomial watchdog: a weighted sum is counted bit by bit of its weights.
 *
 * The inputs whose weight has bit b lie in bucket b. Each bucket is sorted, true inputs first,
 * merged with what the bucket below carries, and carries every second output. With 2^p the largest
 * bucket, sum <= hi iff sum + T < m 2^p, where m = floor(hi / 2^p) + 1 and the tare T = m 2^p - hi
 * - 1 < 2^p. A tare bit is one more true input of its bucket: it only changes whether the even or
 * the odd outputs are carried. The last merge is left out: -a_j | -b_k for j + k = m. With groups,
 * of which at most one literal each is true, a bucket gets one input for each group: that one of
 * its literals with this bit is true.
 *
 * Bailleux, Boufkhad, Roussel, New Encodings of Pseudo-Boolean Constraints into CNF, SAT 2009. */
#pragma once

#include "encodings/shared/weights.h"

/* A list counts, in units of 2^bit: x whose weight is 2^bit (w NULL), or the last bits of
 * all w up to this one, and the tare's below it. */
struct watchdog_sum {
    const lit *x;
    const int64_t *w;
    int n, bit;
    int64_t tare;
};
/* Says that y is true if and only if the sum is `count` units or more. NULL: it says nothing. */
void watchdog_means(struct cnf *f, lit y, int count, const struct watchdog_sum *sum);

/* Returns the first `cap` outputs of two sorted lists together, which count this sum
 * (NULL: not known); inputs force
 * outputs, and the lists may share inputs. The caller releases them. */
typedef struct lits watchdog_merge(const struct lits *a, const struct lits *b, int cap, const struct watchdog_sum *sum,
                                   struct cnf *f);

/* Adds clauses: if the sum of c exceeds its bound hi, the guard is true (guard 0: the sum must not
 * exceed it). */
void watchdog(const struct constraint *c, watchdog_merge *merge, lit guard, struct cnf *f);
/* Adds "at most c->hi" with a watchdog for each input. If the inputs outside of its group exceed
 * hi - w[i], x[i] is false. With `share`, the inputs whose weight is a power of two have one
 * watchdog together, of all inputs. */
void watchdog_local(const struct constraint *c, watchdog_merge *merge, bool share, struct cnf *f);
/* A merge of unary numbers, -a[i] | -b[j] | o[i+j] where i or j may be 0. */
watchdog_merge watchdog_totalize;
/* An estimate of the clauses of one watchdog of c with watchdog_totalize. */
double watchdog_clauses(const struct constraint *c);
/* Whether these are certainly more than `most`. Takes much less time than counting them. */
bool watchdog_exceeds(const struct constraint *c, int64_t most);
/* Makes outputs for bounds that are asserted later, up to c->hi - 1: each bucket below the top has
 * a free tare bit. See struct outputs. */
void watchdog_watch(const struct constraint *c, watchdog_merge *merge, struct cnf *f, struct outputs *out);
/* Returns every second literal of a list, from number `first` on. */
struct lits watchdog_half(const struct lits *a, int first);
