/* Estimating: what will all cubes cost, of a sample? The cubes stand by size, the largest first, so the sample takes one
 * of each of some strata, small ones first; of a cube that was split, one part stands for all (Knuth, Mathematics of Computation 29, 1975). */
#ifndef CUBE_ESTIMATE_H
#define CUBE_ESTIMATE_H

#include "cubes/conquest.h"

struct estimate {
    int sample, seed; /* of so many cubes; at most all */
    /* Results, in CPU seconds: what was measured, all cubes' cost, and bounds that hold in nine of ten cases as far as the sample
     * shows how costs vary: the wider, on each side, of those by resampling (bootstrap; Efron, Annals of Statistics 7, 1979) and those
     * of a lognormal mean (Cox's method; Zhou & Gao, Statistics in Medicine 16, 1997), as a few cubes may cost most. */
    double spent, total, low, high;
};
/* Is the task in the sample? */
bool estimate_wants(const struct estimate *e, const struct conquest *c, int task);
/* After all wanted tasks were answered. */
void estimate_made(struct estimate *e, const struct conquest *c);

#endif
