/* Reads FlatZinc. A name stands for a value: a number, a variable, a set or a list; `var 1..9: x =
 * y` makes x another name of y. */
#include "declared/flatzinc.h"

#include "base/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const flatzinc_names[FLATZINC_KINDS] = {
#define CONSTRAINT(name, arguments) #name,
#include "declared/flatzinc_list.h"
#undef CONSTRAINT
};
const char *const flatzinc_arguments[FLATZINC_KINDS] = {
#define CONSTRAINT(name, arguments) arguments,
#include "declared/flatzinc_list.h"
#undef CONSTRAINT
};

struct flatzinc_reader {
    struct flatzinc *f;
    const char *s, *name;
    int line;
    struct text *err;
    struct dictionary names; /* of what can be named: */
    struct flatzinc_named {
        struct flatzinc_value value;
        enum flatzinc_type type;
    } * named;
    int n;
    size_t cap;
    struct dictionary kinds; /* the names of constraints, in order */
    bool solved;
    int floats; /* the line of the first variable that is a float; 0: none */
    struct text float_name;
};

static void flatzinc_reader_release(struct flatzinc_reader *r)
{
    dictionary_release(&r->names);
    dictionary_release(&r->kinds);
    text_release(&r->float_name);
    mem_free(r->named);
}

void flatzinc_release(struct flatzinc *f)
{
    if (!f) return;
    for (int i = 0; i < f->variables; i++) MEM_FREE(f->variable[i].name, f->variable[i].domain.v);
    for (int i = 0; i < f->sets; i++) mem_free(f->set[i].v);
    for (int i = 0; i < f->constraints; i++) mem_free(f->constraint[i].label);
    for (int i = 0; i < f->outputs; i++) MEM_FREE(f->output[i].name, f->output[i].ranges);
    MEM_FREE(f->variable, f->item, f->set, f->constraint, f->output, f);
}

/* ---- words ---------------------------------------------------------------------------------- */

static bool flatzinc_wrong(const struct flatzinc_reader *r, const char *format, ...)
{
    SCOPED(text) what = {0};
    TEXT_ADD_ARGUMENTS(&what, format);
    return text_error(r->err, "%s:%d: %s", r->name, r->line, text_string(&what));
}

static void flatzinc_blanks(struct flatzinc_reader *r)
{
    for (; *r->s; r->s++) {
        if (*r->s == '%') r->s += strcspn(r->s, "\n");
        if (*r->s == '\n')
            r->line++;
        else if (!isspace((unsigned char)*r->s))
            return;
        if (!*r->s) return;
    }
}

static size_t flatzinc_word(const char *s)
{
    size_t n = 0;
    if (isalpha((unsigned char)*s) || *s == '_')
        while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return n;
}

static bool flatzinc_expected(struct flatzinc_reader *r, const char *what)
{
    flatzinc_blanks(r);
    if (!*r->s) return flatzinc_wrong(r, "the file ends, but %s is expected.", what);
    const size_t word = flatzinc_word(r->s), n = word ? word : strcspn(r->s, " \t\r\n");
    return flatzinc_wrong(r, "expected %s, not '%.*s'.", what, (int)(n < 30 ? n : 30), r->s);
}

/* Takes the sign or word if it is next. */
static bool flatzinc_takes(struct flatzinc_reader *r, const char *word)
{
    flatzinc_blanks(r);
    const size_t n = strlen(word), own = flatzinc_word(r->s);
    if (strncmp(r->s, word, n) != 0 || (own && own != n)) return false;
    r->s += n;
    return true;
}

static bool flatzinc_needs(struct flatzinc_reader *r, const char *sign)
{
    SCOPED(text) what = {0};
    text_add(&what, "'%s'", sign);
    return flatzinc_takes(r, sign) || flatzinc_expected(r, what.s);
}

static bool flatzinc_name(struct flatzinc_reader *r, const char **s, size_t *n)
{
    flatzinc_blanks(r);
    *s = r->s;
    *n = flatzinc_word(r->s);
    r->s += *n;
    return *n || flatzinc_expected(r, "a name");
}

