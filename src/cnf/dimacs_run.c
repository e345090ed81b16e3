#include "cnf/dimacs_run.h"

#include <string.h>

enum {
    TEN = DIMACS_RUN_TIMES,
    BLOCK = 16,
    BYTES = 1 << 14,
    WIDE = 12, /* bytes that a literal takes at most */
    PLACES = BYTES / WIDE
};

/* The numbers that are the same but for their last digit, and step alike. */
struct tens {
    uint32_t value;
    int step, last; /* the tens' own last digit */
    int place;      /* the first of those where it stands; -1: none */
};

struct dimacs_run {
    const struct cnf_run *run;
    const struct cnf_buffer *clauses;
    int done;            /* printings */
    size_t end[TEN + 1]; /* of each of the ten in the text */
    bool anew;           /* the text is to be made again */
    int tens, places;
    struct tens ten[PLACES];
    struct {
        char *last;
        int next; /* of the same tens; -1: none */
    } place[PLACES];
    char text[BLOCK + BYTES]; /* from BLOCK on; before it is no digit */
    char step[BYTES];
};

struct dimacs_run *dimacs_run_new(void) { return mem_new(1, sizeof(struct dimacs_run)); }
void dimacs_run_free(struct dimacs_run *s) { mem_free(s); }

/* ---- the text -------------------------------------------------------------------------------------------------- */

static char *put_digits(char *p, uint32_t v)
{
    char back[WIDE];
    int n = 0;
    do back[n++] = (char)('0' + v % 10);
    while (v /= 10);
    while (n) *p++ = back[--n];
    return p;
}

static struct tens *tens_of(struct dimacs_run *s, uint32_t value, int step)
{
    for (int i = s->tens - 1; i >= 0; i--)
        if (s->ten[i].value == value && s->ten[i].step == step) return &s->ten[i];
    s->ten[s->tens] = (struct tens){.value = value, .step = step, .last = (int)(value % 10), .place = -1};
    return &s->ten[s->tens++];
}

/* A literal, `times` steps from where it was first. */
static char *render_lit(struct dimacs_run *s, char *p, lit x, int times)
{
    int step = lit_var(x) > s->run->fixed ? s->run->step : 1;
    uint32_t value = (uint32_t)lit_var(x) + (uint32_t)step * (uint32_t)times;
    if (x < 0) *p++ = '-';
    p = put_digits(p, value);
    if (value < 10) {
        s->anew = true; /* there is no digit for the tens */
    } else {
        struct tens *t = tens_of(s, value / 10, step);
        s->step[p - 2 - BLOCK - s->text] = (char)step;
        s->place[s->places].last = p - 2;
        s->place[s->places].next = t->place;
        t->place = s->places++;
    }
    *p++ = ' ';
    return p;
}

static void render(struct dimacs_run *s)
{
    const struct cnf_buffer *b = s->clauses;
    char *p = s->text + BLOCK;
    memset(s->step, 0, s->end[TEN]);
    s->tens = s->places = 0;
    s->anew = false;
    for (int k = 0; k < TEN; k++) {
        for (int64_t c = 0; c < b->cnf.made.clauses; c++) {
            const lit *x;
            int n = cnf_buffer_clause(b, (int)c, &x);
            if (s->run->xors) *p++ = 'x';
            for (int i = 0; i < n; i++) p = render_lit(s, p, x[i], s->done + k);
            *p++ = '0';
            *p++ = '\n';
        }
        s->end[k + 1] = (size_t)(p - s->text) - BLOCK;
    }
}

/* Carries tens that have passed 9. False: the number grows longer. */
static bool carry(struct dimacs_run *s, struct tens *t)
{
    t->last -= 10;
    for (int i = t->place; i >= 0; i = s->place[i].next) {
        char *p = s->place[i].last;
        *p = (char)(*p - 10);
        while (*--p == '9') *p = '0';
        if (*p < '0' || *p > '9') return false;
        ++*p;
    }
    return true;
}

static void step_on(struct dimacs_run *s)
{
    for (int i = 0; i < s->tens; i++) {
        struct tens *t = &s->ten[i];
        t->last += t->step;
        if (t->last > 9 && !carry(s, t)) s->anew = true;
    }
    if (s->anew) render(s);
}

/* ---- the public side -------------------------------------------------------------------------------------------- */

bool dimacs_run_begin(struct dimacs_run *s, const struct cnf_run *run, const struct cnf_buffer *clauses)
{
    const struct size *made = &clauses->cnf.made;
    int64_t most = TEN * (made->literals * WIDE + made->clauses * 3);
    if (run->step > 9 || most > BYTES - BLOCK) return false;
    s->run = run;
    s->clauses = clauses;
    s->done = 0;
    render(s);
    return true;
}

size_t dimacs_run_room(const struct dimacs_run *s) { return s->end[TEN] + BLOCK; }

/* All of the text steps on; if `to` is not NULL, what it was goes there first. */
static inline void step_text(struct dimacs_run *s, char *to)
{
    unsigned char __attribute__((vector_size(BLOCK))) block, step;
    char *text = s->text + BLOCK;
    for (size_t i = 0; i < s->end[TEN]; i += BLOCK) {
        memcpy(&block, text + i, BLOCK);
        memcpy(&step, s->step + i, BLOCK);
        if (to) memcpy(to + i, &block, BLOCK);
        block += step;
        memcpy(text + i, &block, BLOCK);
    }
    s->done += TEN;
    if (s->done < s->run->times) step_on(s);
}

char *dimacs_run_print(struct dimacs_run *s, char *to)
{
    int left = s->run->times - s->done;
    char *end = to + s->end[left < TEN ? left : TEN];
    step_text(s, to);
    return end;
}

char *dimacs_run_line(const struct dimacs_run *s, int i, char *to)
{
    const char *text = s->text + BLOCK + s->end[i];
    size_t n = s->end[i + 1] - s->end[i];
    for (size_t done = 0; done < n; done += BLOCK) memcpy(to + done, text + done, BLOCK);
    return to + n;
}

void dimacs_run_next(struct dimacs_run *s) { step_text(s, NULL); }
