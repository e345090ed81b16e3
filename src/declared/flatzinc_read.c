/* Reads FlatZinc. A name stands for a value: a number, a variable, a set or a list; `var 1..9: x =
 * y` makes x another name of y. */
#include "declared/flatzinc.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>

const char *const flatzinc_names[FLATZINC_KINDS] = {
#define CONSTRAINT(name, arguments, holds) #name,
#include "declared/flatzinc_list.h"
};
const char *const flatzinc_arguments[FLATZINC_KINDS] = {
#define CONSTRAINT(name, arguments, holds) arguments,
#include "declared/flatzinc_list.h"
};
static const bool flatzinc_functional[FLATZINC_KINDS] = {
#define CONSTRAINT(name, arguments, holds)
#define FUNCTION(name, arguments, holds) [FLATZINC_##name] = true,
#include "declared/flatzinc_list.h"
};

/* Other names: the arguments of the kind are those of these numbers, t for true, and lists of
 * them in brackets. */
static const struct flatzinc_alias {
    const char *name;
    enum flatzinc_kind kind;
    const char *arguments;
} flatzinc_aliases[] = {
    {"int_ge", FLATZINC_int_le, "10"},
    {"int_gt", FLATZINC_int_lt, "10"},
    {"bool_ge", FLATZINC_bool_le, "10"},
    {"bool_gt", FLATZINC_bool_lt, "10"},
    {"bool_not", FLATZINC_bool_ne, "01"},
    {"set_ge", FLATZINC_set_le, "10"},
    {"set_gt", FLATZINC_set_lt, "10"},
    {"set_superset", FLATZINC_set_subset, "10"},
    {"int_minus", FLATZINC_int_plus, "210"},
    {"int_min", FLATZINC_array_int_minimum, "2[01]"},
    {"int_max", FLATZINC_array_int_maximum, "2[01]"},
    {"bool_and", FLATZINC_array_bool_and, "[01]2"},
    {"bool_or", FLATZINC_array_bool_or, "[01]2"},
    {"bool_xor", FLATZINC_array_bool_xor, "[012t]"},
    {"array_int_element", FLATZINC_array_var_int_element, "012"},
    {"array_bool_element", FLATZINC_array_var_bool_element, "012"},
    {"array_set_element", FLATZINC_array_var_set_element, "012"},
};
enum { FLATZINC_ALIASES = sizeof flatzinc_aliases / sizeof *flatzinc_aliases };

struct flatzinc_reader {
    struct flatzinc *f;
    const char *s, *name;
    int line;
    struct text *err;
    struct dictionary names; /* of what can be named: */
    struct flatzinc_value *named;
    int n;
    size_t cap;
    struct dictionary kinds; /* the names of constraints, and then the other names, in order */
    bool solved;
};

static void flatzinc_reader_release(struct flatzinc_reader *r)
{
    dictionary_release(&r->names);
    dictionary_release(&r->kinds);
    mem_free(r->named);
}

void flatzinc_release(struct flatzinc *f)
{
    for (int i = 0; i < f->variables; i++) MEM_FREE(f->variable[i].name, f->variable[i].domain.v);
    for (int i = 0; i < f->sets; i++) mem_free(f->set[i].v);
    for (int i = 0; i < f->constraints; i++) mem_free(f->constraint[i].label);
    for (int i = 0; i < f->outputs; i++) MEM_FREE(f->output[i].name, f->output[i].ranges);
    MEM_FREE(f->variable, f->item, f->set, f->constraint, f->output, f->warm);
}

/* ---- words ---------------------------------------------------------------------------------- */