/* Whether the number that is next is a float. */
static bool flatzinc_is_float(const char *s)
{
    s += *s == '-' || *s == '+';
    s += strspn(s, "0123456789");
    return (*s == '.' && isdigit((unsigned char)s[1])) || *s == 'e' || *s == 'E';
}

static bool flatzinc_number(struct flatzinc_reader *r, int64_t *value)
{
    flatzinc_blanks(r);
    const char *s = r->s + (*r->s == '-' || *r->s == '+');
    __int128 v = 0;
    if (!isdigit((unsigned char)*s)) return flatzinc_expected(r, "a whole number");
    const int base = s[0] == '0' && s[1] == 'x' ? 16 : s[0] == '0' && s[1] == 'o' ? 8 : 10;
    for (s += base == 10 ? 0 : 2; isxdigit((unsigned char)*s) && (base == 16 || isdigit((unsigned char)*s)); s++)
        if (v < FLATZINC_FAR) v = base * v + (isdigit((unsigned char)*s) ? *s - '0' : (*s | 32) - 'a' + 10);
    if (v >= FLATZINC_FAR) return flatzinc_wrong(r, "the number %.*s has more than 60 bits.", (int)(s - r->s), r->s);
    *value = *r->s == '-' ? -(int64_t)v : (int64_t)v;
    r->s = s;
    return true;
}

/* A float is read and forgotten; what uses it is refused. */
static void flatzinc_skip_float(struct flatzinc_reader *r)
{
    r->s += *r->s == '-' || *r->s == '+';
    while (isalnum((unsigned char)*r->s) || (*r->s == '.' && r->s[1] != '.') ||
           ((*r->s == '-' || *r->s == '+') && (r->s[-1] | 32) == 'e'))
        r->s++;
}

/* ---- values --------------------------------------------------------------------------------- */

static struct flatzinc_value flatzinc_add_set(struct flatzinc *f, struct flatzinc_set s)
{
    MEM_PUSH(f->set, f->sets, f->set_cap, s);
    return (struct flatzinc_value){FLATZINC_SET, 0, f->sets - 1};
}

/* Makes the set of n values, which it sorts. */
static struct flatzinc_set flatzinc_set_of(int64_t *v, int n)
{
    struct flatzinc_set s = {.lo = 1, .hi = 0};
    int kept = 0;
    if (n) qsort(v, (size_t)n, sizeof *v, number_compare);
    for (int i = 0; i < n; i++)
        if (!i || v[i] != v[i - 1]) v[kept++] = v[i];
    if (!kept) return s;
    s = (struct flatzinc_set){.lo = v[0], .hi = v[kept - 1]};
    if (s.hi - s.lo + 1 == kept) return s;
    s.n = kept;
    s.v = memcpy(mem_new((size_t)kept, sizeof *v), v, (size_t)kept * sizeof *v);
    return s;
}

/* Reads the rest of "{1, 3}" or, from its first number, of "1..3". */
static bool flatzinc_set_text(struct flatzinc_reader *r, struct flatzinc_set *s)
{
    if (!flatzinc_takes(r, "{"))
        return flatzinc_number(r, &s->lo) && flatzinc_needs(r, "..") && flatzinc_number(r, &s->hi);
    OWNED int64_t *v = NULL;
    int n = 0;
    size_t cap = 0;
    while (!flatzinc_takes(r, "}")) {
        int64_t value;
        if (n && !flatzinc_needs(r, ",")) return false;
        if (flatzinc_takes(r, "}")) break;
        if (!flatzinc_number(r, &value)) return false;
        MEM_PUSH(v, n, cap, value);
    }
    *s = flatzinc_set_of(v, n);
    return true;
}

static const struct flatzinc_named *flatzinc_find(const struct flatzinc_reader *r, const char *s, size_t n)
{
    const int i = dictionary_find(&r->names, s, n);
    return i < 0 ? NULL : &r->named[i];
}

static bool flatzinc_define(struct flatzinc_reader *r, const char *s, size_t n, struct flatzinc_named what)
{
    if (flatzinc_find(r, s, n)) return flatzinc_wrong(r, "the name %.*s is used twice.", (int)n, s);
    dictionary_add(&r->names, s, n);
    MEM_PUSH(r->named, r->n, r->cap, what);
    return true;
}

