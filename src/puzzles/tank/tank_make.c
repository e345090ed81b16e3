/* Tank Attack, made: a random board; then its values are taken away, one by one in random order, as long as it stays the only
 * one. What is left can spare none: a given that was kept when more were there is needed all the more now. */
#include "puzzles/maker.h"
#include "puzzles/parse.h"
#include "puzzles/tank/tank.h"

static void board_put(int n, const int *given, struct text *file)
{
    text_clear(file);
    text_add(file, "tank %d\n", n);
    for (int i = 0; i < n * n; i++) {
        if (given[i])
            text_add(file, "%d", given[i]);
        else
            text_char(file, '.');
        text_char(file, i % n == n - 1 ? '\n' : ' ');
    }
}

/* Random values, kept while some board has them; then that board. */
static int random_board(struct maker *m, int n, int *given, struct text *file)
{
    struct text one = {0}, other = {0}, solution = {0};
    board_put(n, given, file);
    int answer = maker_ask(m, file, &one, &other);
    for (int i = 0; i < 2 * n && answer > 0; i++) {
        int cell = random_below(&m->random, n * n), before = given[cell];
        text_clear(&solution);
        text_put(&solution, text_string(&one));
        given[cell] = 1 + random_below(&m->random, n - 1);
        board_put(n, given, file);
        answer = maker_ask(m, file, &one, &other);
        if (answer) continue;
        given[cell] = before;
        text_clear(&one);
        text_put(&one, text_string(&solution));
        answer = 1;
    }
    struct words w;
    words_split(text_string(&one), 1, &w);
    for (int i = 0; i < w.n && i < n * n; i++) {
        int64_t value = 0;
        number_parse(w.v[i].s, &value);
        given[i] = (int)value;
    }
    words_release(&w);
    text_release(&one);
    text_release(&other);
    text_release(&solution);
    return answer;
}

static int thin(struct maker *m, int n, int *given, struct text *file)
{
    struct text one = {0}, other = {0};
    int cells = n * n, answer = 1, *order = mem_new((size_t)cells, sizeof *order);
    for (int i = 0; i < cells; i++) {
        int j = random_below(&m->random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < cells && answer > 0; i++) {
        int value = given[order[i]];
        given[order[i]] = 0;
        board_put(n, given, file);
        answer = maker_ask(m, file, &one, &other);
        if (answer != 1) given[order[i]] = value;
    }
    board_put(n, given, file);
    mem_free(order);
    text_release(&one);
    text_release(&other);
    return answer;
}

bool tank_make(struct maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 5, MOST = 6 };
    int n = m->rows ? m->rows : SIDE;
    if (m->cols && m->cols != n) return text_error(err, "A tank board is square.");
    if (n < 4 || n > MOST) return text_error(err, "Tank boards of side 4 to %d are made.", MOST);
    m->search = "tables";
    int *given = mem_new((size_t)(n * n), sizeof *given);
    int answer = random_board(m, n, given, file);
    if (answer > 0) answer = thin(m, n, given, file);
    mem_free(given);
    if (!answer) return text_error(err, "There is no tank board of side %d.", n);
    return answer > 0 || maker_gave_up(answer, "try another seed", err);
}
