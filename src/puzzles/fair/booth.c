#include "puzzles/fair/booth.h"

#include <stdio.h>
#include <string.h>

bool booth_words(const struct source *source, struct words *w, struct text *err)
{
    *w = (struct words){0};
    if (source->text) words_split(source->text, source->line, w);
    if (w->n && source->argc) {
        words_release(w);
        return text_error(err, "Give the numbers as operands or in the file %s, not in both.", source->name);
    }
    for (int i = 0; i < source->argc; i++)
        MEM_PUSH(w->v, w->n, w->cap, ((struct word){mem_string(source->argv[i]), 0}));
    return true;
}

/* "board.txt:3: " for a word from a file, nothing for an operand. */
static void word_place(const struct source *source, struct word word, struct text *out)
{
    if (word.line) text_add(out, "%s:%d: ", source->name, word.line);
}

bool booth_number(const struct source *source, struct word word, const char *what, int64_t least, int64_t *value,
                  struct text *err)
{
    if (number_parse(word.s, value) && *value >= least) return true;
    struct text place = {0};
    word_place(source, word, &place);
    size_t digits = strspn(word.s, "0123456789");
    if (digits && !word.s[digits] && !number_parse(word.s, value))
        text_error(err, "%s%s is larger than 64 bits hold; %s must be below 2^62.", text_string(&place), word.s, what);
    else
        text_error(err, "%s'%s' will not do: %s must be a whole number, %lld or more%s.", text_string(&place), word.s,
                   what, (long long)least, strchr(word.s, ',') ? "; numbers are separated by blanks" : "");
    text_release(&place);
    return false;
}

int booth_cells(int64_t value, const char *sign)
{
    int digits = 1 + (int)strlen(sign);
    for (; value >= 10; value /= 10) digits++;
    return (digits + 2) / 3;
}

void booth_draw(struct canvas *c, int row, int col, int cells, enum ink ink, int64_t value, const char *sign)
{
    char digits[24], label[4];
    int end = snprintf(digits, sizeof digits, "%s%lld", sign, (long long)value);
    for (int k = cells - 1; k >= 0; k--) {
        int start = end > 3 ? end - 3 : 0;
        snprintf(label, sizeof label, cells > 1 ? "%3.*s" : "%.*s", end - start, digits + start);
        canvas_cell(c, row, col + k, ink, label);
        end = start;
    }
    canvas_box(c, row, col, row, col + cells - 1);
}
