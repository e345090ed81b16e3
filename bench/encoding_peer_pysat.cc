// PySAT's encoders, called without Python, into vectors of clauses. See encoding_peers.h.
#include "encoding_peers.h"

#include <cstdlib>
#include <cstring>

#include "card.hh"

static const struct {
    const char *name;
    EncType encoder;
} encoders[] = {{"seqcounter", enc_seqc}, {"sortnetwrk", enc_sortn}, {"cardnetwrk", enc_cardn},
                {"totalizer", enc_tot},   {"mtotalizer", enc_mtot},  {"kmtotalizer", enc_kmtot},
                {"pairwise", enc_exp},    {"bitwise", enc_bitw},     {"ladder", enc_ladd}};

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    for (auto &e : encoders) {
        if (strcmp(e.name, argv[1])) continue;
        int n = atoi(argv[2]), top = n;
        std::vector<int> x;
        for (int i = 1; i <= n; i++) x.push_back(i);
        clock_of_cpu clock;
        ClauseSet clauses;
        _encode_atmost(clauses, x, atoi(argv[3]), top, e.encoder);
        double seconds = clock.seconds();
        print_line(top - n, clauses.get_clauses(), seconds);
        return 0;
    }
    return 2;
}
