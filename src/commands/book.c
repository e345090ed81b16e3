#include "commands/book.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static const char shipped[] =
#include <book.inc>
    ;

/* ---- the text ------------------------------------------------------------------------------------------------------ */

static void record_release(struct record *r)
{
    text_release(&r->question);
    text_release(&r->rests);
    text_release(&r->by);
    text_release(&r->solution);
}

void book_release(struct book *b)
{
    for (int i = 0; i < b->n; i++) record_release(&b->v[i]);
    mem_free(b->v);
    *b = (struct book){0};
}

static void line_put(struct text *t, const char *words)
{
    if (t->n) text_char(t, '\n');
    text_put(t, words);
}

/* What stands behind a keyword and a blank; NULL: another keyword. An empty line of a solution may have lost its blank. */
static const char *behind(const char *line, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) || (line[n] && line[n] != ' ')) return NULL;
    return line + n + (line[n] == ' ');
}

static bool record_line(struct record *r, const char *line)
{
    const char *words;
    if ((words = behind(line, "text")))
        line_put(&r->question, words);
    else if ((words = behind(line, "best")))
        return r->has_best = number_parse(words, &r->best);
    else if ((words = behind(line, "bound")))
        return r->has_bound = number_parse(words, &r->bound);
    else if ((words = behind(line, "rests on")))
        text_put(&r->rests, words);
    else if ((words = behind(line, "by")))
        text_put(&r->by, words);
    else if ((words = behind(line, "solution")))
        text_add(&r->solution, "%s\n", words);
    else if (!strcmp(line, "none"))
        r->none = true;
    else
        return false;
    return true;
}

/* Adds the records of a text. False, with a sentence that names `name` and the line. */
static bool read_text(struct book *b, const char *text, const char *name, bool own, struct text *err)
{
    bool open = false, good = true;
    struct text line = {0};
    for (int number = 1; good && text_line(&line, &text); number++) {
        const char *s = text_string(&line), *question = behind(s, "record");
        if (question) {
            MEM_PUSH(b->v, b->n, b->cap, ((struct record){.own = own}));
            text_put(&b->v[b->n - 1].question, question);
            open = true;
        } else if (!*s) {
            open = false;
        } else if (*s != ';' && !(open && record_line(&b->v[b->n - 1], s))) {
            good = text_error(err, "%s:%d: this is no line of a record: '%.40s'.", name, number, s);
        }
    }
    text_release(&line);
    return good;
}

static void lines_write(const char *word, const char *lines, struct text *out)
{
    struct text line = {0};
    while (text_line(&line, &lines)) text_add(out, "%s%s%s\n", word, line.n ? " " : "", line.s);
    text_release(&line);
}

/* One line of it. */
static void word_write(const char *word, const struct text *t, struct text *out)
{
    const char *s = text_string(t);
    if (*s) text_add(out, "%s %.*s\n", word, (int)strcspn(s, "\n"), s);
}

static void record_write(const struct record *r, struct text *out)
{
    const char *question = text_string(&r->question);
    size_t n = strcspn(question, "\n");
    text_add(out, "record %.*s\n", (int)n, question);
    lines_write("text", question + n + (question[n] == '\n'), out);
    if (r->has_best) text_add(out, "best %lld\n", (long long)r->best);
    if (r->has_bound) text_add(out, "bound %lld\n", (long long)r->bound);
    if (r->none) text_put(out, "none\n");
    word_write("rests on", &r->rests, out);
    word_write("by", &r->by, out);
    lines_write("solution", text_string(&r->solution), out);
    text_char(out, '\n');
}

static void write_own(const struct book *b, struct text *out)
{
    text_put(out, "; Records of loophole: best known solutions. Each is recounted before it is used.\n\n");
    for (int i = 0; i < b->n; i++)
        if (b->v[i].own) record_write(&b->v[i], out);
}

/* ---- the files ------------------------------------------------------------------------------------------------------ */

/* The user's own book; its directory. */
static void own_place(struct text *dir)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        text_add(dir, "%s/loophole", data);
    else
        text_add(dir, "%s/.local/share/loophole", home && *home ? home : ".");
}

static const struct cap cap_book = {"a record book", 64};

static bool own_read(struct book *b, const char *name, struct text *err)
{
    struct text text = {0};
    bool good = !file_exists(name) ||
                (file_read(name, &cap_book, &text, err) && read_text(b, text_string(&text), name, true, err));
    text_release(&text);
    return good;
}

bool book_open(struct book *b, struct text *err)
{
    struct text name = {0};
    own_place(&name);
    text_put(&name, "/records.txt");
    *b = (struct book){0};
    bool good = own_read(b, text_string(&name), err) && read_text(b, shipped, "the shipped book", false, err);
    text_release(&name);
    return good;
}

/* ---- finding and entering --------------------------------------------------------------------------------------------- */

void book_question(const struct request *r, struct text *out)
{
    request_asked(r, out);
    struct text line = {0};
    for (const char *s = r->text ? r->text : ""; text_line(&line, &s);)
        if (line.n && *line.s != ';') text_add(out, "\n%s", line.s);
    text_release(&line);
}