static bool flatzinc_named_value(struct flatzinc_reader *r, struct flatzinc_value *to)
{
    const char *s;
    size_t n;
    int64_t k;
    if (!flatzinc_name(r, &s, &n)) return false;
    const struct flatzinc_named *it = flatzinc_find(r, s, n);
    if (!it) return flatzinc_wrong(r, "there is no variable or parameter %.*s.", (int)n, s);
    *to = it->value;
    if (*r->s != '[') return true;
    r->s++;
    if (!flatzinc_number(r, &k) || !flatzinc_needs(r, "]")) return false;
    if (to->what != FLATZINC_LIST || k < 1 || k > to->n)
        return flatzinc_wrong(r, "%.*s[%lld] is beyond the array.", (int)n, s, (long long)k);
    *to = r->f->item[to->v + k - 1];
    return true;
}

static bool flatzinc_value(struct flatzinc_reader *r, struct flatzinc_value *to)
{
    struct flatzinc_set set = {0};
    *to = (struct flatzinc_value){FLATZINC_NUMBER, 0, 0};
    if (flatzinc_takes(r, "true")) {
        to->v = 1;
        return true;
    }
    if (flatzinc_takes(r, "false")) return true;
    if (*r->s == '[') { /* the items are moved to the end of all items, because lists do not nest */
        struct flatzinc_value *item = NULL, one;
        int n = 0;
        size_t cap = 0;
        bool ok = true;
        for (r->s++; ok && !flatzinc_takes(r, "]");) {
            ok = !n || flatzinc_needs(r, ",");
            if (ok && flatzinc_takes(r, "]")) break;
            ok = ok && (*r->s != '[' || flatzinc_wrong(r, "an array is within an array.")) && flatzinc_value(r, &one);
            if (ok) MEM_PUSH(item, n, cap, one);
        }
        *to = (struct flatzinc_value){FLATZINC_LIST, n, r->f->items};
        for (int i = 0; i < n; i++) MEM_PUSH(r->f->item, r->f->items, r->f->item_cap, item[i]);
        mem_free(item);
        return ok;
    }
    if (flatzinc_word(r->s)) return flatzinc_named_value(r, to);
    if (flatzinc_is_float(r->s)) {
        flatzinc_skip_float(r);
        if (!strncmp(r->s, "..", 2)) {
            r->s += 2;
            flatzinc_skip_float(r);
        }
        return true;
    }
    if (*r->s == '{') {
        if (!flatzinc_set_text(r, &set)) return false;
        *to = flatzinc_add_set(r->f, set);
        return true;
    }
    if (!flatzinc_number(r, &to->v)) return false;
    if (!flatzinc_takes(r, "..")) return true;
    set.lo = to->v;
    if (!flatzinc_number(r, &set.hi)) return false;
    *to = flatzinc_add_set(r->f, set);
    return true;
}

/* ---- annotations ---------------------------------------------------------------------------- */

/* Skips what is between brackets, with the strings in it. */
static bool flatzinc_skip(struct flatzinc_reader *r)
{
    int depth = 0;
    do {
        flatzinc_blanks(r);
        if (*r->s == '"') {
            for (r->s++; *r->s && *r->s != '"'; r->s++) r->line += *r->s == '\n';
        } else if (*r->s == '(' || *r->s == '[' || *r->s == '{') {
            depth++;
        } else if (*r->s == ')' || *r->s == ']' || *r->s == '}') {
            depth--;
        }
        if (!*r->s) return flatzinc_expected(r, "')'");
        r->s++;
    } while (depth);
    return true;
}

struct flatzinc_notes {
    bool output, introduced;
    const char *label, *ranges, *defines; /* in the text, or NULL */
    size_t labels, defined;
};

static bool flatzinc_note_string(struct flatzinc_notes *notes, const char *s)
{
    s += strspn(s, "( \t\r\n");
    if (*s != '"') return false;
    notes->label = s + 1;
    notes->labels = strcspn(s + 1, "\"");
    return true;
}

