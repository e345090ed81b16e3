/* Model rotation: a solution of all rules but one shows, without a call of the solver, that other
 * rules are needed as well. It changes the value of one variable or integer of the broken rule; if
 * one other rule is broken then, and no third one, that rule is needed, and its own variables are
 * next. Marques-Silva & Lynce, SAT 2011; Belov & Marques-Silva, FMCAD 2011. */
#pragma once

#include "model/model.h"

/* Of each rule, as the caller sets it. */
enum rotation_state {
    ROTATION_OFF,   /* it may be broken */
    ROTATION_HOLD,  /* it must hold */
    ROTATION_CORE,  /* it must hold, and is perhaps needed */
    ROTATION_LEFT,  /* of the core, it may be broken because the solver left it out */
    ROTATION_NEEDED /* it must hold, and is known to be needed */
};

struct rotation;
/* For rules of the model; definition[row]: the row holds even if its rule does not have to. Both
 * are borrowed. */
struct rotation *rotation_new(const struct model *m, const bool *definition);
void rotation_free(struct rotation *r); /* NULL: nothing */
/* Whether the values satisfy all rules that must hold. *broken: how many rules of the core they
 * break, 2 also for more. If it is one, that rule and those that it finds by rotation get
 * ROTATION_NEEDED. The values change meanwhile. False: with a sentence. */
bool rotation_learn(struct rotation *r, struct values a, char *state, int *broken, struct text *err);
