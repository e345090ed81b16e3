/* The encodings that exist: one line each, by kind and then by name. `loophole list encodings` shows
 * them. Include with ENCODING(name) defined. */
ENCODING(amo_bimander)
ENCODING(amo_bitwise)
ENCODING(amo_commander)
ENCODING(amo_grid)
ENCODING(amo_ladder)
ENCODING(amo_pairwise)
ENCODING(amo_product)
ENCODING(pb_gte)
ENCODING(pb_mdd)
ENCODING(xor_cut)
ENCODING(xor_direct)
ENCODING(card_totalizer)