static bool flatzinc_wrong(const struct flatzinc_reader *r, const char *format, ...)
{
    SCOPED(text) what = {0};
    TEXT_ADD_ARGUMENTS(&what, format);
    if (file_has_ending(r->name, ".mzn") || !strncmp(r->s, "include", 7))
        return text_error(r->err, "%s:%d: this is MiniZinc, not FlatZinc; run 'minizinc --solver loophole %s'.",
                          r->name, r->line, r->name);
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

static bool flatzinc_is_word(const char *s, size_t n, const char *word)
{
    return n == strlen(word) && !memcmp(s, word, n);
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
    const bool minus = *r->s == '-';
    const char *s = r->s + (minus || *r->s == '+');
    char *end;
    const int prefix = s[0] != '0'   ? 0
                       : s[1] == 'x' ? 16
                       : s[1] == 'o' ? 8
                                     : 0,
              base = prefix && isxdigit((unsigned char)s[2]) ? prefix : 10;
    if (!isdigit((unsigned char)*s)) return flatzinc_expected(r, "a whole number");
    *value = strtoll(s + (base == 10 ? 0 : 2), &end, base);
    if (*value >= FLATZINC_FAR)
        return flatzinc_wrong(r, "the number %.*s has more than 60 bits.", (int)(end - r->s), r->s);
    if (minus) *value = -*value;
    r->s = end;
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

struct flatzinc_items {
    struct flatzinc_value *v;
    int n;
    size_t cap;
};
static void flatzinc_items_release(struct flatzinc_items *l) { mem_free(l->v); }

static bool flatzinc_value(struct flatzinc_reader *r, struct flatzinc_value *to);

static bool flatzinc_nested(const struct flatzinc_reader *r, bool list)
{
    return flatzinc_wrong(r, list ? "an array is within an array." : "a set is not of whole numbers.");
}

/* Reads values up to the closing sign. */
static bool flatzinc_items(struct flatzinc_reader *r, const char *close, struct flatzinc_items *l)
{
    struct flatzinc_value one;
    while (!flatzinc_takes(r, close)) {
        if (l->n && !flatzinc_needs(r, ",")) return false;
        if (flatzinc_takes(r, close)) break;
        if (*close != ')' && (*r->s == '[' || (*r->s == '{' && *close == '}')))
            return flatzinc_nested(r, *close == ']');
        if (!flatzinc_value(r, &one)) return false;
        MEM_PUSH(l->v, l->n, l->cap, one);
    }
    return true;
}

static struct flatzinc_value flatzinc_add_list(struct flatzinc *f, const struct flatzinc_value *v, int n)
{
    const struct flatzinc_value list = {FLATZINC_LIST, n, f->items};
    for (int i = 0; i < n; i++) MEM_PUSH(f->item, f->items, f->item_cap, v[i]);
    return list;
}

static struct flatzinc_value flatzinc_add_set(struct flatzinc *f, int64_t lo, int64_t hi)
{
    const struct flatzinc_set s = {.lo = lo, .hi = hi};
    MEM_PUSH(f->set, f->sets, f->set_cap, s);
    return (struct flatzinc_value){FLATZINC_SET, 0, f->sets - 1};
}

static const struct flatzinc_value *flatzinc_find(const struct flatzinc_reader *r, const char *s, size_t n)
{
    const int i = dictionary_find(&r->names, s, n);
    return i < 0 ? NULL : &r->named[i];
}

static bool flatzinc_named_value(struct flatzinc_reader *r, struct flatzinc_value *to)
{
    const char *s;
    size_t n;
    int64_t k;
    if (!flatzinc_name(r, &s, &n)) return false;
    const struct flatzinc_value *it = flatzinc_find(r, s, n);
    if (!it) return flatzinc_wrong(r, "there is no variable or parameter %.*s.", (int)n, s);
    *to = *it;
    if (*r->s != '[') return true;
    r->s++;
    if (!flatzinc_number(r, &k) || !flatzinc_needs(r, "]")) return false;
    if (to->what != FLATZINC_LIST || k < 1 || k > to->n)
        return flatzinc_wrong(r, "%.*s[%lld] is beyond the array.", (int)n, s, (long long)k);
    *to = r->f->item[to->v + k - 1];
    return true;
}

/* Reads "[1, x]", whose items follow each other because lists do not nest, or "{1, 3}". */
static bool flatzinc_several(struct flatzinc_reader *r, bool list, struct flatzinc_value *to)
{
    SCOPED(flatzinc_items) all = {0};
    if (!flatzinc_items(r, list ? "]" : "}", &all)) return false;
    for (int i = 0; i < all.n; i++)
        if (list ? all.v[i].what == FLATZINC_LIST : all.v[i].what != FLATZINC_NUMBER) return flatzinc_nested(r, list);
    if (list) {
        *to = flatzinc_add_list(r->f, all.v, all.n);
        return true;
    }
    OWNED int64_t *v = mem_new((size_t)all.n + 1, sizeof *v);
    for (int i = 0; i < all.n; i++) v[i] = all.v[i].v;
    *to = flatzinc_add_set(r->f, -FLATZINC_FAR, FLATZINC_FAR);
    flatzinc_keep(&r->f->set[to->v], v, all.n);
    return true;
}

static bool flatzinc_value(struct flatzinc_reader *r, struct flatzinc_value *to)
{
    int64_t hi;
    *to = (struct flatzinc_value){FLATZINC_NUMBER, 0, flatzinc_takes(r, "true")};
    if (to->v || flatzinc_takes(r, "false")) return true;
    if (flatzinc_takes(r, "[")) return flatzinc_several(r, true, to);
    if (flatzinc_takes(r, "{")) return flatzinc_several(r, false, to);
    if (flatzinc_word(r->s)) return flatzinc_named_value(r, to);
    for (bool more = true; flatzinc_is_float(r->s) && more; more = flatzinc_takes(r, "..")) {
        flatzinc_skip_float(r);
        to->what = FLATZINC_REAL;
    }
    if (to->what == FLATZINC_REAL) return true;
    if (!flatzinc_number(r, &to->v)) return false;
    if (!flatzinc_takes(r, "..")) return true;
    if (!flatzinc_number(r, &hi)) return false;
    *to = flatzinc_add_set(r->f, to->v, hi);
    return true;
}

bool flatzinc_read_value(struct flatzinc *f, const char *s, struct flatzinc_value *to, struct text *err)
{
    SCOPED(flatzinc_reader) r = {.f = f, .s = s, .name = "answer", .line = 1, .err = err};
    return flatzinc_value(&r, to);
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
    bool output;
    const char *label, *ranges, *defines; /* in the text, or NULL */
};

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
        const bool arguments = *r->s == '(';
        const char *inside = r->s + arguments + strspn(r->s + arguments, " \t\r\n");
        if (arguments && !flatzinc_skip(r)) return false;
        if (flatzinc_is_word(s, n, "output_var") || flatzinc_is_word(s, n, "output_array")) notes->output = true;
        if (flatzinc_is_word(s, n, "output_array")) notes->ranges = inside;
        if (flatzinc_is_word(s, n, "defines_var")) notes->defines = inside;
        if (flatzinc_is_word(s, n, "mzn_constraint_name") || (flatzinc_is_word(s, n, "mzn_path") && !notes->label))
            notes->label = *inside == '"' ? inside + 1 : NULL;
    }
    return true;
}

