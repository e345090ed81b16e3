// PBLib's encoders, into vectors of clauses. See encoding_peers.h.
#include "encoding_peers.h"

#include "VectorClauseDatabase.h"
#include "pb2cnf.h"

#include <cstdlib>
#include <cstring>

using namespace PBLib;

enum what { AT_MOST_K, AT_MOST_ONE, WEIGHTED };

static const struct {
    const char *name;
    what kind;
    int encoder;
} encoders[] = {
    {"CARD", AT_MOST_K, AMK_ENCODER::CARD},
    {"BDD", AT_MOST_K, AMK_ENCODER::BDD},
    {"NESTED", AT_MOST_ONE, AMO_ENCODER::NESTED},
    {"AMO-BDD", AT_MOST_ONE, AMO_ENCODER::BDD},
    {"BIMANDER", AT_MOST_ONE, AMO_ENCODER::BIMANDER},
    {"COMMANDER", AT_MOST_ONE, AMO_ENCODER::COMMANDER},
    {"KPRODUCT", AT_MOST_ONE, AMO_ENCODER::KPRODUCT},
    {"BINARY", AT_MOST_ONE, AMO_ENCODER::BINARY},
    {"PAIRWISE", AT_MOST_ONE, AMO_ENCODER::PAIRWISE},
    {"PB-BDD", WEIGHTED, PB_ENCODER::BDD},
    {"SWC", WEIGHTED, PB_ENCODER::SWC},
    {"SORTINGNETWORKS", WEIGHTED, PB_ENCODER::SORTINGNETWORKS},
    {"ADDER", WEIGHTED, PB_ENCODER::ADDER},
    {"BINARY_MERGE", WEIGHTED, PB_ENCODER::BINARY_MERGE},
};

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    for (auto &e : encoders) {
        if (strcmp(e.name, argv[1])) continue;
        PBConfig config = std::make_shared<PBConfigClass>();
        config->MAX_CLAUSES_PER_CONSTRAINT = INT64_MAX / 4;
        if (e.kind == WEIGHTED)
            config->pb_encoder = (PB_ENCODER::PB2CNF_PB_Encoder)e.encoder;
        else if (e.kind == AT_MOST_ONE)
            config->amo_encoder = (AMO_ENCODER::PB2CNF_AMO_Encoder)e.encoder;
        else
            config->amk_encoder = (AMK_ENCODER::PB2CNF_AMK_Encoder)e.encoder;
        int n = atoi(argv[2]);
        std::vector<WeightedLit> x;
        for (int i = 0; i < n; i++) x.push_back(WeightedLit(i + 1, e.kind == WEIGHTED ? weight_of(i) : 1));
        PBConstraint constraint(x, LEQ, atoll(argv[3]));
        clock_of_cpu clock;
        VectorClauseDatabase clauses(config);
        PB2CNF encoder(config);
        AuxVarManager vars(n + 1);
        encoder.encode(constraint, clauses, vars);
        double seconds = clock.seconds();
        print_line(vars.getBiggestReturnedAuxVar() - n, clauses.getClauses(), seconds);
        return 0;
    }
    return 2;
}