/* Reads ":: name(...)"; keeps those that matter. */
static bool flatzinc_notes(struct flatzinc_reader *r, struct flatzinc_notes *notes)
{
    const char *s;
    size_t n;
    while (flatzinc_takes(r, "::")) {
        flatzinc_blanks(r);
        if (*r->s == '"') {
            if (!flatzinc_skip(r)) return false;
            continue;
        }
        if (!flatzinc_name(r, &s, &n)) return false;
        flatzinc_blanks(r);
        const char *inside = r->s + 1;
        if (*r->s == '(' && n == 10 && !strncmp(s, "warm_start", n)) {
            const char *at = r->s++;
            const int line = r->line;
            struct flatzinc_value x, v;
            if (flatzinc_value(r, &x) && flatzinc_takes(r, ",") && flatzinc_value(r, &v) && x.what == FLATZINC_LIST &&
                v.what == FLATZINC_LIST && x.n == v.n) {
                r->f->warm[0] = x;
                r->f->warm[1] = v;
            }
            text_clear(r->err);
            r->s = at;
            r->line = line;
        }
        if (*r->s == '(' && !flatzinc_skip(r)) return false;
        if ((n == 10 && !strncmp(s, "output_var", n)) || (n == 12 && !strncmp(s, "output_array", n)))
            notes->output = true;
        if (n == 12 && !strncmp(s, "output_array", n)) notes->ranges = inside;
        if (n == 17 && !strncmp(s, "var_is_introduced", n)) notes->introduced = true;
        if (n == 19 && !strncmp(s, "mzn_constraint_name", n)) flatzinc_note_string(notes, inside);
        if (n == 8 && !strncmp(s, "mzn_path", n) && !notes->label) flatzinc_note_string(notes, inside);
        if (n == 11 && !strncmp(s, "defines_var", n)) {
            notes->defines = inside + strspn(inside, " \t\r\n");
            notes->defined = flatzinc_word(notes->defines);
        }
    }
    return true;
}

/* ---- declarations --------------------------------------------------------------------------- */

/* Reads "int", "1..9", "{1,3}", "bool", "float", "set of 1..9". */
static bool flatzinc_type(struct flatzinc_reader *r, enum flatzinc_type *type, struct flatzinc_set *domain)
{
    *type = FLATZINC_INT;
    *domain = (struct flatzinc_set){.lo = -FLATZINC_FAR, .hi = FLATZINC_FAR};
    flatzinc_blanks(r);
    if (flatzinc_takes(r, "bool")) {
        *type = FLATZINC_BOOL;
        *domain = (struct flatzinc_set){.lo = 0, .hi = 1};
        return true;
    }
    if (flatzinc_takes(r, "int")) return true;
    if (flatzinc_takes(r, "float") || flatzinc_is_float(r->s)) {
        *type = FLATZINC_FLOAT;
        if (!isalpha((unsigned char)r->s[-1])) {
            struct flatzinc_value any;
            return flatzinc_value(r, &any);
        }
        return true;
    }
    if (flatzinc_takes(r, "set")) {
        if (!flatzinc_needs(r, "of") || !flatzinc_type(r, type, domain)) return false;
        if (*type != FLATZINC_INT) return flatzinc_wrong(r, "a set of this type is not known.");
        *type = FLATZINC_SET_OF_INT;
        return true;
    }
    return flatzinc_set_text(r, domain) ||
           (!r->err->n && flatzinc_expected(r, "a type: bool, int, a range, a set, or float"));
}

static void flatzinc_intersect(struct flatzinc_set *s, struct flatzinc_set *with)
{
    if (with->v) {
        flatzinc_keep(s, with->v, with->n);
    } else if (s->v) {
        int n = 0;
        for (int i = 0; i < s->n; i++)
            if (s->v[i] >= with->lo && s->v[i] <= with->hi) s->v[n++] = s->v[i];
        flatzinc_keep(s, s->v, n);
    } else {
        s->lo = max64(s->lo, with->lo);
        s->hi = min64(s->hi, with->hi);
    }
}

static bool flatzinc_is_of(const struct flatzinc *f, struct flatzinc_value v, enum flatzinc_type type)
{
    if (v.what == FLATZINC_VARIABLE) return f->variable[v.v].type == type;
    if (v.what == FLATZINC_NUMBER) return type == FLATZINC_INT || (type == FLATZINC_BOOL && (v.v == 0 || v.v == 1));
    return v.what == FLATZINC_SET && type == FLATZINC_SET_OF_INT;
}

