/* Cutting-planes proofs: rules that must not be accepted, one by one; what the solver logs, against brute force; and the
 * same proofs damaged: whatever is accepted still concludes what is true. */
#include "base/number.h"
#include "base/random.h"
#include "lower/lower.h"
#include "proof/cutting_planes.h"
#include "proof/derivation.h"
#include "proof/prover.h"
#include "puzzles/parse.h"
#include "puzzles/puzzle.h"
#include "search/search.h"

#include "testlib/testlib.h"

static const char HEAD[] = "pseudo-Boolean proof version 3.0\n", TAIL[] = "end pseudo-Boolean proof;\n";

/* ---- rules, one by one --------------------------------------------------------------------------------------------- */

/* x1 + x2 >= 1, x1 + ~x2 >= 1, ~x1 >= 1: no solution. */
static const char NONE[] = "+1 x1 +1 x2 >= 1 ;\n+1 x1 +1 ~x2 >= 1 ;\n+1 ~x1 >= 1 ;\n";
/* The least cost is 3: of 2 x1 + 3 x2 + 4 x3 >= 5 and x1 + x2 + x3 <= 2. */
static const char COSTS[] = "min: 1 x1 2 x2 3 x3 ;\n2 x1 3 x2 4 x3 >= 5 ;\n1 x1 1 x2 1 x3 <= 2 ;\n";
/* x1 + x2 + x3 >= 2 of pairs, as in a triangle. */
static const char PAIRS[] = "1 x1 1 x2 >= 1 ;\n1 x2 1 x3 >= 1 ;\n1 x1 1 x3 >= 1 ;\n1 x1 1 x2 1 x3 <= 1 ;\n";
static const char BIG[] = "4611686018427387903 x1 1 x2 >= 4611686018427387903 ;\n1 x3 >= 2 ;\n";

