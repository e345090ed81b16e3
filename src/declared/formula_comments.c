/* Comments of OPB, WCNF and CNF files that this program writes and reads back: names of variables,
 * integers, texts of rules, a picture, and in WCNF, which has no header, the number of variables.
 * It also reads those of model counters, and ignores others. They change no constraint.
 *
 *     sizes: 40 variables, ...      there are at least so many
 *     name 7 star 1,7               the name of variable 7
 *     rule from 3: the sum is 16    the constraints from number 3 on, until the next such line
 *     int direct 1 9 28 x           variables 28 to 36 represent x, from 1 to 9
 *     picture cell 0 6 x7 symbol *  a line of the picture
 *     p show 1 2 0, ind 1 2 0       the variables to count on; several lines add up
 *     p weight 1 0.3 0, t wmc       the literals have weights */
#include "base/number.h"
#include "declared/formula.h"

/* Skips a word and the blanks after it. */
static const char *after_word(const char *s)
{
    s += strcspn(s, " \t\r\n");
    return s + strspn(s, " \t");
}

static int form_of_word(const char *s)
{
    for (int f = 0; f < FORMS; f++)
        if (!strncmp(s, model_int_forms[f], strlen(model_int_forms[f])) && strchr(" \t", s[strlen(model_int_forms[f])]))
            return f;
    return -1;
}

/* The list of a comment that names the variables to count on; NULL: it is another one. */
static const char *projection_of(const char *s)
{
    if (!strncmp(s, "p show", 6) && strchr(" \t\r\n", s[6])) return s + 6;
    return !strncmp(s, "ind ", 4) && s[4] >= '0' && s[4] <= '9' ? s + 4 : NULL;
}

static bool is_weighted(const char *s)
{
    static const char *const words[] = {"p weight ", "t wmc", "t pwmc", "t wpmc", "MUST MULTIPLY BY "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strncmp(s, words[i], strlen(words[i]))) return true;
    return false;
}

static bool is_kept(const char *s)
{
    const char *next = after_word(s);
    if (projection_of(s)) return true;
    if (!strncmp(s, "picture ", 8)) return picture_begins(next);
    if (!strncmp(s, "sizes: ", 7)) return true;
    if (!strncmp(s, "int ", 4)) return form_of_word(next) >= 0;
    if (!strncmp(s, "rule from ", 10)) next = s + 10;
    return (next == s + 10 || !strncmp(s, "name ", 5)) && *next >= '1' && *next <= '9';
}

void formula_comment(struct formula_reader *r)
{
    struct instance *p = r->p;
    const char *s = r->s + 1;
    if (*s == ' ') s++;
    size_t n = strcspn(s, "\r\n");
    struct formula_comment *last = p->remarks ? &p->remark[p->remarks - 1] : NULL;
    if (*s == '+' && last && last->end == r->line - 1) {
        text_bytes(&last->words, s + 1, n - 1);
        last->end = r->line;
    } else if (is_weighted(s)) {
        SCOPED(text) place = {0};
        text_add(&place, "%s:%d", r->name, r->line);
        if (!p->weighted) p->weighted = mem_string(place.s);
    } else if (is_kept(s)) {
        struct formula_comment kept = {.line = r->line, .end = r->line};
        text_bytes(&kept.words, s, n);
        MEM_PUSH(p->remark, p->remarks, p->remark_cap, kept);
    }
    r->s += strcspn(r->s, "\n");
}

/* A copy of the name or rule at the end of a comment, which the caller frees. NULL, with a
 * sentence: it is none. */
static char *comment_name(struct formula_reader *r, const char *s)
{
    return text_name(s, strlen(s), r->err) ? mem_string(s) : NULL;
}

