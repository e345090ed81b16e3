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
ROW(INT, int)             /* x represent a value of integer[0]; it always holds, so no rule can do without it */
ROW(LINEAR, linear)       /* lo <= sum w x + sum w[n + i] integer[i] <= hi; see `iff`, `half`, `fails` */
ROW(ALLDIFF, alldiff)     /* no two of the integers, each plus its w (NULL: 0), are equal */
ROW(TABLE, table)         /* the integers' values are one of the hi rows of w, `integers` numbers each */
ROW(CONNECTED, connected) /* those x that are true, if any, are one component of the graph of the edges */