/* The word up to a blank or the end; of a square written 5x5, only 5. */
static size_t word_length(const char *s, size_t *whole)
{
    *whole = strcspn(s, " \n");
    size_t n = strspn(s, "0123456789");
    bool square = n && s[n] == 'x' && *whole == 2 * n + 1 && !strncmp(s, s + n + 1, n);
    return square ? n : *whole;
}

/* Only the first line has words; below it stand boards. */
static bool same_question(const char *a, const char *b)
{
    while (*a && *a != '\n' && *b && *b != '\n') {
        size_t whole_a, whole_b, n = word_length(a, &whole_a), m = word_length(b, &whole_b);
        if (n != m || strncmp(a, b, n)) return false;
        a += whole_a;
        b += whole_b;
        if (*a == ' ' && *b == ' ') {
            a++;
            b++;
        }
    }
    return !strcmp(a, b);
}

bool book_recounted(const struct request *r, const struct record *record, struct text *err)
{
    struct text why = {0};
    int64_t figure = 0;
    bool good = r->puzzle->verify(r->instance, text_string(&record->solution), &figure, &why);
    if (!good)
        text_error(err, "The record is wrong: %s", text_string(&why));
    else if (record->has_best && figure != record->best)
        good = text_error(err, "The record is wrong: it says %lld, but a recount finds %lld.", (long long)record->best,
                          (long long)figure);
    text_release(&why);
    return good;
}

bool book_better(const struct record *a, const struct record *b, bool maximise)
{
    if (!a->solution.n || !b->solution.n) return a->solution.n > 0 && !b->solution.n;
    return a->has_best && b->has_best && (maximise ? a->best > b->best : a->best < b->best);
}

static bool tighter(const struct record *a, const struct record *b, bool maximise)
{
    if (!a->has_bound || !b->has_bound) return a->has_bound && !b->has_bound;
    return maximise ? a->bound < b->bound : a->bound > b->bound;
}

const struct record *book_find(const struct book *b, const char *question, bool maximise)
{
    const struct record *found = NULL;
    for (int i = 0; i < b->n; i++) {
        const struct record *r = &b->v[i];
        if (!same_question(text_string(&r->question), question)) continue;
        if (!found || book_better(r, found, maximise) ||
            (!book_better(found, r, maximise) && tighter(r, found, maximise)))
            found = r;
    }
    return found;
}

static void text_copy(struct text *to, const struct text *from)
{
    text_clear(to);
    text_put(to, text_string(from));
}

/* A solution that does not stand makes room for others. */
static void strike_out(const struct request *r, struct record *old)
{
    struct text err = {0};
    if (old->solution.n && !book_recounted(r, old, &err)) {
        text_clear(&old->solution);
        old->has_best = false;
    }
    text_release(&err);
}

/* Into the record of the same question; false: nothing in it is new. */
static bool take(struct book *b, const struct request *r, const struct record *new_one, bool maximise)
{
    struct record *old = NULL;
    for (int i = 0; i < b->n; i++)
        if (same_question(text_string(&b->v[i].question), text_string(&new_one->question))) old = &b->v[i];
    if (old) {
        strike_out(r, old);
    } else {
        MEM_PUSH(b->v, b->n, b->cap, ((struct record){.own = true}));
        old = &b->v[b->n - 1];
        text_copy(&old->question, &new_one->question);
    }
    bool solution = book_better(new_one, old, maximise), bound = tighter(new_one, old, maximise);
    bool none = new_one->none && !old->none && !old->solution.n;
    if (solution) {
        if (old->none) text_clear(&old->rests);
        old->none = false;
        text_copy(&old->solution, &new_one->solution);
        old->has_best = new_one->has_best;
        old->best = new_one->best;
    }
    if (bound) {
        old->has_bound = true;
        old->bound = new_one->bound;
    }
    old->none |= none;
    if (bound || none) text_copy(&old->rests, &new_one->rests);
    if (solution || bound || none) text_copy(&old->by, &new_one->by);
    return solution || bound || none;
}

bool book_enter(const struct request *r, const struct record *new_one, bool maximise, struct text *done,
                struct text *err)
{
    struct text dir = {0}, name = {0}, out = {0};
    struct book b = {0};
    own_place(&dir);
    text_add(&name, "%s/records.txt", text_string(&dir));
    int lock = -1;
    bool good = directory_make(text_string(&dir), err) && (lock = file_lock(text_string(&name), err)) >= 0 &&
                own_read(&b, text_string(&name), err);
    if (good && take(&b, r, new_one, maximise)) {
        write_own(&b, &out);
        good = file_write(text_string(&name), text_string(&out), err);
        text_add(done, "Entered in %s: %s %s", text_string(&name), r->puzzle->name, text_string(&r->label));
        if (new_one->has_best) text_put(done, ", ");
        if (new_one->has_best) text_count(done, new_one->best, r->puzzle->figure);
        text_char(done, '.');
    } else if (good) {
        text_add(done, "%s has it as good already.", text_string(&name));
    }
    file_unlock(lock);
    book_release(&b);
    text_release(&dir);
    text_release(&name);
    text_release(&out);
    return good;
}
