/* The kinds of rows, in the order of enum row_kind. Include it with ROW(NAME, name) defined. For
 * each, kind_*.c exports `const struct row_class kind_name` (model_row.h), and lower_*.c has a
 * function `lowering_name`. */
ROW(CLAUSE, clause) /* at least one of x */
ROW(CARD, card)     /* lo <= sum x <= hi */
ROW(PB, pb)         /* lo <= sum w x <= hi, any signs of w */
ROW(XOR, xor)       /* sum x = lo mod 2 */
/* y[j] <=> at least j + 1 of x, 0 <= j < lo; the y are the lo literals after x. hi is an enum
 * direction: COUNT_BOTH, or COUNT_UP if the count implies the y, but not conversely */
ROW(COUNT, count)
ROW(INT, int)       /* x represent a value of integer[0]; it always holds, so no rule can do without it */
ROW(LINEAR, linear) /* lo <= sum w x + sum w[n + i] integer[i] <= hi; see `iff`, `half`, `fails` */
/* no two of the integers, each plus its w (NULL: 0), are equal; hi = 1: except those that are lo */
ROW(ALLDIFF, alldiff)
/* the values of the integers are one of hi rows of w, `integers` numbers each; INT64_MIN: any */
ROW(TABLE, table)
/* Those x that are true, if any, are one component of the graph of the edges. Then x[lo - 1] is
 * true, unless lo is 0, and at most hi steps over true vertices lead to it, unless hi is 0. */
ROW(CONNECTED, connected)
/* The true x are arcs of a circuit through all vertices, without those that have an arc to
 * themselves, which is then true; none is a circuit too. Without x, the arcs are from i to the
 * value of integer[i] minus lo, and hi: whether an arc to itself is allowed. */
ROW(CIRCUIT, circuit)
ROW(PATH, path) /* the true x are edges of one path of 1 edge or more, from vertex lo to vertex hi; -1: any vertex */
/* x are the edges, and then, optionally, the vertices. An edge is true if and only if it joins
 * different regions, which are connected by edges that are false. Each region has one true
 * vertex, its first if hi. The integers are the sizes of the regions of the vertices w. lo: how
 * many vertices. */
ROW(REGIONS, regions)
ROW(INCREASING, increasing) /* each integer is at least lo more than the one before */
/* The first half of the x, or else of the integers, is lexicographically less (lo = 1) or at most
 * (lo = 0) the second one. */
ROW(LEX, lex)
ROW(INVERSE, inverse) /* integer i of the first half is lo + j if and only if integer j of the second half is lo + i */
/* The last hi integers are the numbers of those of the others that are w[0], w[1], ..; lo = 1:
 * all others have such values */
ROW(CARDINALITY, cardinality)
/* An automaton of the states 0 to lo - 1 accepts the integers' values. The hi numbers of w are
 * its start, the number of accepting states, these, and the transitions (kind_lists_automaton). */
ROW(REGULAR, regular)
/* Boxes of lo dimensions do not overlap: in some dimension one of two ends before the other
 * begins. A box is lo integers, its position, and then lo that are its size. x are none, or a
 * literal for each box: whether it is there. */
ROW(NO_OVERLAP, no_overlap)
