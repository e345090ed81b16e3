#include "extras/audit/audit.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "nkwNdem";
static const struct {
    const char *name;
    double (*value)(double);
} functions[] = {{"log2", log2}, {"log", log2}, {"sqrt", sqrt}, {"ceil", ceil}, {"floor", floor}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* ---- formulas -------------------------------------------------------------------------------- */

static void cost_blanks(struct cost *c)
{
    while (c->s && *c->s == ' ') c->s++;
}

static bool eat(struct cost *c, const char *word)
{
    cost_blanks(c);
    if (!c->s || strncmp(c->s, word, strlen(word)) != 0) return false;
    c->s += strlen(word);
    return true;
}

static double cost_choose(double n, double k)
{
    double ways = 1;
    for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return round(ways);
}

static double power(struct cost *c);

static double cost_call(struct cost *c, double (*f)(double))
{
    double times = eat(c, "^") ? strtod(c->s, (char **)&c->s) : 1;
    return pow(f(power(c)), times);
}

static double atom(struct cost *c)
{
    double a = 0;
    for (int i = 0; i < FUNCTIONS; i++)
        if (eat(c, functions[i].name)) return cost_call(c, functions[i].value);
    cost_blanks(c);
    if (eat(c, "(")) {
        a = cost_formula(c);
        if (!eat(c, ")")) c->s = NULL;
    } else if (eat(c, "C(")) {
        a = cost_formula(c);
        if (!eat(c, ",")) c->s = NULL;
        a = cost_choose(a, cost_formula(c));
        if (!eat(c, ")")) c->s = NULL;
    } else if (c->s && isdigit((unsigned char)*c->s)) {
        a = strtod(c->s, (char **)&c->s);
    } else if (c->s && *c->s && strchr(letters, *c->s)) {
        const double value[] = {c->n, c->k, c->w, c->N, c->d, c->e, floor(log2(c->n))};
        a = value[strchr(letters, *c->s++) - letters];
    } else {
        c->s = NULL;
    }
    return a;
}

static double power(struct cost *c)
{
    double a = atom(c);
    return eat(c, "^") ? pow(a, power(c)) : a;
}

/* Adjacent factors are multiplied; a word ends the product. */
static bool more_factors(struct cost *c)
{
    cost_blanks(c);
    if (!c->s || strncmp(c->s, "edges", 5) == 0) return false;
    for (int i = 0; i < FUNCTIONS; i++)
        if (!strncmp(c->s, functions[i].name, strlen(functions[i].name))) return true;
    return isdigit((unsigned char)*c->s) || (*c->s && strchr("(nkwNdemC", *c->s));
}

static double product(struct cost *c)
{
    double a = power(c);
    while (c->s)
        if (eat(c, "/"))
            a /= power(c);
        else if (more_factors(c))
            a *= power(c);
        else
            break;
    return a;
}

double cost_formula(struct cost *c)
{
    double a = product(c);
    while (c->s)
        if (eat(c, "+"))
            a += product(c);
        else if (eat(c, "-"))
            a -= product(c);
        else
            break;
    return a;
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* Reads the conditions at c->s to the end of the text. Returns whether they hold. */
static bool cost_conditions(struct cost *c)
{
    static const char *const words[] = {"values", "integers", "connected vertices", "edges"};
    bool hold = true;
    do {
        double left = cost_formula(c);
        bool more = eat(c, ">"), equal = eat(c, "=");
        double right = more || equal ? cost_formula(c) : left;
        if (more ? left < right || (!equal && left == right) : left != right) hold = false;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) eat(c, words[i]);
    } while (eat(c, "of ") || eat(c, "and "));
    if (c->s && *c->s) c->s = NULL;
    return hold;
}

bool cost_applies(const struct cost *c)
{
    struct cost rest = *c;
    rest.s = strstr(c->s, " for ");
    return !eat(&rest, "for ") || cost_conditions(&rest);
}

bool cost_next(struct cost *c, struct cost_claim *claim)
{
    if (!eat(c, ", ")) eat(c, "; ");
    if (eat(c, "for ")) cost_conditions(c);
    if (!c->s || !*c->s) return false;
    *claim = (struct cost_claim){.kind = eat(c, "at most ") ? COST_AT_MOST
                                         : eat(c, "about ") ? COST_ABOUT
                                         : eat(c, "O(")     ? COST_ORDER
                                                            : COST_EXACT};
    if (!eat(c, "no ")) claim->value = cost_formula(c);
    if (claim->kind == COST_ORDER && !eat(c, ")")) c->s = NULL;
    claim->clauses = eat(c, "clauses");
    claim->vars = (!claim->clauses || eat(c, "and ")) && eat(c, "variables");
    if (!claim->clauses && !claim->vars) c->s = NULL;
    return c->s;
}
