// One measurement of another library's encoder. PROGRAM ENCODER N K prints variables, clauses,
// literals and CPU seconds for the constraints that bench/encoding_speed.c makes.
// bench/encoding-peers builds and runs these programs.
#ifndef ENCODING_PEERS_H
#define ENCODING_PEERS_H

#include <cassert>
#include <cstdio>
#include <ctime>
#include <vector>

struct clock_of_cpu {
    clock_t from = clock();
    double seconds() const { return double(clock() - from) / CLOCKS_PER_SEC; }
};

inline void print_line(long vars, const std::vector<std::vector<int>> &clauses, double seconds)
{
    size_t literals = 0;
    for (auto &c : clauses) literals += c.size();
    printf("%ld %zu %zu %.3f\n", vars, clauses.size(), literals, seconds);
}

inline long weight_of(int i) { return 1 + i % 9; }

#endif
