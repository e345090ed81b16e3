/* Cans, made: a stall, and a target that one way alone reaches. */
#include "puzzles/fair/cans.h"
#include "puzzles/maker.h"

/* A stall; the target is what three random throws make. */
bool cans_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { THROWS = 3, MOST = 12 };
    int rows = m->rows ? m->rows : 3, piles = m->cols ? m->cols : 3, answer = 2;
    if (rows > MOST || piles > MOST || rows * piles < THROWS)
        return text_error(err, "Stalls of %d cans and more, up to %dx%d, are made.", THROWS, MOST, MOST);
    int *v = mem_new((size_t)(rows * piles), sizeof *v), *gone = mem_new((size_t)piles, sizeof *gone);
    for (int i = 0; i < MAKER_TRIES && answer == 2; i++) {
        int target = 0;
        for (int k = 0; k < rows * piles; k++) v[k] = 3 + random_below(&m->random, 6 * rows + 2 * piles);
        for (int p = 0; p < piles; p++) gone[p] = 0;
        for (int t = 1; t <= THROWS;) {
            int p = random_below(&m->random, piles);
            if (gone[p] < rows) target += t++ * v[gone[p]++ * piles + p];
        }
        text_clear(file);
        text_add(file, "cans %d", target);
        for (int k = 0; k < rows * piles; k++) text_add(file, "%c%d", k % piles ? ',' : ' ', v[k]);
        text_char(file, '\n');
        answer = maker_ask(m, file);
    }
    mem_free(v);
    mem_free(gone);
    return answer == 1 || maker_gave_up(answer, "try a smaller stall", err);
}