/* ---- declarations --------------------------------------------------------------------------- */

/* Reads "int", "1..9", "{1,3}", "bool", "float", "set of 1..9". */
static bool flatzinc_type(struct flatzinc_reader *r, enum flatzinc_type *type, struct flatzinc_set *domain)
{
    struct flatzinc_value v = {0};
    *type = FLATZINC_INT;
    *domain = (struct flatzinc_set){.lo = -FLATZINC_FAR, .hi = FLATZINC_FAR};
    if (flatzinc_takes(r, "int")) return true;
    if (flatzinc_takes(r, "bool")) {
        *type = FLATZINC_BOOL;
        *domain = (struct flatzinc_set){.lo = 0, .hi = 1};
    } else if (flatzinc_takes(r, "set")) {
        if (!flatzinc_needs(r, "of")) return false;
        const bool nested = flatzinc_takes(r, "set");
        if (!nested && !flatzinc_type(r, type, domain)) return false;
        if (nested || *type != FLATZINC_INT) return flatzinc_wrong(r, "a set of this type is not known.");
        *type = FLATZINC_SET_OF_INT;
    } else if (flatzinc_takes(r, "float")) {
        *type = FLATZINC_FLOAT;
    } else if (flatzinc_word(r->s)) {
        return flatzinc_expected(r, "a type: bool, int, a range, a set, or float");
    } else {
        if (!flatzinc_value(r, &v)) return false;
        if (v.what == FLATZINC_NUMBER || v.what == FLATZINC_LIST)
            return flatzinc_wrong(r, "expected a type, not a value.");
        if (v.what == FLATZINC_REAL) *type = FLATZINC_FLOAT;
        if (v.what == FLATZINC_SET) *domain = r->f->set[--r->f->sets];
    }
    return true;
}

