#include "base/number.h"
#include "cnf/normal.h"

enum { MOST = 64 };

/* Sets of residues modulo d are bits 0..d-1 of a word. */
static uint64_t all_residues(int d) { return d == MOST ? UINT64_MAX : ((uint64_t)1 << d) - 1; }

/* The set with r added to each, 0 <= r < d. */
static uint64_t normal_residue_shifted(uint64_t set, int r, int d)
{
    return r ? (set << r | set >> (d - r)) & all_residues(d) : set;
}

static void normal_residue_fix(signed char *value, int x, bool *possible)
{
    if (value[0] == !x) *possible = false;
    value[0] = (signed char)x;
}

/* Modulo d: reach[i] = what the first i terms can leave; going back, need = what the terms from i
 * on have to be given. */
static bool fix_modulo(const int64_t *w, int n, int64_t lo, int64_t hi, int d, uint64_t *reach, signed char *value)
{
    bool possible = true;
    reach[0] = 1;
    for (int i = 0; i < n; i++) {
        uint64_t with = normal_residue_shifted(reach[i], (int)(w[i] % d), d);
        reach[i + 1] = value[i] == 0 ? reach[i] : value[i] == 1 ? with : reach[i] | with;
    }
    uint64_t need = 0;
    for (int64_t v = lo; v <= hi; v++) need |= (uint64_t)1 << (v % d);
    for (int i = n; i-- > 0 && possible;) {
        uint64_t back = normal_residue_shifted(need, (int)((d - w[i] % d) % d), d);
        bool without = value[i] != 1 && reach[i] & need, with = value[i] != 0 && reach[i] & back;
        possible = without || with;
        if (possible && !without) normal_residue_fix(value + i, 1, &possible);
        if (possible && !with) normal_residue_fix(value + i, 0, &possible);
        need = (without ? need : 0) | (with ? back : 0);
    }
    return possible;
}

/* Is some multiple of g within lo..hi? */
static bool has_multiple(int64_t lo, int64_t hi, int64_t g) { return hi >= 0 && (lo <= 0 || hi / g * g >= lo); }

/* Each term against the greatest common divisor of all others. */
static bool fix_one(const int64_t *w, int n, int64_t lo, int64_t hi, int64_t *later, signed char *value)
{
    bool possible = true;
    later[n] = 0; /* gcd of the weights from i on */
    for (int i = n; i-- > 0;) later[i] = number_gcd(w[i], later[i + 1]);
    int64_t before = 0;
    for (int i = 0; i < n && possible; i++) {
        int64_t g = number_gcd(before, later[i + 1]);
        before = number_gcd(before, w[i]);
        if (g <= 1 || w[i] % g == 0) continue;
        bool without = has_multiple(lo, hi, g), with = has_multiple(lo - w[i], hi - w[i], g);
        possible = without || with;
        if (possible && !without) normal_residue_fix(value + i, 1, &possible);
        if (possible && !with) normal_residue_fix(value + i, 0, &possible);
    }
    return possible;
}

bool normal_residue(const int64_t *w, int n, int64_t lo, int64_t hi, signed char *value, struct cnf *f)
{
    OWNED uint64_t *reach = mem_new((size_t)n + 1, sizeof *reach);
    OWNED int64_t *later = mem_new((size_t)n + 1, sizeof *later);
    for (int i = 0; i < n; i++) value[i] = -1;
    bool possible = fix_one(w, n, lo, hi, later, value);
    for (int d = 2; d <= MOST && possible && !f->truncated; d++) {
        if (hi - lo < d - 1) possible = fix_modulo(w, n, lo, hi, d, reach, value);
        cnf_work(f, n);
    }
    return possible;
}
