/* Rows as CSV, and whether rows contradict each other. */
#include "base/file.h"
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const row_columns[COLUMNS] = {
#define COLUMN(id, name) name,
    ROW_COLUMNS(COLUMN)
#undef COLUMN
};

/* RFC 4180: a field with a comma, a quote or a line end is quoted, quotes doubled. */
static void field_put(const char *s, struct text *out)
{
    if (!strpbrk(s, ",\"\n\r")) {
        text_put(out, s);
        return;
    }
    text_char(out, '"');
    for (; *s; s++) {
        if (*s == '"') text_char(out, '"');
        text_char(out, *s);
    }
    text_char(out, '"');
}

void row_line(const struct row_text *r, struct text *out)
{
    for (int i = 0; i < COLUMNS; i++) {
        if (i) text_char(out, ',');
        field_put(r->field[i] ? r->field[i] : "", out);
    }
    text_char(out, '\n');
}

void rows_header(struct text *out)
{
    for (int i = 0; i < COLUMNS; i++) text_add(out, "%s%s", i ? "," : "", row_columns[i]);
    text_char(out, '\n');
}

void row_release(struct row_text *r)
{
    for (int i = 0; i < COLUMNS; i++) mem_free(r->field[i]);
    *r = (struct row_text){0};
}

void rows_release(struct rows *rows)
{
    for (int i = 0; i < rows->n; i++) row_release(&rows->v[i]);
    mem_free(rows->v);
    *rows = (struct rows){0};
}

/* One field; NULL if the text ends within it. *end: the byte that ended it. */
static const char *field_take(const char *s, struct text *field, char *end)
{
    text_clear(field);
    bool quoted = *s == '"';
    for (s += quoted; *s; s++) {
        if (quoted && *s == '"' && s[1] == '"')
            s++;
        else if (quoted && *s == '"') {
            quoted = false;
            continue;
        } else if (!quoted && (*s == ',' || *s == '\n')) {
            *end = *s;
            return s + 1;
        }
        text_char(field, *s);
    }
    return NULL;
}

/* Fields go into pages and onto terminals: a control character or a line's end in them is a blank. */
static void plain(struct text *field)
{
    if (!field->n) return;
    for (size_t i = 0; i < field->n; i++)
        if ((unsigned char)field->s[i] < ' ' || field->s[i] == 127) field->s[i] = ' ';
    text_clean(field->s);
}

/* One line of COLUMNS fields; NULL if it is unfinished, *fields tells how many there were. */
static const char *line_take(const char *s, struct row_text *row, int *fields)
{
    struct text field = {0};
    char end = ',';
    *row = (struct row_text){0};
    for (*fields = 0; s && end == ','; ++*fields) {
        s = field_take(s, &field, &end);
        plain(&field);
        if (s && *fields < COLUMNS) row->field[*fields] = mem_string(text_string(&field));
    }
    text_release(&field);
    return s;
}

/* The beginning of the header of version 1, which had no column engine. */
static const char OLD_HEADER[] =
    "suite,section,instance,choices,seed,puzzle,formulation,amo,card,pb,xor,parity,search,";

bool rows_parse(const char *text, const char *name, struct rows *rows, size_t *whole, struct text *err)
{
    struct text header = {0};
    *whole = 0;
    if (!strncmp(text, OLD_HEADER, strlen(OLD_HEADER)))
        return text_error(err, "%s holds rows of version 1; convert it with bench/convert_v1.py, or measure again.",
                          name);
    rows_header(&header);
    bool ok = !strncmp(text, header.s, header.n) ||
              text_error(err, "%s does not begin with the header line of a bench file; use another directory.", name);
    const char *s = text;
    for (int line = 1; *s && ok; line++) {
        struct row_text row;
        int fields;
        if (!strncmp(s, header.s, header.n)) { /* there are several in files that were joined by cat */
            s += header.n;
            continue;
        }
        const char *next = line_take(s, &row, &fields);
        if (!next || fields != COLUMNS) row_release(&row);
        if (!next) break; /* the program was killed while it wrote this line */
        if (fields != COLUMNS)
            ok = text_error(err, "%s:%d: a row has %d fields, expected %d.", name, line, fields, (int)COLUMNS);
        else
            MEM_PUSH(rows->v, rows->n, rows->cap, row);
        s = next;
    }
    *whole = (size_t)(s - text);
    text_release(&header);
    return ok;
}

double row_number(const struct row_text *r, enum column c) { return *r->field[c] ? strtod(r->field[c], NULL) : NAN; }

