#include "puzzles/gunport/gunport_frontier.h"

#include <stdlib.h>
#include <string.h>

struct layer_line {
    char piece[PROFILE_COLUMNS + 1];
    int made;
};

static void gunport_layers_put(struct layers_log *l, const struct text *t)
{
    for (size_t i = 0; i < t->n; i++) {
        l->crc ^= (unsigned char)t->s[i];
        for (int bit = 0; bit < 8; bit++) l->crc = l->crc >> 1 ^ (l->crc & 1 ? 0xEDB88320u : 0);
    }
    l->run->log(l->run->log_state, t->s, t->n);
}

/* The row's pieces, or its mirror image's, whichever come first. */
static void write_pieces(unsigned __int128 p, int cols, char *out)
{
    static const char letter[] = "o<^v";
    char other[PROFILE_COLUMNS + 1] = {0};
    memset(out, 0, PROFILE_COLUMNS + 1);
    for (int c = 0; c < cols; c++) out[c] = c && out[c - 1] == '<' ? '>' : letter[frontier_code(p, c)];
    for (int c = 0; c < cols; c++) {
        char t = out[cols - 1 - c];
        other[c] = (char)(t == '<' ? '>' : t == '>' ? '<' : t);
    }
    if (strcmp(other, out) < 0) memcpy(out, other, sizeof other);
}

static int by_pieces(const void *a, const void *b)
{
    return strcmp(((const struct layer_line *)a)->piece, ((const struct layer_line *)b)->piece);
}

void layers_log_begin(struct layers_log *l, struct engine_run *run, int rows, int cols, int most)
{
    SCOPED(text) head = {0};
    *l = (struct layers_log){.run = run, .cols = cols, .crc = UINT32_MAX};
    if (!run->log) return;
    text_add(&head, "gunport layers 1 %d %d %d\n", rows, cols, most);
    gunport_layers_put(l, &head);
}

void layers_log_row(struct layers_log *l, int row, const unsigned __int128 *frontier, const int *made, size_t n)
{
    if (!l->run->log) return;
    OWNED struct layer_line *line = mem_new(n, sizeof *line);
    SCOPED(text) text = {0};
    for (size_t i = 0; i < n; i++) {
        write_pieces(frontier[i], l->cols, line[i].piece);
        line[i].made = made[i];
    }
    qsort(line, n, sizeof *line, by_pieces);
    text_add(&text, "row %d: %zu\n", row, n);
    for (size_t i = 0; i < n; i++) text_add(&text, "%s %d\n", line[i].piece, line[i].made);
    gunport_layers_put(l, &text);
}

void layers_log_end(struct layers_log *l)
{
    SCOPED(text) end = {0};
    if (!l->run->log) return;
    text_add(&end, "end %08x\n", ~l->crc);
    l->run->log(l->run->log_state, end.s, end.n);
}
