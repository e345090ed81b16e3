#include "puzzles/gunport/gunport_profile.h"

#include "puzzles/gunport/gunport.h"

#include <string.h>

const char profile_letters[2][6] = {"o<^v>", "o^<>v"};

struct profile_board profile_sheet(const struct instance *b, bool turned)
{
    struct profile_board s = {.rows = turned ? b->cols : b->rows, .cols = turned ? b->rows : b->cols};
    s.piece = mem_new((size_t)(s.rows * s.cols), 1);
    for (int i = 0; i < s.rows * s.cols; i++) {
        char letter = b->cell[turned ? at(b, i % s.cols, i / s.cols) : i];
        const char *known = letter == '.' ? NULL : strchr(profile_letters[turned], letter);
        s.piece[i] = (unsigned char)(known ? known - profile_letters[turned] : ANYTHING);
    }
    return s;
}

/* A laid piece that is certainly no hole. */
static bool solid(enum piece p) { return p != HOLE && p != WALL && p != ANYTHING; }

static int sides(enum piece t, const struct around *a)
{
    bool roofed = solid(a->above), corner = a->corner == CORNER_OTHER || a->corner == CORNER_LEFT;
    int n = 0;
    if (t != HOLE) {
        n += a->above == LOWER;                                         /* its short side below */
        n += a->above == RIGHT && solid(a->left);                       /* its long side below */
        n += a->left == RIGHT;                                          /* its short side to the right */
        n += (a->left == LOWER || a->left == LOWER_OR_RIGHT) && roofed; /* its long side to the right, at least */
    }
    if (t == LEFT) n += solid(a->left);
    if (t == UPPER) n += roofed;
    if (t == RIGHT) n += roofed && corner;
    if (t == LOWER) n += solid(a->left) && corner;
    return n;
}

static int walls(const struct profile_board *s, int r, int c, enum piece t, const struct around *a)
{
    bool row = r == 0 || r == s->rows - 1, col = c == 0 || c == s->cols - 1;
    if (t == HOLE) return 0;
    return (row && t != RIGHT && solid(a->left)) + (col && t != LOWER && solid(a->above)) + 2 * (row && col);
}

void profile_next(const struct profile_board *s, int r, int c, const struct around *a, struct next *out)
{
    bool may[] = {
        [HOLE] = a->above != HOLE && a->above != UPPER && a->left != HOLE && a->left != LEFT,
        [LEFT] = a->above != UPPER && a->left != LEFT && c + 1 < s->cols,
        [UPPER] = a->above != UPPER && a->left != LEFT && r + 1 < s->rows,
        [LOWER] = a->above == UPPER && a->left != LEFT,
        [RIGHT] = a->above != UPPER && (a->left == LEFT || a->left == ANYTHING),
    };
    out->n = 0;
    for (enum piece t = HOLE; t <= RIGHT; t++) {
        if (!may[t]) continue;
        assert(out->n < 4 && "a piece is forced or one of four");
        out->v[out->n].piece = (unsigned char)t;
        out->v[out->n++].defects = (unsigned char)(sides(t, a) + walls(s, r, c, t, a));
    }
}