/* ---- contradictions --------------------------------------------------------------------------------------- */

static bool is(const struct row_text *r, const char *status) { return !strcmp(r->field[COL_STATUS], status); }
static bool found(const struct row_text *r) { return *r->field[COL_OBJECTIVE] || is(r, "satisfiable"); }

/* The greatest lower bound (which: 1) or the least upper bound (2) of a trace "seconds:lower:upper ..."; NAN: none. */
static double trace_bound(const char *trace, int which)
{
    double best = NAN;
    while (*trace) {
        const char *field = trace;
        size_t n = strcspn(trace, " ");
        for (int k = 0; k < which && field; k++) {
            field = memchr(field, ':', (size_t)(trace + n - field));
            field += field != NULL;
        }
        if (field && field < trace + n && *field != ':') {
            double v = strtod(field, NULL);
            best = which == 1 ? fmax(best, v) : fmin(best, v);
        }
        trace += n + strspn(trace + n, " ");
    }
    return best;
}

/* What a row says that cannot be true by itself; NULL: nothing. A bound holds for all of the run. */
static const char *clash_within(const struct row_text *r)
{
    const char *trace = r->field[COL_TRACE];
    if (row_number(r, COL_LOWER) > row_number(r, COL_UPPER)) return "the lower bound lies above the upper bound";
    if (trace_bound(trace, 1) > trace_bound(trace, 2))
        return "a lower bound of the trace lies above an upper bound of it";
    return NULL;
}

/* What two rows of one instance say that cannot both be true; NULL: nothing. */
static const char *clash(const struct row_text *a, const struct row_text *b)
{
    if (is(a, "unsatisfiable") && found(b)) return "one proved that there is no solution, the other has one";
    if (is(a, "optimal") && is(b, "optimal") && strcmp(a->field[COL_OBJECTIVE], b->field[COL_OBJECTIVE]))
        return "they proved different optima";
    double low = row_number(a, COL_LOWER), high = row_number(b, COL_UPPER);
    if (low > high) return "one's lower bound lies above the other's upper bound";
    return NULL;
}

/* b may be NULL: of one row. */
static void tell_clash(const struct row_text *a, const struct row_text *b, const char *what, struct text *out)
{
    text_add(out, "%s: %s:\n", a->field[COL_INSTANCE], what);
    for (const struct row_text *r = a; r; r = r == a ? b : NULL) {
        text_add(out, "  %s --seed %s says %s %s (bounds %s..%s)\n", r->field[COL_CHOICES], r->field[COL_SEED],
                 r->field[COL_STATUS], r->field[COL_OBJECTIVE], r->field[COL_LOWER], r->field[COL_UPPER]);
    }
}

int rows_contradictions(const struct rows *rows, struct text *out)
{
    int n = 0;
    for (int i = 0; i < rows->n; i++) {
        const struct row_text *a = &rows->v[i];
        if (is(a, "failed")) {
            text_add(out, "%s: a witness caught %s --seed %s: %s\n", a->field[COL_INSTANCE], a->field[COL_CHOICES],
                     a->field[COL_SEED], a->field[COL_NOTE]);
            n++;
        }
        if (clash_within(a)) {
            tell_clash(a, NULL, clash_within(a), out);
            n++;
        }
        for (int j = 0; j < rows->n; j++) {
            const struct row_text *b = &rows->v[j];
            if (i == j || strcmp(a->field[COL_INSTANCE], b->field[COL_INSTANCE])) continue;
            const char *what = clash(a, b);
            if (!what || (j < i && clash(b, a))) continue; /* told once */
            tell_clash(a, b, what, out);
            n++;
        }
    }
    return n;
}

static bool add_file(const char *dir, const char *name, struct rows *rows, struct text *err)
{
    struct text path = {0}, text = {0};
    size_t whole;
    text_add(&path, "%s/%s", dir, name);
    bool ok =
        file_read(path.s, &file_cap_rows, &text, err) && rows_parse(text_string(&text), path.s, rows, &whole, err);
    text_release(&path);
    text_release(&text);
    return ok;
}

bool rows_directory(const char *dir, struct rows *rows, struct text *err)
{
    struct strings names = {0};
    bool ok = strings_directory(&names, dir, ".csv", err);
    if (ok && !names.n)
        ok = text_error(err, "The directory %s holds no .csv file; 'loophole bench SUITE -o %s' makes one.", dir, dir);
    for (int i = 0; i < names.n && ok; i++) ok = add_file(dir, names.v[i], rows, err);
    strings_release(&names);
    return ok;
}
