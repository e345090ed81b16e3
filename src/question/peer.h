/* `--solver peer:NAME`: another program that solves the whole question. */
#ifndef PEER_H
#define PEER_H

#include "question/request.h"

bool peer_asked(const char *solver);
enum status peer_solve(const struct request *r, struct answer *a);
void peer_version(const char *solver, struct text *out);
void peers_list(struct text *out); /* those that are installed: "name\tversion\n" */

#endif