static void flatzinc_note_output(struct flatzinc_reader *r, const char *s, size_t n, enum flatzinc_type type,
                                 struct flatzinc_value value, const struct flatzinc_notes *notes)
{
    SCOPED(text) name = {0}, ranges = {0};
    struct flatzinc *f = r->f;
    text_bytes(&name, s, n);
    struct flatzinc_output out = {mem_string(name.s), type, value, NULL, 0};
    if (notes->ranges) {
        const char *at = notes->ranges + strspn(notes->ranges, "[ \t\r\n");
        text_put(&ranges, "");
        for (; *at && *at != ']'; at++)
            if (!isspace((unsigned char)*at)) text_char(&ranges, *at);
        out.ranges = mem_string(text_string(&ranges));
        out.dimensions = 1;
        for (at = out.ranges; *at; at++) out.dimensions += *at == ',';
    }
    const struct flatzinc_value *item = value.what == FLATZINC_LIST ? f->item + value.v : &value;
    for (int i = 0; i < (value.what == FLATZINC_LIST ? value.n : 1); i++)
        if (item[i].what == FLATZINC_VARIABLE) f->variable[item[i].v].shown = true;
    MEM_PUSH(f->output, f->outputs, f->output_cap, out);
}

static bool flatzinc_declare(struct flatzinc_reader *r, bool variable)
{
    struct flatzinc *f = r->f;
    struct flatzinc_set domain = {0};
    struct flatzinc_notes notes = {0};
    struct flatzinc_named what = {.value = {FLATZINC_VARIABLE, 0, f->variables}};
    const char *s;
    size_t n;
    bool ok = flatzinc_type(r, &what.type, &domain) && flatzinc_needs(r, ":") && flatzinc_name(r, &s, &n) &&
              flatzinc_notes(r, &notes);
    bool given = ok && flatzinc_takes(r, "=");
    ok = ok && (given ? flatzinc_value(r, &what.value) : variable || flatzinc_needs(r, "="));
    if (ok && what.type == FLATZINC_FLOAT && variable && !r->floats) {
        r->floats = r->line;
        text_bytes(&r->float_name, s, n);
    }
    if (ok && given && what.type != FLATZINC_FLOAT && !flatzinc_is_of(f, what.value, what.type))
        ok = flatzinc_wrong(r, "the value of %.*s is of another type.", (int)n, s);
    ok = ok && flatzinc_define(r, s, n, what);
    if (ok && given && what.value.what == FLATZINC_VARIABLE)
        flatzinc_intersect(&f->variable[what.value.v].domain, &domain);
    if (ok && given && what.value.what == FLATZINC_NUMBER && what.type == FLATZINC_INT &&
        flatzinc_place(&domain, what.value.v) < 0)
        ok = flatzinc_wrong(r, "the value of %.*s is not in its domain.", (int)n, s);
    if (!ok || given) {
        if (ok && notes.output) flatzinc_note_output(r, s, n, what.type, what.value, &notes);
        mem_free(domain.v);
        return ok;
    }
    SCOPED(text) name = {0};
    text_bytes(&name, s, n);
    struct flatzinc_variable x = {mem_string(name.s), what.type, domain, r->line, .definition = -1};
    MEM_PUSH(f->variable, f->variables, f->variable_cap, x);
    if (notes.output) flatzinc_note_output(r, s, n, what.type, what.value, &notes);
    return f->variables <= MODEL_VARS || flatzinc_wrong(r, "there are more than %d variables.", MODEL_VARS);
}