/* Whether a value is of the type of an argument, as in flatzinc_arguments. */
static bool flatzinc_fits(const struct flatzinc *f, struct flatzinc_value v, char type)
{
    static const char types[] = "bisf";
    if (type >= 'A' && type <= 'Z' && type != 'K') {
        bool fits = v.what == FLATZINC_LIST;
        for (int i = 0; fits && i < v.n; i++) fits = flatzinc_fits(f, f->item[v.v + i], (char)(type + 32));
        return fits;
    }
    if (v.what == FLATZINC_VARIABLE) return types[f->variable[v.v].type] == type;
    if (v.what == FLATZINC_NUMBER) return (type == 'b' && (v.v == 0 || v.v == 1)) || strchr("icf", type);
    return v.what == FLATZINC_SET ? type == 's' || type == 'K' : v.what == FLATZINC_REAL && type == 'f';
}

static struct flatzinc_value flatzinc_add_variable(struct flatzinc *f, const char *name, enum flatzinc_type type,
                                                   struct flatzinc_set domain, int line)
{
    const struct flatzinc_variable x = {mem_string(name), type, domain, line, .definition = -1};
    MEM_PUSH(f->variable, f->variables, f->variable_cap, x);
    return (struct flatzinc_value){FLATZINC_VARIABLE, 0, f->variables - 1};
}