static const struct lesson {
    const char *formula, *rules, *says; /* says NULL: accepted */
} lessons[] = {
    {NONE, "f 3;\npol 1 2 + s;\npol 4 3 +;\noutput NONE;\nconclusion UNSAT : 5;\n", NULL},
    {NONE, "% a comment\npol 1 2 + 2 d 3 + ; output NONE ;\n conclusion UNSAT : -1 ;\n", NULL},
    {NONE, "pol 1 2 + 3 +;\noutput NONE;\nconclusion UNSAT;\n", "does not follow"}, /* 2 x1 + ~x1 >= 2 */
    {NONE, "rup >= 1;\noutput NONE;\nconclusion UNSAT : 4;\n", NULL},
    {NONE, "rup 1 x1 >= 1 : ~ 1 2;\npol 3 4 +;\noutput NONE;\nconclusion UNSAT : 5;\n", NULL},
    {NONE, "rup 1 x1 >= 1 : ~ 1;\noutput NONE;\nconclusion NONE;\n", "propagation"},
    {NONE, "rup 1 x1 >= 1 : 1 2;\noutput NONE;\nconclusion NONE;\n", "propagation"},
    {NONE, "rup >= 1 : 4;\noutput NONE;\nconclusion UNSAT : 4;\n", "no constraint 4"},
    {NONE, "rup 1 x1 >= 1 : ~ -3 -2;\npol -1 3 +;\noutput NONE;\nconclusion UNSAT : -1;\n", NULL},
    {NONE, "rup 1 x1 >= 1 : ~ -4;\noutput NONE;\nconclusion NONE;\n", "no constraint"},
    {"1 x1 + 3\n  * x2 is a comment\n>= 4 ;\n1 ~x1 >= 1 ;\n", "pol 1 2 +;\noutput NONE;\nconclusion UNSAT : 3;\n",
     NULL},
    {"+2 x1 -3 >= -2 ;\n- - 2 * ~x1 + 1 > 1 ;\n", "pol 1 2 d 2 2 d +;\noutput NONE;\nconclusion UNSAT : 3;\n", NULL},
    {"1 x1 1 x2 1 x3 >= 2 ;\n", "rup 1 x1 1 x2 >= 2 : ~ 1;\noutput NONE;\nconclusion NONE;\n", "propagation"},
    {NONE, "rup >= 1 : 9;\noutput NONE;\nconclusion UNSAT : 4;\n", "no constraint 9"},
    {NONE, "pol 1 2 + 3 d 3 +;\noutput NONE;\nconclusion UNSAT : 4;\n", NULL}, /* 1 x1 >= 1 all the same */
    {NONE, "pol 1 2 + 0 d;\noutput NONE;\nconclusion NONE;\n", "divided by 0"},
    {NONE, "pol 1 -2 *;\noutput NONE;\nconclusion NONE;\n", "negative"},
    {NONE, "pol 1 2 + s\noutput NONE;\nconclusion NONE;\n", "no variable"},
    {NONE, "pol 1 2 + + ;\noutput NONE;\nconclusion NONE;\n", "no operand"},
    {NONE, "pol 1 2;\noutput NONE;\nconclusion NONE;\n", "2 constraints"},
    {NONE, "pol ;\noutput NONE;\nconclusion NONE;\n", "0 constraints"},
    {NONE, "pol s;\noutput NONE;\nconclusion NONE;\n", "no operand"},
    {NONE, "pol 1 ~x2 w;\noutput NONE;\nconclusion NONE;\n", "weakens"},
    {NONE, "pol 1 x9 +;\noutput NONE;\nconclusion NONE;\n", "no variable x9"},
    {NONE, "pol 1 4 +;\noutput NONE;\nconclusion NONE;\n", "no constraint 4"},
    {NONE, "pol 0;\noutput NONE;\nconclusion NONE;\n", "no constraint 0"},
    {NONE, "pol 1 2 +;\ndel id 4;\npol 4 s 3 +;\noutput NONE;\nconclusion UNSAT : 5;\n", "no constraint 4"},
    {NONE, "del id 3;\nrup >= 1;\noutput NONE;\nconclusion UNSAT : 4;\n", "cannot be deleted"},
    {PAIRS, "rup 1 ~x1 >= 1;\ndel id 5;\nrup >= 1;\noutput NONE;\nconclusion NONE;\n", "propagation"},
    {PAIRS, "rup 1 ~x1 >= 1;\nrup >= 1;\noutput NONE;\nconclusion UNSAT : 6;\n", NULL},
    {NONE, "f 4;\noutput NONE;\nconclusion NONE;\n", "has 3 constraints"},
    {NONE, "output NONE;\nconclusion NONE;\n", NULL},
    {NONE, "output NONE;\nconclusion SAT : x1 x2;\n", "breaks constraint 3"},
    {NONE, "output NONE;\nconclusion SAT;\n", "no solution"},
    {NONE, "conclusion UNSAT;\n", "not known"},
    {NONE, "red 1 x1 >= 1 : x1 -> 1;\noutput NONE;\nconclusion NONE;\n", "a variable of the formula"},
    {NONE, "red 1 y 1 x1 >= 1 : x1 -> 1;\noutput NONE;\nconclusion NONE;\n", "a variable of the formula"},
    {NONE, "red 1 y >= 1 : ~y -> 0;\noutput NONE;\nconclusion NONE;\n", "to 0 or 1"},
    {NONE, "red 1 y >= 1 : y -> 2;\noutput NONE;\nconclusion NONE;\n", "to 0 or 1"},
    {NONE, "red 1 y >= 1 : y -> x1;\noutput NONE;\nconclusion NONE;\n", "a number is expected"},
    {NONE, "red 1 y >= 1 : z -> 1;\noutput NONE;\nconclusion NONE;\n", "no variable z"},
    {NONE, "red 1 y = 1 : y -> 1;\noutput NONE;\nconclusion NONE;\n", "with >="},
    {NONE, "red 1 y >= 1 : y -> 0;\noutput NONE;\nconclusion NONE;\n", "does not suffice"},
    {NONE, "red 1 y 2 x1 >= 2 : y -> 1;\noutput NONE;\nconclusion NONE;\n", "does not suffice"},
    {NONE, "red 1 y >= 1 : y -> 1;\nred 1 ~y >= 1 : y -> 0;\noutput NONE;\nconclusion NONE;\n", "used already"},
    {NONE, "red 1 y >= 1 : y -> 1;\nred 1 y 1 x1 >= 0 : y -> 0;\nred 1 ~y >= 1 : y -> 0;\n", "used already"},
    {NONE, "red 1 y >= 1 : y -> 1;\ndel id 4;\nred 1 ~y >= 1 : y -> 0;\n", "used already"},
    {NONE, "pol 1 y +;\noutput NONE;\nconclusion NONE;\n", "no variable y"},
    {NONE, "rup 1 y >= 0;\noutput NONE;\nconclusion NONE;\n", "no variable y"},
    /* y is x1 and x2, or one of them, and then a bound on both that is too tight */
    {NONE, "red 2 ~y 1 x1 1 x2 >= 2 : y -> 0;\nred 1 y 1 ~x1 1 ~x2 >= 1 : y -> 1;\noutput NONE;\nconclusion NONE;\n",
     NULL},
    {NONE, "red 1 ~y 1 x1 1 x2 >= 1 : y -> 0;\nred 2 y 1 ~x1 1 ~x2 >= 2 : y -> 1;\noutput NONE;\nconclusion NONE;\n",
     NULL},
    {NONE, "red 2 ~y 1 x1 1 x2 >= 2 : y -> 0;\nred 2 y 1 ~x1 1 ~x2 >= 2 : y -> 1;\n", "used already"},
    {NONE, "red 2 ~y 1 x1 1 x2 >= 2 : y -> 0;\nred 1 y 1 ~x1 >= 1 : y -> 1;\n", "used already"},
    {NONE, "red 3 ~y 3 x1 2 x2 >= 3 : y -> 0;\nred 3 y 3 ~x1 2 ~x2 >= 3 : y -> 1;\noutput NONE;\nconclusion NONE;\n",
     NULL}, /* 3 x1 + 2 x2 >= 3 */
    {NONE, "red 3 ~y 3 x1 2 x2 >= 3 : y -> 0;\nred 4 y 3 ~x1 2 ~x2 >= 4 : y -> 1;\n", "used already"},
    {NONE,
     "red 1 y 1 x1 >= 1 : y -> 1;\nred 1 y 1 ~x1 >= 1 : y -> 1;\nrup 1 y >= 1;\npol 6 1 +;\n"
     "output NONE;\nconclusion NONE;\n",
     NULL}, /* the same value suits both */
    {COSTS,
     "red 2 ~y 1 x1 1 x3 >= 2 : y -> 0;\nred 1 y 1 ~x1 1 ~x3 >= 1 : y -> 1;\nsoli x1 x2 ~x3;\n"
     "rup >= 1;\noutput NONE;\nconclusion BOUNDS 3 : 6 3;\n",
     NULL},
    {COSTS,
     "red 2 ~y 1 x1 1 x3 >= 2 : y -> 0;\nred 1 y 1 ~x1 1 ~x3 >= 1 : y -> 1;\nsoli x1 x2 ~x3;\n"
     "rup 1 ~y >= 1;\noutput NONE;\nconclusion NONE;\n",
     NULL},
    {NONE, "a >= 1;\noutput NONE;\nconclusion UNSAT : 4;\n", "not known"},
    {NONE, "pol 1 2 + s;\npol 4 3 +;\n", "not known"},
    {NONE, "soli x1;\noutput NONE;\nconclusion NONE;\n", "objective"},
    {COSTS, "soli x1 x2 ~x3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 3 : 4 3;\n", NULL},
    {COSTS, "soli x1 x2 ~x3 : 3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 3 : 4 3;\n", NULL},
    {COSTS, "soli x1 x2 ~x3 : 2;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 3 : 4 3;\n", "costs something else"},
    {COSTS, "soli x1 x2 ~x3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 4 : 4 4;\n", "better"},
    {COSTS, "soli x1 x2 ~x3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 3 : 4 2;\n", "so good"},
    {COSTS, "soli x1 x2 ~x3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS INF : 4 INF;\n", "better"},
    {COSTS, "soli x1 x2 ~x3;\nrup >= 1;\noutput NONE;\nconclusion UNSAT : 4;\n", "a solution was shown"},
    {COSTS, "soli x1 x2 x3;\noutput NONE;\nconclusion NONE;\n", "breaks constraint 2"},
    {COSTS, "soli x1 ~x2 ~x3;\noutput NONE;\nconclusion NONE;\n", "breaks constraint 1"},
    {COSTS, "soli x1 x2 ~x2 ~x3;\noutput NONE;\nconclusion NONE;\n", "two values"},
    {"min: 1 x1 1 x2 ;\n1 x1 >= 1 ;\n", "soli x1;\noutput NONE;\nconclusion NONE;\n", "open"},
    {COSTS, "rup 1 x1 2 x2 3 x3 >= 0 : ~;\noutput NONE;\nconclusion BOUNDS 0 : 3 INF;\n", NULL},
    {COSTS, "rup 1 x1 2 x2 3 x3 >= 0 : ~;\noutput NONE;\nconclusion BOUNDS 1 : 3 INF;\n", "does not follow"},
    {COSTS, "pol 1 2 d;\noutput NONE;\nconclusion BOUNDS 3 : 3 INF;\n", NULL}, /* x1 + 2 x2 + 2 x3 >= 3 */
    {COSTS, "output NONE;\nconclusion BOUNDS INF : 1 INF;\n", "does not follow"},
    {PAIRS, "pol 1 2 + 3 + 2 d;\npol 5 4 +;\noutput NONE;\nconclusion UNSAT : 6;\n", NULL},
    {PAIRS, "pol 1 2 + 3 + 3 d;\npol 5 4 +;\noutput NONE;\nconclusion UNSAT : 6;\n", "does not follow"},
    {PAIRS, "pol 1 2 + 2 d;\npol 5 4 +;\noutput NONE;\nconclusion UNSAT : 6;\n", "does not follow"},
    {PAIRS, "pol 1 x1 w;\noutput NONE;\nconclusion UNSAT : 5;\n", "does not follow"},
    {BIG, "pol 1 1 +;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {BIG, "pol 1 4611686018427387904 *;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {BIG, "pol 1 4611686018427387905 d;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {BIG, "pol 1 99999999999999999999999999999999999999999 d;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {BIG, "rup 4611686018427387904 x1 4611686018427387904 x2 >= 1;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {BIG, "output NONE;\nconclusion UNSAT : 2;\n", NULL}, /* x3 >= 2 */
    {BIG, "pol 1 4611686018427387904 * 4611686018427387904 *;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {"R1: R2: 1 x1 >= 1 ;\n", "output NONE;\nconclusion NONE;\n", "relation"},
    {"R1: 1 x1 >= 1 ;\nR2 : 1 ~x1 >= 1 ;\n", "pol 1 2 +;\noutput NONE;\nconclusion UNSAT : 3;\n", NULL},
    {"@c-1:2 1 x1 >= 1 ;\n@x1\n+1 ~x1 >= 1 ;\n", "pol 1 2 +;\noutput NONE;\nconclusion UNSAT : 3;\n", NULL},
    {"1 x1 >= 1 ;\n@last", "output NONE;\nconclusion NONE;\n", "relation"},
    {"1 x1 @c >= 1 ;\n", "output NONE;\nconclusion NONE;\n", "a variable is expected"},
    {"/* 1 x1 >= 2 ;\n*/ 1 x1 >= 1 ; /* a * comment */ 1 ~x1 >= 1 ;\n",
     "pol 1 2 +;\noutput NONE;\nconclusion UNSAT : 3;\n", NULL},
    {"1 x1 >= 1 ;\n/* no end\n", "output NONE;\nconclusion NONE;\n", "a variable"},
    {"1 x1 x2 >= 1 ;\n", "output NONE;\nconclusion NONE;\n", "product"},
    {"1 x1 * x2 >= 1 ;\n", "output NONE;\nconclusion NONE;\n", "product"},
    {"min: ;\n1 x1 >= 1 ;\n", "soli x1;\nrup >= 1 : -1;\noutput NONE;\nconclusion BOUNDS 0 : 3 0;\n", NULL},
    {"min: ;\n1 x1 >= 1 ;\n", "output NONE;\nconclusion BOUNDS 1 : 1 INF;\n", "does not follow"},
    {"min: 1 x1 -1 x1 +7 ;\n1 x1 >= 1 ;\n", "soli x1;\noutput NONE;\nconclusion BOUNDS 7 : 2 7;\n", NULL},
    {"max: 3 x1 +2 ;\n1 x2 >= 1 ;\n", "soli x1 x2;\noutput NONE;\nconclusion BOUNDS -5 : 2 -5;\n", NULL},
    {"max: 3 x1 +2 ;\n1 x2 >= 1 ;\n", "soli ~x1 x2;\noutput NONE;\nconclusion BOUNDS -2 : 2 -2;\n", "follow"},
    {">= 1 ;\n", "output NONE;\nconclusion UNSAT : 1;\n", NULL},
    {">= 0 ;\n", "output NONE;\nconclusion UNSAT : 1;\n", "does not follow"},
    {"1 x1 1 ~x1 1 x1 = 1 ;\n", "pol 1 x1 w;\noutput NONE;\nconclusion UNSAT : 3;\n", "does not follow"},
    {"1 x1 1 ~x1 1 x1 = 1 ;\n", "output NONE;\nconclusion SAT : ~x1;\n", NULL},
    {"1 x1 1 ~x1 1 x1 = 1 ;\n", "output NONE;\nconclusion SAT : x1;\n", "breaks constraint 2"},
    {"1 x1 > 0 ;\n1 x1 < 1 ;\n", "pol 1 2 +;\noutput NONE;\nconclusion UNSAT : 3;\n", NULL},
    {"4611686018427387904 x1 4611686018427387904 x2 >= 4611686018427387904 ;\n",
     "pol 1 2 d 2 *;\npol 2 1 +;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {"-4611686018427387904 x1 -4611686018427387904 x2 >= 1 ;\n", "output NONE;\nconclusion NONE;\n", "62 bits"},
    {NONE, "pol 1 2 + s", "no variable"},
    {NONE, "pol 1 2 + s; pol 4 3 +\noutput NONE;\nconclusion UNSAT : 5;\n", "no variable output"},
    {PAIRS, "pol 1 x1 w x2 w;\noutput NONE;\nconclusion UNSAT : 5;\n", "does not follow"},
    {BIG, "pol 1 x1 w x2 w;\noutput NONE;\nconclusion UNSAT : 3;\n", "does not follow"},
    {NONE, "pol 1 2 = ;\noutput NONE;\nconclusion NONE;\n", "'=' is no operation"},
    {NONE, "pol +1 +2 + +2 d 3 +;\noutput NONE;\nconclusion UNSAT : +4;\n", "no operand"},
    {NONE, "rup +1 x1 >= +1 : ~ +1 +2;\npol 3 4 +;\noutput NONE;\nconclusion UNSAT : +5;\n", NULL},
    {"1 x1 >= 4611686018427387904 ;\n", "pol 1 2 * 2 d;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {"4611686018427387904 x1 1 x2 >= 1 ;\n", "pol 1 2 *;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {"min: 4611686018427387904 x1 1 x2 ;\n1 x1 >= 1 ;\n", "output NONE;\nconclusion SAT : x1 x2;\n", "62 bits"},
    {NONE, "output NONE;\nconclusion BOUNDS 0 : 1 INF;\n", "bounds need an objective"},
    {NONE, "output NONE;\nconclusion BOUNDS ;\n", "bounds need an objective"},
    {COSTS, "output NONE;\nconclusion BOUNDS : 1 INF;\n", "line 3: a number is expected"},
    {COSTS, "output NONE;\nconclusion BOUNDS INF : 1 3;\n", "does not follow"},
    {COSTS, "rup >= 1 : ~ ;\noutput NONE;\nconclusion NONE;\n", "propagation"},
    {COSTS, "rup 1 x1 <= 1;\noutput NONE;\nconclusion NONE;\n", "with >="},
    {"1 x1 >= 1 ;\n1 ~x1 >= 1 ;\n", "rup >= 1;\noutput NONE;\nconclusion BOUNDS INF : 3 0;\n", "objective"},
    {"min: 1 x1 ;\n1 x1 >= 1 ;\n1 ~x1 >= 1 ;\n", "rup >= 1;\noutput NONE;\nconclusion BOUNDS INF : 3 INF;\n", NULL},
    {"min: 1 x1 ;\n1 x1 >= 1 ;\n1 ~x1 >= 1 ;\n", "rup >= 1;\noutput NONE;\nconclusion BOUNDS INF : 3 0;\n", "so good"},
    {"1 x1 >= 1 ;\n/* two\nlines */\n1 x1 >= ;\n", "", "formula, line 4: a number is expected"},
    {COSTS,
     "soli x1 x2 ~x3;\nsoli x1 x2 ~x3 : 3;\nsol x1 ~x2 x3;\nrup >= 1 : 4;\n"
     "output NONE;\nconclusion BOUNDS 3 : 6 3;\n",
     "line 5: the constraint"},
    {COSTS,
     "soli x1 x2 ~x3;\nsoli x1 x2 ~x3 : 3;\nsol x1 ~x2 x3;\nrup >= 1 : ~ 1 2 4;\n"
     "output NONE;\nconclusion BOUNDS 3 : 5 3 : x1 x2 ~x3;\n",
     NULL},
    {COSTS, "soli x1 x2 ~x3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 3 : 4 2 : x1 x2 ~x3;\n", "so good"},
    {COSTS, "soli x1 ~x2 x3;\nrup 1 x3 >= 1;\noutput NONE;\nconclusion NONE;\n", "propagation"},
    {COSTS, "output NONE\nconclusion NONE;\n", "line 3: ';' is expected"},
    {NONE, "del 1;\n", "'id' is expected"},
    {"1 x1 = 1 ;\n", "pol 1 2 + ;\noutput NONE;\nconclusion UNSAT : 3;\n", "does not follow"},
    {"* 1 x1 >= 2 ;\n1 zz 1 _a 1 ^b 1 \303\251 >= 4 ;\n", "output NONE;\nconclusion UNSAT : 1;\n", "does not follow"},
    {"* 1 x1 >= 2 ;\n1 zz 1 _a 1 ^b 1 \303\251 >= 4 ;\n", "output NONE;\nconclusion SAT : zz _a ^b \303\251;\n", NULL},
    {NONE, "polx 1 2 +;\noutput NONE;\nconclusion NONE;\n", "'polx' is not known"},
    {NONE, "pol 1 2 + 340282366920938463463374607431768211458 d 3 +;\noutput NONE;\nconclusion UNSAT : 4;\n",
     "62 bits"}, /* 2^128 + 2 */
    {"1 x1 >= -4611686018427387904 ;\n", "pol 1 2 *;\noutput NONE;\nconclusion NONE;\n", "62 bits"},
    {"1 x1 >= -1 ;\n1 ~x1 >= 1 ;\n", "pol 1 2 d 2 +;\noutput NONE;\nconclusion UNSAT : 3;\n", "does not follow"},
    {"1 x1 >= -1 ;\n2 x1 >= 2 ;\n1 ~x1 >= 1 ;\n", "pol 1 s 2 + s 3 +;\noutput NONE;\nconclusion UNSAT : 4;\n", NULL},
    {"1 x1 1 x2 >= 1 ;\n1 ~x1 >= 1 ;\n", "pol 1 2 * 2 d 2 +;\noutput NONE;\nconclusion UNSAT : 3;\n",
     "does not follow"},
    {"1 ~x1 1 x2 >= 1 ;\n", "pol 1 x1 w x2 w;\noutput NONE;\nconclusion UNSAT : 2;\n", "does not follow"},
    {PAIRS, "pol 1 2 d;\noutput NONE;\nconclusion UNSAT : 5;\n", "does not follow"},
    {PAIRS, "pol 1 s;\noutput NONE;\nconclusion UNSAT : 5;\n", "does not follow"},
    {NONE, "rup 1 x1 = 1 : ~ 1 2;\noutput NONE;\nconclusion NONE;\n", "with >="},
    {COSTS, "soli x1 x2 ~x3;\nsol x1 ~x2 x3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 4 : 4 4;\n", "better"},
    {COSTS, "soli x1 x2 ~x3 : 4;\noutput NONE;\nconclusion NONE;\n", "costs something else"},
    {COSTS, "rup 1 x1 1 x2 1 x3 >= 1;\noutput NONE;\nconclusion BOUNDS 1 : 3 INF;\n", NULL},
    {COSTS, "rup 1 x1 1 x2 1 x3 >= 1;\noutput NONE;\nconclusion BOUNDS 2 : 3 INF;\n", "does not follow"},
    {COSTS, "soli x1 x2 ~x3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS SAT 3 : 4 3;\n", "a number is expected"},
    {COSTS, "soli x1 x2 ~x3;\nrup >= 1;\noutput NONE;\nconclusion SAT UNSAT : 4;\n", "';' is expected"},
    {NONE, "rup >= 1;\noutput NONE;\nconclusion UNSAT : 4 : x1;\n", "';' is expected"},
    {NONE, "f 2;\noutput NONE;\nconclusion NONE;\n", "has 3 constraints"},
};

static bool checks(const char *formula, const char *proof, struct cutting_planes *p, struct text *err)
{
    *p = (struct cutting_planes){.formula = formula, .proof = proof};
    text_clear(err);
    return cutting_planes_check(p, err);
}

static void test_rules(void **state)
{
    struct text proof = {0}, err = {0};
    struct cutting_planes p;
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++) {
        const struct lesson *t = &lessons[i];
        text_clear(&proof);
        text_add(&proof, "%s%s%s", HEAD, t->rules, TAIL);
        bool accepted = checks(t->formula, proof.s, &p, &err);
        if (accepted != !t->says) fail_msg("%s%s: %s", t->formula, t->rules, text_string(&err));
        if (!t->says) continue;
        if (!strstr(err.s, t->says)) fail_msg("%s says %s, not %s", t->rules, err.s, t->says);
    }
    text_release(&proof);
    text_release(&err);
}

/* Every part of an accepted proof but its comments is needed for it to be whole: no prefix is accepted. */
static void test_truncated(void **state)
{
    struct text proof = {0}, err = {0};
    struct cutting_planes p;
    text_add(&proof, "%s%s%s", HEAD, lessons[0].rules, TAIL);
    size_t whole = proof.n - 1; /* the last line end is not needed */
    for (size_t n = 0; n < whole; n++) {
        char *part = mem_string(proof.s);
        part[n] = '\0';
        assert_false(checks(NONE, part, &p, &err));
        assert_false(p.infeasible || p.has_lower || p.has_upper);
        mem_free(part);
    }
    text_put(&proof, "pol 1;\n");
    assert_false(checks(NONE, proof.s, &p, &err));
    assert_non_null(strstr(err.s, "something follows the end"));
    text_clear(&proof);
    text_add(&proof, "%sf 3;\n", HEAD);
    assert_false(checks(NONE, proof.s, &p, &err));
    assert_non_null(strstr(err.s, "proof, line 3: the proof ends early."));
    static const char *const formulas[] = {"1 x1 >= ;",
                                           "1 x1 x2 >= 1 ;",
                                           "1 x1 >= 1",
                                           "min: 1 x1 ;\nmin: 1 x1 ;\n",
                                           "4611686018427387905 x1 >= 1 ;",
                                           "x1 1 >= 1 ;;",
                                           "4611686018427387904 x1 4611686018427387904 x1 >= 1 ;",
                                           "1 x1 > 4611686018427387904 ;"};
    text_clear(&proof);
    text_add(&proof, "%soutput NONE;\nconclusion NONE;\n%s", HEAD, TAIL);
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (checks(formulas[i], proof.s, &p, &err)) fail_msg("%s is read", formulas[i]);
    text_release(&proof);
    text_release(&err);
}

/* What a proof concludes: the bounds that it names, or the value of its best solution. */
static void test_conclusions(void **state)
{
    static const struct {
        const char *rules;
        bool has_lower, has_upper, infeasible;
        int64_t lower, upper;
    } cases[] = {{"output NONE;\nconclusion NONE;\n"},
                 {"sol x1 x2 ~x3;\nsol x1 ~x2 x3;\noutput NONE;\nconclusion SAT;\n", .has_upper = true, .upper = 3},
                 {"output NONE;\nconclusion SAT : x1 ~x2 x3;\n", .has_upper = true, .upper = 4},
                 {"output NONE;\nconclusion BOUNDS 0 INF;\n", .has_lower = true},
                 {"soli x1 ~x2 x3;\noutput NONE;\nconclusion BOUNDS 0 7;\n", true, true, .upper = 7},
                 {"output NONE;\nconclusion UNSAT : 3;\n", .infeasible = true},
                 {"output NONE;\nconclusion BOUNDS INF : 3 INF;\n", .infeasible = true}};
    struct text proof = {0}, formula = {0}, err = {0};
    struct cutting_planes p;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_clear(&proof);
        text_clear(&formula);
        text_add(&proof, "%s%s%s", HEAD, cases[i].rules, TAIL);
        text_add(&formula, "%s%s", COSTS, cases[i].infeasible ? "1 x1 >= 2 ;\n" : "1 x1 >= 0 ;\n");
        if (!checks(formula.s, proof.s, &p, &err)) fail_msg("%s%s", proof.s, err.s);
        assert_int_equal(p.has_lower, cases[i].has_lower);
        assert_int_equal(p.has_upper, cases[i].has_upper);
        assert_int_equal(p.infeasible, cases[i].infeasible);
        assert_int_equal(p.lower, cases[i].lower);
        assert_int_equal(p.upper, cases[i].upper);
    }
    text_release(&proof);
    text_release(&formula);
    text_release(&err);
}

/* The stack holds 100 constraints. */
static void test_stack(void **state)
{
    struct text proof = {0}, err = {0};
    struct cutting_planes p;
    for (int n = 100; n <= 101; n++) {
        text_clear(&proof);
        text_add(&proof, "%spol", HEAD);
        for (int i = 0; i < n; i++) text_put(&proof, " 3");
        for (int i = 1; i < n; i++) text_put(&proof, " +");
        text_add(&proof, ";\nrup >= 1 : 4 1 2;\noutput NONE;\nconclusion UNSAT : 5;\n%s", TAIL);
        assert_int_equal(checks(NONE, proof.s, &p, &err), n == 100);
    }
    assert_non_null(strstr(err.s, "line 2: more than 100 constraints lie on the stack"));
    text_release(&proof);
    text_release(&err);
}

/* A job that is over ends the check, in the formula or in the proof; nothing is concluded then. */
static void test_stopped_check(void **state)
{
    struct text formula = {0}, proof = {0}, err = {0};
    struct job job = {.cancelled = true};
    for (int rows = 3; rows <= 2000; rows += 1997) {
        text_clear(&formula);
        text_put(&formula, NONE);
        for (int i = 3; i < rows; i++) text_put(&formula, "1 x2 >= 0 ;\n");
        for (int steps = 1; steps <= 300; steps += 299) {
            struct cutting_planes p = {.formula = formula.s, .job = &job};
            text_clear(&proof);
            text_clear(&err);
            text_put(&proof, HEAD);
            for (int i = 0; i < steps; i++) text_put(&proof, "pol 1 2 + s;\n");
            text_add(&proof, "pol 3 -1 +;\noutput NONE;\nconclusion UNSAT : -1;\n%s", TAIL);
            p.proof = proof.s;
            bool stops = rows == 2000 || steps == 300;
            assert_int_equal(cutting_planes_check(&p, &err), !stops);
            assert_int_equal(p.stopped, stops);
            assert_int_equal(p.infeasible, !stops);
            assert_string_equal(text_string(&err), stops ? "The check was stopped." : "");
            if (stops && rows == 2000) assert_true(p.constraints < 1025);
            assert_true(p.steps < 258);
        }
    }
    /* Propagation that is not finished refutes nothing, and blames nothing. */
    struct cutting_planes p = {.formula = NONE, .job = &job};
    text_clear(&proof);
    text_add(&proof, "%srup >= 1;\noutput NONE;\nconclusion UNSAT : 4;\n%s", HEAD, TAIL);
    p.proof = proof.s;
    assert_false(cutting_planes_check(&p, &err));
    assert_true(p.stopped && !p.infeasible);
    assert_string_equal(err.s, "The check was stopped.");
    text_release(&formula);
    text_release(&proof);
    text_release(&err);
}

/* ---- random problems ------------------------------------------------------------------------------------------------ */

enum { VARS = 8, ROWS = 12, TERMS = 8 };
struct sums {
    int rows, n[ROWS + 1];
    lit x[ROWS + 1][TERMS];                                      /* the objective comes last */
    int64_t w[ROWS + 1][TERMS], bound[ROWS], constant[ROWS + 1]; /* constants stand on the left side */
    int relation[ROWS];                                          /* 0: >=, 1: <=, 2: = */
    bool costs, maximize;
    const char *prefix; /* of names: of x1 to x8, those that do not occur are variables, too */
    const char *naming; /* of rows */
};

static void sums_make(struct sums *p, struct random *r)
{
    static const char *const namings[] = {"", "@c-1:", "c1:"};
    static const int64_t heavy[] = {1, 4, 20, INT64_C(1) << 40};
    int64_t most = heavy[random_below(r, 4)];
    p->rows = 1 + random_below(r, ROWS);
    p->costs = random_below(r, 4) > 0;
    p->maximize = random_below(r, 6) == 0;
    p->prefix = random_below(r, 2) ? "x" : "v_";
    p->naming = namings[random_below(r, 3)];
    for (int i = 0; i <= p->rows; i++) {
        unsigned point = (unsigned)random_below(r, 1 << VARS);
        p->n[i] = 1 + random_below(r, TERMS);
        p->constant[i] = random_below(r, 5) ? 0 : random_below(r, 9) - 4;
        for (int k = 0; k < p->n[i]; k++) {
            p->x[i][k] = (1 + random_below(r, VARS)) * (random_below(r, 3) ? 1 : -1);
            p->w[i][k] = (1 + (int64_t)random_below(r, (int)min64(most, 1000)) * (most > 1000 ? most / 1000 : 1)) *
                         (random_below(r, 4) ? 1 : -1);
        }
        if (i == p->rows) break;
        int64_t sum = bits_sum(p->x[i], p->w[i], p->n[i], point) + p->constant[i];
        p->relation[i] = random_below(r, 4) ? 0 : random_below(r, 3);
        p->bound[i] = p->relation[i] == 2 ? sum : sum + random_below(r, 3);
    }
}

static void sums_write(const struct sums *p, struct text *out)
{
    static const char *const sign[] = {">=", "<=", "="};
    for (int pass = 0; pass < p->rows + 1; pass++) {
        int i = pass ? pass - 1 : p->rows;
        if (!pass && !p->costs) continue;
        text_put(out, pass ? p->naming : p->maximize ? "max:" : "min:");
        for (int k = 0; k < p->n[i]; k++)
            text_add(out, " %+lld %s%s%d", (long long)p->w[i][k], p->x[i][k] < 0 ? "~" : "", p->prefix,
                     lit_var(p->x[i][k]));
        if (p->constant[i]) text_add(out, " %+lld", (long long)p->constant[i]);
        if (pass) text_add(out, " %s %lld", sign[p->relation[i]], (long long)p->bound[i]);
        text_put(out, " ;\n");
    }
}

/* Is there a solution? *best: the least of the minimized objective. */
static bool sums_brute(const struct sums *p, int64_t *best)
{
    bool found = false;
    for (unsigned a = 0; a < 1u << VARS; a++) {
        bool ok = true;
        for (int i = 0; i < p->rows && ok; i++) {
            int64_t sum = bits_sum(p->x[i], p->w[i], p->n[i], a) + p->constant[i];
            ok = p->relation[i] == 0   ? sum >= p->bound[i]
                 : p->relation[i] == 1 ? sum <= p->bound[i]
                                       : sum == p->bound[i];
        }
        if (!ok) continue;
        int64_t cost = p->costs ? bits_sum(p->x[p->rows], p->w[p->rows], p->n[p->rows], a) + p->constant[p->rows] : 0;
        if (p->maximize) cost = -cost;
        if (!found || cost < *best) *best = cost;
        found = true;
    }
    return found;
}

static void take(void *text, const void *bytes, size_t n) { text_bytes(text, bytes, n); }

/* Is what the proof concludes true? */
static bool conclusion_holds(const struct cutting_planes *c, bool found, int64_t best)
{
    return (!c->infeasible || !found) && (!c->has_upper || (found && best <= c->upper)) &&
           (!c->has_lower || !found || c->lower <= best);
}

/* Changes a digit, a word or a line. */
static void damage(struct text *proof, struct random *r)
{
    static const char letters[] = "0123456789+*dsw~;: -x\n";
    size_t at = strlen(HEAD) + (size_t)random_below(r, (int)(proof->n - strlen(HEAD)));
    int how = random_below(r, 6);
    while (how < 3 && at < proof->n && (proof->s[at] < '0' || proof->s[at] > '9')) at++; /* a number */
    if (at >= proof->n) return;
    if (how < 3) {
        proof->s[at] = (char)('0' + random_below(r, 10));
    } else if (how == 3) {
        proof->s[at] = letters[random_below(r, sizeof letters - 1)];
    } else { /* a line is missing, or stands there twice */
        size_t from = at;
        while (from > strlen(HEAD) && proof->s[from - 1] != '\n') from--;
        size_t n = strcspn(proof->s + from, "\n");
        n += proof->s[from + n] == '\n';
        struct text copy = {0};
        text_bytes(&copy, proof->s, from + (how == 4 ? 0 : n));
        text_put(&copy, proof->s + from + (how == 4 ? n : 0));
        text_release(proof);
        *proof = copy;
    }
}

static void judge_proofs(const struct sums *sums, const char *search, const char *solver, struct random *r)
{
    struct text file = {0}, err = {0}, proof = {0};
    const struct puzzle *opb = puzzle_find("opb");
    int64_t best = 0;
    bool found = sums_brute(sums, &best);
    sums_write(sums, &file);
    struct source source = {.text = file.s, .name = "random.opb", .line = 1};
    struct instance *in = opb->parse(&source, &err);
    if (!in) fail_msg("%s%s", file.s, err.s);
    struct problem q = {.puzzle = opb,
                        .instance = in,
                        .formulation = puzzle_first(opb, in),
                        .choices = {.solver = solver, .search = search},
                        .prove = PROVE_ALL,
                        .log = take,
                        .log_state = &proof};
    struct answer a = {0};
    search_formulate(&q, q.formulation);
    enum status status = search_solve(&q, &a);
    enum status right = !found ? STATUS_UNSATISFIABLE : sums->costs ? STATUS_OPTIMAL : STATUS_SATISFIABLE;
    if (status != right) fail_msg("%s%s %s: status %d\n%s", file.s, search, solver, status, text_string(&a.err));
    if (found && sums->costs && a.objective_value != (sums->maximize ? -best : best))
        fail_msg("%s: wrong optimum", file.s);
    if (a.evidence.item[EVIDENCE_UNCHECKED].count) fail_msg("%s%s %s: not proved\n%s", file.s, search, solver, proof.s);
    struct cutting_planes c;
    if (!checks(file.s, text_string(&proof), &c, &err)) fail_msg("%s%s%s", file.s, text_string(&proof), err.s);
    bool whole = c.infeasible == !found && c.has_upper == found && c.has_lower == (found && sums->costs);
    if (!whole || !conclusion_holds(&c, found, best)) fail_msg("%s%s", file.s, proof.s);
    if (c.has_lower && (c.lower != best || c.upper != best)) fail_msg("%s%sis no optimum", file.s, proof.s);
    for (int i = 0; i < 20; i++) {
        struct text broken = {0};
        text_put(&broken, proof.s);
        for (int times = 1 + random_below(r, 3); times; times--) damage(&broken, r);
        if (checks(file.s, broken.s, &c, &err) && !conclusion_holds(&c, found, best))
            fail_msg("%s%saccepted, and false", file.s, broken.s);
        text_release(&broken);
    }
    answer_release(&a);
    opb->release(in);
    text_release(&file);
    text_release(&err);
    text_release(&proof);
}

static void test_proofs_of_random(void **state)
{
    static const struct {
        const char *search, *solver;
    } ways[] = {{"down", "cuts"}, {"turns", "cadical"}, {"core", "cadical"}, {"down", "picosat"},
                {"up", "cuts"},   {"bisect", "cuts"},   {"core", "cuts"},    {"by-model", "cuts"}};
    int trials = getenv("QUICK") ? 1000 : 10000;
    for (int seed = 0; seed < trials; seed++) {
        struct random r = {(uint64_t)seed};
        struct sums p = {0};
        sums_make(&p, &r);
        int way = seed % 2 ? (int)(seed / 2 % 8) : 0;
        judge_proofs(&p, ways[way].search, ways[way].solver, &r);
    }
}

/* ---- proofs from the rules: `red`, `pol`, and `rup` with hints --------------------------------------------------------- */

/* The model of the sums, its OPB file, and the sum of the objective of its best solutions. */
struct stated {
    struct instance *in;
    struct model *m;
    struct text formula;
    bool found;
    int64_t best;
    struct values solution;
};

static void stated_make(struct stated *s, const struct sums *sums)
{
    struct text file = {0}, err = {0};
    const struct puzzle *opb = puzzle_find("opb");
    sums_write(sums, &file);
    struct source source = {.text = file.s, .name = "random.opb", .line = 1};
    s->in = opb->parse(&source, &err);
    if (!s->in) fail_msg("%s%s", file.s, err.s);
    struct problem q = {.puzzle = opb, .instance = s->in};
    search_formulate(&q, puzzle_first(opb, s->in));
    s->m = model_new();
    search_build(&q, INT64_MAX, s->m);
    derivation_formula(s->m, &(struct cnf_buffer){0}, &s->formula);
    int64_t best;
    s->found = sums_brute(sums, &best);
    s->best = !s->found || !sums->costs ? 0 : objective_sum(model_objective(s->m), sums->maximize ? -best : best);
    s->solution = values_new(model_vars(s->m));
    for (unsigned bits = 0; s->found && bits < 1u << model_vars(s->m); bits++) {
        for (int v = 1; v <= model_vars(s->m); v++) s->solution.v[v] = bits >> (v - 1) & 1 ? 1 : -1;
        if (model_holds(s->m, s->solution, NULL) && (!sums->costs || model_sum(s->m, s->solution) == s->best)) break;
    }
    text_release(&file);
}

static void stated_release(struct stated *s)
{
    model_free(s->m);
    puzzle_find("opb")->release(s->in);
    text_release(&s->formula);
    values_release(&s->solution);
}

/* Writes a proof through the clauses of random encoders. False: they have none, or too many. */
static bool stated_prove(const struct stated *s, struct random *r, struct text *proof)
{
    struct derivation d;
    struct cnf_buffer clauses = cnf_buffer_of(0);
    struct policy policy = {.no_groups = true};
    struct text trimmed = {0}, err = {0};
    const bool costs = model_objective(s->m);
    for (int i = 0, k = 0; encoders[i]; i++)
        if (encoders[i]->kind <= XOR && !encoders[i]->silent && random_below(r, ++k + 4) == 0)
            policy.by_kind[encoders[i]->kind] = (struct encoding){encoders[i], {0}};
    derivation_begin(&d, s->m, &(struct cnf_buffer){0}, &clauses, proof);
    if (s->found) derivation_solution(&d, s->solution);
    bool ok = lower_bounded(s->m, &policy, s->found ? s->best - 1 : INT64_MAX, &d.cnf, NULL, &err);
    clauses.cnf.vars = d.cnf.vars;
    struct prover prover = {.formula = &clauses, .config = "", .follows = derivation_lemma, .follows_state = &d};
    if (ok) assert_int_equal(prover_refute(&prover, NULL, &trimmed, &err), SOLVER_UNSAT);
    derivation_end(&d, s->found ? &s->best : NULL);
    assert_true(!ok || costs || !s->found);
    derivation_release(&d);
    cnf_buffer_release(&clauses);
    text_release(&trimmed);
    text_release(&err);
    return ok;
}

/* One row of the sums is weaker, or one weight of the objective is less. */
static void sums_relax(struct sums *p, struct random *r)
{
    int i = random_below(r, p->rows + (p->costs ? 1 : 0));
    int k = random_below(r, p->n[i]);
    if (i == p->rows)
        p->w[i][k] = p->w[i][k] > 1 ? p->w[i][k] / 2 : p->w[i][k];
    else if (p->relation[i] == 2)
        p->relation[i] = random_below(r, 2);
    else
        p->bound[i] += (p->relation[i] ? 1 : -1) * (1 + random_below(r, 3));
}

/* Proofs from the rules conclude the optimum. Damaged, or about other rules, whatever is accepted is true. */
static void test_proofs_from_rules(void **state)
{
    int derived = 0, others = 0, trials = getenv("QUICK") ? 300 : 3000;
    const char *more = getenv("FUZZ_ROUNDS"), *from = getenv("FUZZ_SEED");
    int first = from ? atoi(from) : 0;
    if (more) trials = atoi(more);
    for (int seed = first; seed < first + trials; seed++) {
        struct random r = {(uint64_t)seed};
        struct sums sums = {0};
        struct stated s = {0};
        struct text proof = {0}, err = {0};
        struct cutting_planes c;
        sums_make(&sums, &r);
        stated_make(&s, &sums);
        if ((!s.found || sums.costs) && stated_prove(&s, &r, &proof)) {
            derived++;
            if (!checks(s.formula.s, proof.s, &c, &err)) {
                fputs(proof.s, stderr);
                fail_msg("seed %d: %s%s", seed, err.s, s.formula.s);
            }
            assert_true(s.found ? c.has_lower && c.lower == s.best && c.upper == s.best : c.infeasible);
            for (int i = 0; i < 30; i++) {
                struct text broken = {0};
                text_put(&broken, proof.s);
                for (int times = 1 + random_below(&r, 3); times; times--) damage(&broken, &r);
                if (checks(s.formula.s, broken.s, &c, &err) && !conclusion_holds(&c, s.found, s.best))
                    fail_msg("seed %d: %s%saccepted, and false", seed, s.formula.s, broken.s);
                text_release(&broken);
            }
            for (int i = 0; i < 5; i++) {
                struct sums other = sums;
                struct stated o = {0};
                sums_relax(&other, &r);
                stated_make(&o, &other);
                others += o.found != s.found || o.best != s.best;
                if (checks(o.formula.s, proof.s, &c, &err) && !conclusion_holds(&c, o.found, o.best))
                    fail_msg("seed %d: %s%saccepted, and false", seed, o.formula.s, proof.s);
                stated_release(&o);
            }
        }
        stated_release(&s);
        text_release(&proof);
        text_release(&err);
    }
    assert_true(derived > trials / 2 && others > trials / 10); /* the test is not idle */
}

/* ---- random definitions --------------------------------------------------------------------------------------------- */

enum { GIVEN = 3, NEW = 3, LINES = 12 };
struct line {
    int n;
    lit x[GIVEN + NEW];
    int64_t w[GIVEN + NEW], degree;
};

static void line_make(struct line *l, struct random *r)
{
    *l = (struct line){.degree = random_below(r, 5)};
    for (int v = 1; v <= GIVEN + NEW; v++) {
        if (random_below(r, 3)) continue;
        l->x[l->n] = v * (random_below(r, 2) ? 1 : -1);
        l->w[l->n++] = 1 + random_below(r, 3);
    }
}

static void line_write(const struct line *l, struct text *out)
{
    for (int i = 0; i < l->n; i++)
        text_add(out, "%lld %s%s%d ", (long long)l->w[i], l->x[i] < 0 ? "~" : "", lit_var(l->x[i]) > GIVEN ? "y" : "x",
                 lit_var(l->x[i]));
    text_add(out, ">= %lld", (long long)l->degree);
}

static bool line_holds(const struct line *l, unsigned point) { return bits_sum(l->x, l->w, l->n, point) >= l->degree; }

/* Whether each solution of the first lines, over the given variables, extends to one of all lines. */
static bool lines_extend(const struct line *l, int first, int n)
{
    for (unsigned given = 0; given < 1u << GIVEN; given++) {
        bool solves = true, extends = false;
        for (int i = 0; i < first; i++) solves = solves && line_holds(&l[i], given);
        for (unsigned more = 0; more < 1u << NEW && solves && !extends; more++) {
            extends = true;
            for (int i = 0; i < n; i++) extends = extends && line_holds(&l[i], given | more << GIVEN);
        }
        if (solves && !extends) return false;
    }
    return true;
}

/* Adds random lines with red and rup, and keeps those that are accepted. A solution is never lost. */
static void test_definitions(void **state)
{
    int accepted = 0, trials = getenv("QUICK") ? 1000 : 20000;
    for (int seed = 0; seed < trials; seed++) {
        struct random r = {(uint64_t)seed};
        struct line line[2 + LINES];
        struct text formula = {0}, proof = {0}, err = {0};
        struct cutting_planes p;
        int n = 0;
        for (; n < 2; n++) {
            line_make(&line[n], &r);
            for (int k = 0; k < line[n].n; k++)
                if (lit_var(line[n].x[k]) > GIVEN) line[n].n = k; /* no new variables */
            line[n].degree = line[n].n ? line[n].degree : 0;
            line_write(&line[n], &formula);
            text_put(&formula, " ;\n");
        }
        text_put(&formula, "1 x1 1 x2 1 x3 >= 0 ;\n");
        text_put(&proof, HEAD);
        for (int i = 0; i < LINES; i++) {
            struct text more = {0};
            line_make(&line[n], &r);
            bool red = random_below(&r, 3);
            text_add(&more, "%s%s ", text_string(&proof), red ? "red" : "rup");
            line_write(&line[n], &more);
            if (red) text_add(&more, " : y%d -> %d", GIVEN + 1 + random_below(&r, NEW), random_below(&r, 2));
            text_put(&more, ";\n");
            size_t end = more.n;
            text_add(&more, "output NONE;\nconclusion NONE;\n%s", TAIL);
            if (checks(formula.s, more.s, &p, &err)) {
                accepted += red;
                text_clear(&proof);
                text_bytes(&proof, more.s, end);
                if (!lines_extend(line, 2, ++n)) fail_msg("%s%s", formula.s, proof.s);
            }
            text_release(&more);
        }
        text_release(&formula);
        text_release(&proof);
        text_release(&err);
    }
    assert_true(accepted > trials); /* the test is not idle */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_conclusions),
        cmocka_unit_test(test_stack),
        cmocka_unit_test(test_stopped_check),
        cmocka_unit_test(test_proofs_of_random),
        cmocka_unit_test(test_proofs_from_rules),
        cmocka_unit_test(test_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