/* Reads "array [1..n] of var int: x :: notes = [...]". */
static bool flatzinc_array(struct flatzinc_reader *r)
{
    struct flatzinc *f = r->f;
    struct flatzinc_set range = {0}, domain = {0};
    struct flatzinc_notes notes = {0};
    struct flatzinc_named what = {0};
    const char *s;
    size_t n;
    bool ok = flatzinc_needs(r, "[") && (flatzinc_takes(r, "int") || flatzinc_set_text(r, &range)) &&
              flatzinc_needs(r, "]") && flatzinc_needs(r, "of");
    if (ok) flatzinc_takes(r, "var");
    ok = ok && flatzinc_type(r, &what.type, &domain) && flatzinc_needs(r, ":") && flatzinc_name(r, &s, &n) &&
         flatzinc_notes(r, &notes) &&
         (flatzinc_takes(r, "=") ||
          flatzinc_wrong(r, "an array without values is MiniZinc, not FlatZinc; run 'minizinc --solver loophole %s'.",
                         r->name)) &&
         flatzinc_value(r, &what.value);
    MEM_FREE(range.v, domain.v);
    if (!ok) return false;
    bool same = what.value.what == FLATZINC_LIST;
    for (int i = 0; same && what.type != FLATZINC_FLOAT && i < what.value.n; i++)
        same = flatzinc_is_of(f, f->item[what.value.v + i], what.type);
    if (!same) return flatzinc_wrong(r, "the value of the array %.*s is of another type.", (int)n, s);
    if (notes.output) flatzinc_note_output(r, s, n, what.type, what.value, &notes);
    return flatzinc_define(r, s, n, what);
}

/* ---- constraints ---------------------------------------------------------------------------- */

static bool flatzinc_fits(const struct flatzinc *f, struct flatzinc_value v, char type)
{
    static const char types[] = "bis";
    if (type >= 'A' && type <= 'Z' && type != 'K') {
        if (v.what != FLATZINC_LIST) return false;
        for (int i = 0; i < v.n; i++)
            if (!flatzinc_fits(f, f->item[v.v + i], (char)(type + 32))) return false;
        return true;
    }
    if (type == 'c') return v.what == FLATZINC_NUMBER;
    if (type == 'K') return v.what == FLATZINC_SET;
    return flatzinc_is_of(f, v, (enum flatzinc_type)(strchr(types, type) - types));
}

static bool flatzinc_kind_of(struct flatzinc_reader *r, const char *s, size_t n, struct flatzinc_constraint *c)
{
    if (n > 5 && !strncmp(s + n - 5, "_reif", 5)) c->reified = true;
    if (n > 4 && !strncmp(s + n - 4, "_imp", 4)) c->implied = true;
    const int kind = dictionary_find(&r->kinds, s, n - (c->reified ? 5 : c->implied ? 4 : 0));
    c->kind = (enum flatzinc_kind)kind;
    if (kind >= 0) return true;
    SCOPED(text) name = {0};
    text_bytes(&name, s, n);
    if (strstr(name.s, "float"))
        return flatzinc_wrong(r, "the constraint %s is over floats; only integers, Booleans and sets are solved.",
                              name.s);
    return flatzinc_wrong(
        r, "the constraint %s is not known; translate the model with 'minizinc --solver loophole -c'.", name.s);
}

static bool flatzinc_constraint(struct flatzinc_reader *r)
{
    struct flatzinc *f = r->f;
    struct flatzinc_constraint c = {.line = r->line};
    struct flatzinc_notes notes = {0};
    struct flatzinc_value arg[8];
    const char *s;
    size_t n;
    if (!flatzinc_name(r, &s, &n) || !flatzinc_kind_of(r, s, n, &c) || !flatzinc_needs(r, "(")) return false;
    for (; !flatzinc_takes(r, ")"); c.n++) {
        if (c.n && !flatzinc_needs(r, ",")) return false;
        if (c.n == 8) return flatzinc_expected(r, "')'");
        if (!flatzinc_value(r, &arg[c.n])) return false;
    }
    const size_t written = (size_t)(r->s - s);
    if (c.kind == FLATZINC_bool_xor && c.n - (c.reified || c.implied) == 2) c.kind = FLATZINC_bool_ne;
    const char *types = flatzinc_arguments[c.kind];
    bool ok = c.n == (int)strlen(types) + (c.reified || c.implied);
    for (int i = 0; ok && i < c.n; i++) ok = flatzinc_fits(f, arg[i], types[i] ? types[i] : 'b');
    const bool lists = types[0] && types[1] && (!strncmp(types, "CI", 2) || !strncmp(types, "CB", 2));
    if (ok && lists && c.kind <= FLATZINC_bool_lin_le) ok = arg[0].n == arg[1].n;
    if (!ok) return flatzinc_wrong(r, "the arguments of %.*s do not fit.", (int)n, s);
    c.from = f->items;
    for (int i = 0; i < c.n; i++) MEM_PUSH(f->item, f->items, f->item_cap, arg[i]);
    if (!flatzinc_notes(r, &notes)) return false;
    SCOPED(text) label = {0};
    if (notes.label && notes.labels)
        text_bytes(&label, notes.label, notes.labels);
    else
        text_add(&label, "%.*s%s (line %d)", (int)(written < 100 ? written : 97), s, written < 100 ? "" : "...",
                 c.line);
    text_show(&label);
    c.label = mem_string(text_string(&label));
    const struct flatzinc_named *defined = notes.defined ? flatzinc_find(r, notes.defines, notes.defined) : NULL;
    if (defined && defined->value.what == FLATZINC_VARIABLE) f->variable[defined->value.v].definition = f->constraints;
    MEM_PUSH(f->constraint, f->constraints, f->constraint_cap, c);
    return f->constraints <= MODEL_VARS || flatzinc_wrong(r, "there are more than %d constraints.", MODEL_VARS);
}

