#include "gf2/parity_inside.h"

/* One line a fact, blanks between words:
 *   p kernel ROWS COLUMNS RANK DIMENSION   the first line behind the comments
 *   a RIGHT COLUMN ...                     a row: the columns of the ones, and the right side
 *   v COLUMN FORM NAME                     a variable: x0's bit, then the row of K, as a string of 0 and 1
 *   f COLUMN                               y[j], in order: this column is the j-th of K
 *   t ROW COLUMN                           the triangular order: the row, counted from 0, solved for the column
 *   l ROW                                  a row that is left over; the rank of these on the inactive
 *                                          columns makes up the rest
 *   i COLUMN                               an inactive column
 * Columns count from 0. Each fact can be checked by itself: A x0 = b and A K = 0 row by row, the
 * independence of K's columns on the f lines, and rank A >= ROWS of t lines + the rank of the l
 * rows, reduced by the t rows, on the i columns. */
void parity_write(const struct parity *p, FILE *out)
{
    assert(p->consistent && "a kernel form");
    fprintf(out, "c x = x0 + K y over GF(2): rows, forms, free columns and a triangular order\n");
    fprintf(out, "p kernel %d %d %d %d\n", p->rows, p->columns, p->rank, p->dimension);
    for (int r = 0; r < p->rows; r++) {
        fprintf(out, "a %d", p->right[r]);
        for (size_t i = p->from[r]; i < p->from[r + 1]; i++) fprintf(out, " %d", p->column[i]);
        putc('\n', out);
    }
    for (int c = 0; c < p->columns; c++) {
        const uint64_t *form = p->form + (size_t)c * (size_t)p->words;
        fprintf(out, "v %d ", c);
        for (int j = 0; j <= p->dimension; j++) putc('0' + (int)(form[j / 64] >> (j % 64) & 1), out);
        fprintf(out, " %s\n", model_name(p->model, p->var[c]));
    }
    for (int j = 0; j < p->dimension; j++) fprintf(out, "f %d\n", p->free_column[j]);
    for (int k = 0; k < p->steps; k++) {
        if (p->step[k].column >= 0)
            fprintf(out, "t %d %d\n", p->step[k].row, p->step[k].column);
        else
            fprintf(out, "l %d\n", p->step[k].row);
    }
    for (int i = 0; i < p->inactives; i++) fprintf(out, "i %d\n", p->inactive[i]);
}
