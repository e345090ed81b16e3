// Encode one cardinality constraint from C++ into your own storage, with each encoder.
//
//     c++ encode_one.cc $(pkg-config --cflags --libs loophole) -o encode_one && ./encode_one
#include <loophole.h>

#include <iostream>
#include <string>
#include <vector>

struct formula {
    std::vector<std::vector<int>> clauses;
};

extern "C" void keep_clause(void *state, const int *lits, int n)
{
    static_cast<formula *>(state)->clauses.emplace_back(lits, lits + n);
}

int main()
{
    const int x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    loophole_claims claims = {};
    claims.size = sizeof claims;
    for (int i = 0; loophole_encoder(i, &claims); i++) {
        if (std::string(claims.kind) != "card") continue;
        formula f;
        char *error = nullptr;
        loophole_sink *sink = loophole_sink_new(10, keep_clause, &f);
        if (!loophole_sink_card(sink, claims.name, x, 10, 0, 3, &error)) {
            std::cerr << claims.name << ": " << error << "\n";
            loophole_free(error);
            return 1;
        }
        std::cout << claims.name << ": " << f.clauses.size() << " clauses, " << loophole_sink_vars(sink) - 10
                  << " new variables, " << claims.strength << "\n";
        loophole_sink_free(sink);
    }
}
