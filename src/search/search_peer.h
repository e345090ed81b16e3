/* `--solver peer:NAME`: another program that solves the whole question. */
#ifndef SEARCH_PEER_H
#define SEARCH_PEER_H

#include "search/search.h"

bool search_peer_asked(const char *solver);
/* As search_solve, by the peer that q->choices.solver names. */
enum status search_peer(const struct question *q, struct answer *a);
void search_peer_version(const char *solver, struct text *out);
void search_peer_list(struct text *out); /* those that are installed: "name\tversion\n" */

#endif