static bool read_noted(struct formula_reader *r, const char *s)
{
    struct instance *p = r->p;
    SCOPED(strings) words = {0};
    int64_t lo, hi, first;
    int form = form_of_word(after_word(s));
    strings_split(&words, s);
    bool ok = words.n >= 5 && number_parse(words.v[2], &lo) && number_parse(words.v[3], &hi) &&
              number_parse(words.v[4], &first) && lo <= hi && lo >= -MODEL_INT_END && hi <= MODEL_INT_END;
    int n = ok ? integer_literals((enum int_form)form, lo, hi) : -1;
    if (n < 0 || first < 1 || !formula_has(r, first + n - 1))
        return text_error(
            r->err, "expected 'int FORM LO HI FIRST NAME', an integer whose variables begin with FIRST, not '%.60s'.",
            s);
    for (int i = 0; i < 5; i++) s = after_word(s);
    struct formula_integer noted = {
        .lo = lo, .hi = hi, .form = (enum int_form)form, .first = (lit)first, .name = comment_name(r, s)};
    if (noted.name) MEM_PUSH(p->noted, p->integers, p->noted_cap, noted);
    return noted.name;
}

/* The first pass finds the largest variable. */
static bool read_name(struct formula_reader *r, const char *s, bool first)
{
    struct instance *p = r->p;
    s = after_word(s);
    int64_t v = formula_digits(&s);
    if (!formula_has(r, v) || p->names.n || first) return true;
    if (!p->named) p->named = mem_new((size_t)p->vars + 1, sizeof *p->named);
    mem_free(p->named[v]);
    p->named[v] = comment_name(r, s + (*s == ' ')); /* more blanks are the name's */
    return p->named[v];
}

static bool read_rule(struct formula_reader *r, const char *s)
{
    struct instance *p = r->p;
    s += 10;
    int64_t from = formula_digits(&s), least = p->rules ? p->rule[p->rules - 1].from + 2 : 1;
    if (strncmp(s, ": ", 2) != 0 || !s[2] || strlen(s + 2) > MODEL_RULE)
        return text_error(r->err, "expected 'rule from FIRST: TEXT', with a text of at most %d bytes, not ': %.60s'.",
                          MODEL_RULE, s);
    if (from < least || from > p->rows)
        return text_error(r->err, "a rule begins with constraint %lld, but the numbers rise from 1 to %d.",
                          (long long)from, p->rows);
    struct rule_text rule = {.from = (int)from - 1, .text = comment_name(r, s + 2)};
    if (rule.text) MEM_PUSH(p->rule, p->rules, p->rule_cap, rule);
    return rule.text;
}

static bool read_projection(struct formula_reader *r, const char *s)
{
    struct instance *p = r->p;
    if (!p->shown) p->shown = mem_new((size_t)p->vars + 1, sizeof *p->shown);
    for (s += strspn(s, " \t"); *s; s += strspn(s, " \t")) {
        const char *word = s;
        int64_t v = formula_digits(&s);
        if (s == word || !strchr(" \t", *s) || v > p->vars)
            return text_error(r->err, "expected variables to count on, from 1 to %d, and a 0, not '%.20s'.", p->vars,
                              word);
        if (!v) return true;
        p->shown[v] = true;
    }
    return true;
}

static int variable_named(const void *names, const char *s, size_t n) { return 1 + dictionary_find(names, s, n); }

bool formula_annotate(struct formula_reader *r)
{
    struct instance *p = r->p;
    bool ok = true;
    int line = 0;
    for (int pass = 0; pass < 2; pass++) /* pictures name integers, and WCNF has no number of variables */
        for (int i = 0; i < p->remarks && ok; i++) {
            const char *s = text_string(&p->remark[i].words), *list = projection_of(s);
            struct picture_names names = {.vars = p->vars, .integers = p->integers, .state = &p->names};
            names.var = p->names.n ? variable_named : NULL;
            line = p->remark[i].line;
            if (*s == 's') {
                s += strlen("sizes: ");
                formula_has(r, formula_digits(&s)); /* perhaps no clause has the last ones */
            }
            if (list && pass) ok = read_projection(r, list);
            if (list) continue;
            if (*s == 'p' && pass) ok = picture_add(&p->picture, after_word(s), &names, r->err);
            if (*s == 'i' && !pass) ok = read_noted(r, s);
            if (*s == 'n') ok = read_name(r, s, !pass);
            if (*s == 'r' && pass) ok = read_rule(r, s);
        }
    for (int i = 0; i < p->remarks; i++) text_release(&p->remark[i].words);
    mem_free(p->remark);
    p->remark = NULL;
    p->remarks = 0;
    if (ok) return true;
    SCOPED(text) why = *r->err;
    *r->err = (struct text){0};
    return text_error(r->err, "%s:%d: %s", r->name, line, text_string(&why));
}

