/* The log of the tables' search: kept till it is known which steps matter, then written in
 * pieces. */
#include "puzzles/tank/tank_tables.h"

enum { PIECE = 1 << 16 };

static void flush(struct tank_log *l)
{
    if (l->run->log) l->run->log(l->run->log_state, l->bytes.s, l->bytes.n);
    l->bytes.n = 0;
}

void tank_log_byte(struct tank_log *l, unsigned byte)
{
    if (!l->run->log) return;
    text_char(&l->bytes, (char)byte);
    if (l->bytes.n >= PIECE) flush(l);
}

void tank_log_begin(struct tank_log *l, struct engine_run *run, int side, int cap)
{
    l->run = run;
    if (run->log) text_add(&l->bytes, "tank log 1 %d %d %d\n", side, cap, run->images);
}

void tank_log_step(struct tank_log *l, unsigned what, uint64_t sees, uint64_t lost)
{
    if (l->run->log) MEM_PUSH(l->step, l->n, l->cap, ((struct tank_step){what, sees, lost}));
}

/* Backwards from the conflict: a step matters if it took pairs from a line that a later one looks
 * at. */
static size_t needed(struct tank_log *l)
{
    uint64_t seen = 0;
    size_t to = l->n;
    for (size_t i = l->n; i-- > 0;) {
        if (i + 1 < l->n && !(l->step[i].lost & seen)) continue;
        seen |= l->step[i].sees;
        l->step[--to] = l->step[i];
    }
    return to;
}

void tank_log_steps(struct tank_log *l, bool fine)
{
    if (!l->run->log) return;
    for (size_t i = fine ? 0 : needed(l); i < l->n; i++)
        if (!fine || l->step[i].lost) tank_log_byte(l, l->step[i].what);
    if (!fine) tank_log_byte(l, TANK_CONFLICT);
}

void tank_log_end(struct tank_log *l, bool complete)
{
    if (complete) tank_log_byte(l, TANK_END);
    flush(l);
    text_release(&l->bytes);
    mem_free(l->step);
}