static void flatzinc_note_output(struct flatzinc_reader *r, const char *name, enum flatzinc_type type,
                                 struct flatzinc_value value, const char *at)
{
    SCOPED(text) ranges = {0};
    struct flatzinc *f = r->f;
    struct flatzinc_output out = {mem_string(name), type, value, NULL, 0};
    if (at) {
        at += strspn(at, "[ \t\r\n");
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

/* A name of this domain stands for the value. False: a constant is not in it. */
static bool flatzinc_give(struct flatzinc *f, struct flatzinc_value v, const struct flatzinc_set *domain)
{
    bool in = v.what != FLATZINC_NUMBER || flatzinc_place(domain, v.v) >= 0;
    if (v.what == FLATZINC_VARIABLE) flatzinc_within(&f->variable[v.v].domain, domain);
    const struct flatzinc_set *s = v.what == FLATZINC_SET ? &f->set[v.v] : NULL;
    if (s && s->lo <= s->hi)
        in = domain->v ? flatzinc_size(s) <= domain->n : s->lo >= domain->lo && s->hi <= domain->hi;
    for (int64_t k = 0; in && s && domain->v && k < flatzinc_size(s); k++)
        in = flatzinc_place(domain, flatzinc_at(s, k)) >= 0;
    for (int k = 0; in && v.what == FLATZINC_LIST && k < v.n; k++) in = flatzinc_give(f, f->item[v.v + k], domain);
    return in;
}

/* Reads "var 1..9: x :: notes = y", "int: n = 3" or "array [1..2] of var int: x :: notes = [y,
 * z]". */
static bool flatzinc_declare(struct flatzinc_reader *r)
{
    struct flatzinc *f = r->f;
    SCOPED(flatzinc_set) domain = {0};
    struct flatzinc_notes notes = {0};
    struct flatzinc_value value = {FLATZINC_VARIABLE, 0, f->variables};
    enum flatzinc_type type;
    SCOPED(text) name = {0};
    const char *s;
    size_t n;
    const bool list = flatzinc_takes(r, "array");
    struct flatzinc_value range = {0};
    if (list && !(flatzinc_needs(r, "[") && (flatzinc_takes(r, "int") || flatzinc_value(r, &range)) &&
                  flatzinc_needs(r, "]") && flatzinc_needs(r, "of")))
        return false;
    const bool variable = flatzinc_takes(r, "var");
    if (!flatzinc_type(r, &type, &domain) || !flatzinc_needs(r, ":") || !flatzinc_name(r, &s, &n) ||
        !flatzinc_notes(r, &notes))
        return false;
    const bool given = flatzinc_takes(r, "=");
    text_bytes(&name, s, n);
    if (list && !given)
        return flatzinc_wrong(
            r, "an array without values is MiniZinc, not FlatZinc; run 'minizinc --solver loophole %s'.", r->name);
    if (given ? !flatzinc_value(r, &value) : !variable && !flatzinc_needs(r, "=")) return false;
    if (given && !flatzinc_fits(f, value, (list ? "BISF" : "bisf")[type]))
        return flatzinc_wrong(r, "the value of %s is of another type.", name.s);
    if (dictionary_find(&r->names, s, n) >= 0) return flatzinc_wrong(r, "the name %s is used twice.", name.s);
    if (list && range.what == FLATZINC_SET && flatzinc_size(&f->set[range.v]) != value.n)
        return flatzinc_wrong(r, "the array %s has another number of values.", name.s);
    if (given && !flatzinc_give(f, value, &domain))
        return flatzinc_wrong(r, "the value of %s is not in its domain.", name.s);
    if (given && type == FLATZINC_FLOAT && notes.output)
        return flatzinc_wrong(r, "the output %s is a float; only integers, Booleans and sets are solved.", name.s);
    dictionary_add(&r->names, s, n);
    MEM_PUSH(r->named, r->n, r->cap, value);
    if (!given) flatzinc_add_variable(f, name.s, type, TAKEN(domain), r->line);
    if (notes.output) flatzinc_note_output(r, name.s, type, value, notes.ranges);
    return f->variables <= MODEL_VARS || flatzinc_wrong(r, "there are more than %d variables.", MODEL_VARS);
}

/* ---- constraints ---------------------------------------------------------------------------- */

/* Finds the kind, and the form of its arguments if it has another name. */
static bool flatzinc_kind_of(struct flatzinc_reader *r, const char *s, size_t n, struct flatzinc_constraint *c,
                             const char **form)
{
    c->reified = n > 5 && !strncmp(s + n - 5, "_reif", 5);
    c->implied = n > 4 && !strncmp(s + n - 4, "_imp", 4);
    const int kind = dictionary_find(&r->kinds, s, n - (c->reified ? 5 : c->implied ? 4 : 0));
    *form = kind < FLATZINC_KINDS ? NULL : flatzinc_aliases[kind - FLATZINC_KINDS].arguments;
    c->kind = *form ? flatzinc_aliases[kind - FLATZINC_KINDS].kind : (enum flatzinc_kind)kind;
    if (kind >= 0) return true;
    SCOPED(text) name = {0};
    text_bytes(&name, s, n);
    if (strstr(name.s, "float"))
        return flatzinc_wrong(r, "the constraint %s is over floats; only integers, Booleans and sets are solved.",
                              name.s);
    return flatzinc_wrong(
        r, "the constraint %s is not known; translate the model with 'minizinc --solver loophole -c'.", name.s);
}

/* Brings arguments into another form. False: there are too few or too many. */
static bool flatzinc_rearrange(struct flatzinc *f, const char *form, struct flatzinc_items *all)
{
    SCOPED(flatzinc_items) to = {0};
    int list = -1, used = 0;
    for (; *form; form++) {
        if (*form == '[') {
            list = to.n;
        } else if (*form == ']') {
            to.v[list] = flatzinc_add_list(f, to.v + list, to.n - list);
            to.n = list + 1;
        } else {
            used += *form != 't';
            if (*form != 't' && *form - '0' >= all->n) return false;
            struct flatzinc_value v = {FLATZINC_NUMBER, 0, 1};
            if (*form != 't') v = all->v[*form - '0'];
            MEM_PUSH(to.v, to.n, to.cap, v);
        }
    }
    for (int i = used; i < all->n; i++) MEM_PUSH(to.v, to.n, to.cap, all->v[i]);
    struct flatzinc_items old = *all;
    *all = to;
    to = old;
    return true;
}

static void flatzinc_add_constraint(struct flatzinc *f, struct flatzinc_constraint c, const struct flatzinc_value *a,
                                    int n)
{
    c.n = n;
    c.from = (int)flatzinc_add_list(f, a, n).v;
    MEM_PUSH(f->constraint, f->constraints, f->constraint_cap, c);
}

static bool flatzinc_constraint(struct flatzinc_reader *r)
{
    struct flatzinc *f = r->f;
    struct flatzinc_constraint c = {.line = r->line};
    struct flatzinc_notes notes = {0};
    SCOPED(flatzinc_items) all = {0};
    const char *s, *form;
    size_t n;
    if (!flatzinc_name(r, &s, &n) || !flatzinc_kind_of(r, s, n, &c, &form) || !flatzinc_needs(r, "(") ||
        !flatzinc_items(r, ")", &all))
        return false;
    const int written = (int)(r->s - s), conditions = c.reified || c.implied;
    if (form && flatzinc_is_word(s, n - (c.reified ? 5 : c.implied ? 4 : 0), "bool_xor") && all.n == 2 + conditions) {
        c.kind = FLATZINC_bool_ne;
        form = NULL;
    }
    bool ok = !form || flatzinc_rearrange(f, form, &all);
    const char *types = flatzinc_arguments[c.kind];
    ok = ok && all.n == (int)strlen(types) + conditions;
    for (int i = 0; ok && i < all.n; i++) ok = flatzinc_fits(f, all.v[i], types[i] ? types[i] : 'b');
    if (ok && c.kind <= FLATZINC_bool_lin_le) ok = all.v[0].n == all.v[1].n;
    if (ok && c.kind == FLATZINC_loophole_regular) ok = all.v[1].n >= 2;
    if (!ok) return flatzinc_wrong(r, "the arguments of %.*s do not fit.", (int)n, s);
    if (!flatzinc_notes(r, &notes)) return false;
    SCOPED(text) label = {0};
    if (notes.label && *notes.label != '"')
        text_bytes(&label, notes.label, strcspn(notes.label, "\""));
    else
        text_add(&label, "%.*s%s (line %d)", written < 100 ? written : 97, s, written < 100 ? "" : "...", c.line);
    text_show(&label);
    c.label = mem_string(text_string(&label));
    const struct flatzinc_value *defined =
        notes.defines ? flatzinc_find(r, notes.defines, flatzinc_word(notes.defines)) : NULL;
    if (defined && defined->what == FLATZINC_VARIABLE) f->variable[defined->v].definition = f->constraints;
    flatzinc_add_constraint(f, c, all.v, all.n);
    return f->constraints <= MODEL_VARS || flatzinc_wrong(r, "there are more than %d constraints.", MODEL_VARS);
}

/* ---- functions under a condition ------------------------------------------------------------- */

static struct flatzinc_value flatzinc_new(struct flatzinc *f, enum flatzinc_type type, int64_t lo, int64_t hi)
{
    return flatzinc_add_variable(f, "of a part", type, (struct flatzinc_set){.lo = lo, .hi = hi}, f->line);
}

/* A new set of the values of n sets. */
static struct flatzinc_value flatzinc_new_set(struct flatzinc *f, const struct flatzinc_value *x, int n)
{
    enum { MOST = 1 << 24 }; /* a set that may have more members is refused */
    return flatzinc_add_variable(f, "of a part", FLATZINC_SET_OF_INT, flatzinc_union(f, x, n, MOST), f->line);
}

static void flatzinc_part(struct flatzinc *f, enum flatzinc_kind kind, bool reified, bool implied, int n,
                          struct flatzinc_value x, struct flatzinc_value y, struct flatzinc_value z)
{
    const struct flatzinc_constraint c = {.kind = kind, .reified = reified, .implied = implied, .line = f->line};
    flatzinc_add_constraint(f, c, (const struct flatzinc_value[]){x, y, z}, n);
}

/* Adds the parts of a function under a condition: that a new variable has its value, and is
 * equal to its result if the condition holds. If the function may be undefined, a new
 * argument replaces the one that decides, and is equal to it if it is defined. */
static void flatzinc_unfold(struct flatzinc *f, int i)
{
    const struct flatzinc_constraint old = f->constraint[i];
    const enum flatzinc_kind kind = old.kind;
    const struct flatzinc_value zero = {0}, *from = f->item + old.from, when = from[old.n - 1];
    struct flatzinc_value a[] = {from[0], from[1], old.n > 3 ? from[2] : zero}, ok = zero, y;
    const int n = old.n - 1, last = strcmp(flatzinc_arguments[kind], "iI") ? n - 1 : 0;
    const bool element = kind >= FLATZINC_array_var_int_element && kind <= FLATZINC_array_var_set_element,
               divides = kind == FLATZINC_int_div || kind == FLATZINC_int_mod;
    const char type = flatzinc_arguments[kind][last];
    const struct flatzinc_value z = a[last];
    if ((element || !last) && !a[1].n) {
        flatzinc_part(f, FLATZINC_bool_eq, false, false, 2, when, zero, zero);
        return;
    }
    if (element || divides) {
        struct flatzinc_value *x = &a[divides];
        const struct flatzinc_set d = flatzinc_domain(f, *x);
        const struct flatzinc_value safe = flatzinc_new(f, FLATZINC_INT, min64(d.lo, 1), max64(d.hi, 1));
        ok = flatzinc_new(f, FLATZINC_BOOL, 0, 1);
        if (divides)
            flatzinc_part(f, FLATZINC_int_ne, true, false, 3, *x, zero, ok);
        else
            flatzinc_part(f, FLATZINC_set_in, true, false, 3, *x, flatzinc_add_set(f, 1, a[1].n), ok);
        flatzinc_part(f, FLATZINC_int_eq, false, true, 3, safe, *x, ok);
        *x = safe;
    }
    if (type == 'b')
        y = flatzinc_new(f, FLATZINC_BOOL, 0, 1);
    else if (type == 's')
        y = element ? flatzinc_new_set(f, f->item + a[1].v, a[1].n) : flatzinc_new_set(f, a, 2);
    else
        y = flatzinc_new(f, FLATZINC_INT, -FLATZINC_FAR, FLATZINC_FAR);
    const struct flatzinc_set to = flatzinc_domain(f, z);
    const int64_t lo = max64(to.lo, -MODEL_INT_END), hi = min64(to.hi, MODEL_INT_END - 1);
    if (kind == FLATZINC_int_pow) f->variable[y.v].domain = (struct flatzinc_set){.lo = lo, .hi = hi + 1};
    a[last] = y;
    flatzinc_part(f, kind, false, false, n, a[0], a[1], a[2]);
    struct flatzinc_constraint *part = &f->constraint[f->constraints - 1];
    part->other = kind == FLATZINC_int_pow;
    part->lo = lo;
    part->hi = hi;
    const enum flatzinc_kind equal = type == 'b' ? FLATZINC_bool_eq : type == 's' ? FLATZINC_set_eq : FLATZINC_int_eq;
    const bool total = ok.what == FLATZINC_NUMBER;
    if (total || old.implied) {
        flatzinc_part(f, equal, old.reified, old.implied, 3, y, z, when);
        if (!total) flatzinc_part(f, FLATZINC_bool_le, false, false, 2, when, ok, zero);
    } else {
        const struct flatzinc_value same = flatzinc_new(f, FLATZINC_BOOL, 0, 1), both[] = {same, ok};
        flatzinc_part(f, equal, true, false, 3, y, z, same);
        flatzinc_part(f, FLATZINC_array_bool_and, false, false, 2, flatzinc_add_list(f, both, 2), when, zero);
    }
}

/* Keeps the values of the annotations warm_start([x, y], [1, 2]) before `end`, at any depth. */
static void flatzinc_warm(struct flatzinc_reader *r, const char *at, const char *end)
{
    static const char word[] = "warm_start";
    struct flatzinc_value x, v;
    struct flatzinc_reader own = *r;
    while ((at = strstr(at, word)) && at < end) {
        at += strlen(word);
        own.s = at + strcspn(at, "(");
        if (flatzinc_takes(&own, "(") && flatzinc_value(&own, &x) && flatzinc_takes(&own, ",") &&
            flatzinc_value(&own, &v) && x.what == FLATZINC_LIST && v.what == FLATZINC_LIST)
            for (int i = 0; i < x.n && i < v.n; i++) {
                MEM_PUSH(r->f->warm, r->f->warms, r->f->warm_cap, r->f->item[x.v + i]);
                MEM_PUSH(r->f->warm, r->f->warms, r->f->warm_cap, r->f->item[v.v + i]);
            }
        text_clear(r->err);
    }
}

static bool flatzinc_solve(struct flatzinc_reader *r)
{
    struct flatzinc_notes notes = {0};
    const char *from = r->s;
    if (r->solved) return flatzinc_wrong(r, "there are two solve items.");
    r->solved = true;
    if (!flatzinc_notes(r, &notes)) return false;
    flatzinc_warm(r, from, r->s);
    if (flatzinc_takes(r, "satisfy")) return true;
    r->f->goal = flatzinc_takes(r, "maximize") ? 1 : flatzinc_takes(r, "minimize") ? -1 : 0;
    if (!r->f->goal) return flatzinc_expected(r, "satisfy, minimize or maximize");
    if (!flatzinc_value(r, &r->f->objective)) return false;
    return flatzinc_fits(r->f, r->f->objective, 'i') || flatzinc_wrong(r, "the objective is no integer.");
}

static bool flatzinc_item(struct flatzinc_reader *r)
{
    if (flatzinc_takes(r, "predicate")) {
        for (; *r->s && *r->s != ';'; r->s++) r->line += *r->s == '\n';
        return true;
    }
    if (flatzinc_takes(r, "constraint")) return flatzinc_constraint(r);
    if (flatzinc_takes(r, "solve")) return flatzinc_solve(r);
    return flatzinc_declare(r);
}

static void flatzinc_count_uses(struct flatzinc *f, struct flatzinc_value v)
{
    if (v.what == FLATZINC_VARIABLE) f->variable[v.v].uses++;
    for (int i = 0; v.what == FLATZINC_LIST && i < v.n; i++) flatzinc_count_uses(f, f->item[v.v + i]);
}

bool flatzinc_read(struct flatzinc *f, const struct source *source, struct text *err)
{
    SCOPED(flatzinc_reader) r = {.f = f, .s = source->text, .name = source->name, .line = source->line, .err = err};
    for (int i = 0; i < FLATZINC_KINDS; i++) dictionary_add(&r.kinds, flatzinc_names[i], strlen(flatzinc_names[i]));
    for (int i = 0; i < FLATZINC_ALIASES; i++)
        dictionary_add(&r.kinds, flatzinc_aliases[i].name, strlen(flatzinc_aliases[i].name));
    for (flatzinc_blanks(&r); *r.s; flatzinc_blanks(&r))
        if (!flatzinc_item(&r) || !flatzinc_needs(&r, ";")) return false;
    for (int i = 0; i < f->variables; i++)
        if (f->variable[i].type == FLATZINC_FLOAT)
            return text_error(err, "%s:%d: the variable %s is a float; only integers, Booleans and sets are solved.",
                              r.name, f->variable[i].line, f->variable[i].name);
    if (!r.solved) return flatzinc_wrong(&r, "the file has no solve item; it may be truncated.");
    f->own = f->variables;
    f->own_constraints = f->constraints;
    for (int i = 0; i < f->own_constraints; i++) {
        const struct flatzinc_constraint *c = &f->constraint[i];
        const struct flatzinc_value *when = &f->item[c->from + c->n - 1];
        if (!flatzinc_functional[c->kind] || (!c->reified && !c->implied) || (when->what == FLATZINC_NUMBER && when->v))
            continue;
        f->line = c->line;
        f->constraint[i].part = f->constraints;
        flatzinc_unfold(f, i);
        f->constraint[i].parts = f->constraints - f->constraint[i].part;
    }
    for (int i = 0; i < f->constraints; i++)
        for (int k = 0; k < f->constraint[i].n; k++) flatzinc_count_uses(f, f->item[f->constraint[i].from + k]);
    if (f->goal) flatzinc_count_uses(f, f->objective);
    return true;
}