static bool flatzinc_solve(struct flatzinc_reader *r)
{
    struct flatzinc_notes notes = {0};
    r->solved = true;
    if (!flatzinc_notes(r, &notes)) return false;
    if (flatzinc_takes(r, "satisfy")) return true;
    r->f->goal = flatzinc_takes(r, "maximize") ? 1 : flatzinc_takes(r, "minimize") ? -1 : 0;
    if (!r->f->goal) return flatzinc_expected(r, "satisfy, minimize or maximize");
    if (!flatzinc_value(r, &r->f->objective)) return false;
    return flatzinc_is_of(r->f, r->f->objective, FLATZINC_INT) || flatzinc_wrong(r, "the objective is no integer.");
}

static bool flatzinc_item(struct flatzinc_reader *r)
{
    if (flatzinc_takes(r, "predicate")) {
        for (; *r->s && *r->s != ';'; r->s++) r->line += *r->s == '\n';
        return true;
    }
    if (flatzinc_takes(r, "constraint")) return flatzinc_constraint(r);
    if (flatzinc_takes(r, "solve")) return flatzinc_solve(r);
    if (flatzinc_takes(r, "array")) return flatzinc_array(r);
    return flatzinc_declare(r, flatzinc_takes(r, "var"));
}

static void flatzinc_count_uses(struct flatzinc *f, struct flatzinc_value v)
{
    if (v.what == FLATZINC_VARIABLE) f->variable[v.v].uses++;
    for (int i = 0; v.what == FLATZINC_LIST && i < v.n; i++) flatzinc_count_uses(f, f->item[v.v + i]);
}

struct flatzinc *flatzinc_read(const struct source *source, struct text *err)
{
    SCOPED(flatzinc_reader) r = {.s = source->text, .name = source->name, .line = source->line, .err = err};
    struct flatzinc *f = r.f = mem_new(1, sizeof *r.f);
    bool ok = true;
    for (int i = 0; i < FLATZINC_KINDS; i++) dictionary_add(&r.kinds, flatzinc_names[i], strlen(flatzinc_names[i]));
    for (flatzinc_blanks(&r); ok && *r.s; flatzinc_blanks(&r)) ok = flatzinc_item(&r) && flatzinc_needs(&r, ";");
    if (ok && r.floats)
        ok = text_error(err, "%s:%d: the variable %s is a float; only integers, Booleans and sets are solved.", r.name,
                        r.floats, text_string(&r.float_name));
    if (ok && !r.solved) ok = flatzinc_wrong(&r, "the file has no solve item; it may be truncated.");
    for (int i = 0; ok && i < f->constraints; i++)
        for (int k = 0; k < f->constraint[i].n; k++) flatzinc_count_uses(f, f->item[f->constraint[i].from + k]);
    if (ok && f->goal) flatzinc_count_uses(f, f->objective);
    if (ok) return f;
    flatzinc_release(f);
    return NULL;
}