void formula_annotations_release(struct instance *p)
{
    for (int i = 0; i < p->remarks; i++) text_release(&p->remark[i].words);
    for (int i = 0; i < p->integers; i++) mem_free(p->noted[i].name);
    for (int v = 1; p->named && v <= p->vars; v++) mem_free(p->named[v]);
    for (int i = 0; i < p->rules; i++) mem_free(p->rule[i].text);
    MEM_FREE(p->rule, p->remark, p->noted, p->named, p->shown, p->weighted);
    picture_release(&p->picture);
}

void formula_annotations_build(const struct instance *p, struct model *m)
{
    SCOPED(text) err = {0};
    for (int i = 0; i < p->integers; i++)
        model_int_over(m, p->noted[i].lo, p->noted[i].hi, p->noted[i].form, p->noted[i].first, p->noted[i].name);
    for (int i = 0; i < p->picture.n; i++) model_picture_add(m, p->picture.lines.v[i], &err);
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* Lists the integers' values, and the names of true variables that are no integer's. */
static void formula_list(const struct instance *p, struct values a, const int64_t *number, struct canvas *c)
{
    struct text line = {0};
    OWNED bool *taken = mem_new((size_t)p->vars + 1, sizeof *taken);
    for (int i = 0; i < p->integers; i++) {
        const struct formula_integer *it = &p->noted[i];
        for (int k = integer_literals(it->form, it->lo, it->hi); k > 0; k--) taken[it->first + k - 1] = true;
        if (number[i] == INT64_MIN)
            canvas_item(c, &line, "%s has no value", it->name);
        else
            canvas_item(c, &line, "%s = %lld", it->name, (long long)number[i]);
    }
    for (int v = 1; p->named && v <= p->vars; v++)
        if (p->named[v] && !taken[v] && value_true(a, v)) canvas_item(c, &line, "%s", p->named[v]);
    canvas_items_end(c, &line);
}

static struct canvas *listed(const struct instance *p, const struct solution *solution)
{
    struct canvas *c = canvas_new(0, 0);
    canvas_caption(c, "%d %s, %d %s%s%s", p->vars, plural(p->vars, "variable", "variables"), p->rows, p->row_name,
                   plural(p->rows, "", "s"), solution ? ", satisfied:" : "");
    SCOPED(text) line = {0}, lines = {0};
    if (solution && !p->integers && !p->named) formula_print(p, solution, &lines);
    for (const char *s = text_string(&lines); text_line(&line, &s);) canvas_caption(c, "%s", text_string(&line));
    return c;
}

struct canvas *formula_draw(const struct instance *p, const struct solution *solution)
{
    SCOPED(values) a = values_new(p->vars);
    for (int v = 1; solution && v <= p->vars; v++) a.v[v] = (signed char)solution->v[v];
    OWNED int64_t *number = mem_new((size_t)p->integers, sizeof *number);
    for (int i = 0; i < p->integers; i++)
        number[i] = model_int_read(p->noted[i].form, p->noted[i].lo, p->noted[i].hi, p->noted[i].first, a);
    struct values none = {0};
    struct canvas *c = p->picture.n
                           ? picture_draw(&p->picture, solution ? a : none, solution ? number : NULL, none, NULL)
                           : listed(p, solution);
    if (solution && !p->picture.n) formula_list(p, a, number, c);
    return c;
}
