/* The constraints of FlatZinc: name, arguments (see flatzinc_arguments), and whether values satisfy
 * it, in the words of flatzinc_verify.c. Include it with CONSTRAINT defined, and if they matter:
 *
 * RELATION  u x + v y + w z, or a weighted sum, is equal to (=), differs from (#) or is at most (<)
 *           the bound
 * FUNCTION  the last argument, or the first one of "iI", is the value of the others */
#ifndef RELATION
#define RELATION(name, arguments, u, v, w, sign, bound, holds) CONSTRAINT(name, arguments, holds)
#endif
#ifndef FUNCTION
#define FUNCTION CONSTRAINT
#endif
RELATION(int_lin_eq, "CIc", 0, 0, 0, '=', 0, WEIGHTED == z)
RELATION(int_lin_le, "CIc", 0, 0, 0, '<', 0, WEIGHTED <= z)
RELATION(int_lin_ne, "CIc", 0, 0, 0, '#', 0, WEIGHTED != z)
RELATION(bool_lin_eq, "CBi", 0, 0, 0, '=', 0, WEIGHTED == z)
RELATION(bool_lin_le, "CBi", 0, 0, 0, '<', 0, WEIGHTED <= z)
RELATION(int_eq, "ii", 1, -1, 0, '=', 0, x == y)
RELATION(int_ne, "ii", 1, -1, 0, '#', 0, x != y)
RELATION(int_le, "ii", 1, -1, 0, '<', 0, x <= y)
RELATION(int_lt, "ii", 1, -1, 0, '<', -1, x < y)
RELATION(bool_eq, "bb", 1, -1, 0, '=', 0, x == y)
RELATION(bool_ne, "bb", 1, -1, 0, '#', 0, x != y)
RELATION(bool_le, "bb", 1, -1, 0, '<', 0, x <= y)
RELATION(bool_lt, "bb", 1, -1, 0, '<', -1, x < y)
RELATION(int_plus, "iii", 1, 1, -1, '=', 0, x + y == z)
RELATION(int_negate, "ii", 1, 1, 0, '=', 0, x == -y)
RELATION(bool2int, "bi", 1, -1, 0, '=', 0, x == y)
FUNCTION(int_times, "iii", (__int128)x *y == z)
FUNCTION(int_div, "iii", y &&x / y == z)
FUNCTION(int_mod, "iii", y &&x % y == z)
FUNCTION(int_pow, "iii", flatzinc_is_power(x, y, z))
FUNCTION(int_abs, "ii", y == llabs(x))
FUNCTION(array_int_maximum, "iI", flatzinc_is_extreme(j, x, 1))
FUNCTION(array_int_minimum, "iI", flatzinc_is_extreme(j, x, -1))
FUNCTION(array_bool_and, "Bb", (COUNT(0, 0) == 0) == y)
FUNCTION(array_bool_or, "Bb", (COUNT(0, 1) > 0) == y)
CONSTRAINT(array_bool_xor, "B", COUNT(0, 1) % 2)
CONSTRAINT(bool_clause, "BB", COUNT(0, 1) || COUNT(1, 0))
FUNCTION(array_var_int_element, "iIi", x >= 1 && x <= j->a[1].n && flatzinc_of_list(j, 1, x - 1) == z)
FUNCTION(array_var_bool_element, "iBb", x >= 1 && x <= j->a[1].n && flatzinc_of_list(j, 1, x - 1) == z)
FUNCTION(array_var_set_element, "iSs",
         x >= 1 && x <= j->a[1].n && !flatzinc_order(j, j->f->item[j->a[1].v + x - 1], j->a[2]))
CONSTRAINT(set_in, "is", flatzinc_member_of(j, x, j->a[1]))
FUNCTION(set_card, "si", flatzinc_members(j, j->a[0]) == y)
CONSTRAINT(set_eq, "ss", flatzinc_order(j, j->a[0], j->a[1]) == 0)
CONSTRAINT(set_ne, "ss", flatzinc_order(j, j->a[0], j->a[1]) != 0)
CONSTRAINT(set_subset, "ss", flatzinc_subset(j, j->a[0], j->a[1]))
CONSTRAINT(set_le, "ss", flatzinc_order(j, j->a[0], j->a[1]) <= 0)
CONSTRAINT(set_lt, "ss", flatzinc_order(j, j->a[0], j->a[1]) < 0)
FUNCTION(set_union, "sss", flatzinc_combined(j, "0111"))
FUNCTION(set_intersect, "sss", flatzinc_combined(j, "0001"))
FUNCTION(set_diff, "sss", flatzinc_combined(j, "0010"))
FUNCTION(set_symdiff, "sss", flatzinc_combined(j, "0110"))
/* Global constraints, which share/minizinc/loophole keeps. */
CONSTRAINT(fzn_all_different_int, "I", flatzinc_distinct(j, false))
CONSTRAINT(loophole_all_different_except, "IK", flatzinc_distinct(j, true))
CONSTRAINT(loophole_table, "IC", flatzinc_listed(j))
CONSTRAINT(loophole_regular, "ICc", flatzinc_accepted(j))
CONSTRAINT(loophole_circuit, "Ic", flatzinc_circular(j, false))
CONSTRAINT(loophole_subcircuit, "Ic", flatzinc_circular(j, true))
CONSTRAINT(loophole_inverse, "IIc", flatzinc_mutual(j, 0) && flatzinc_mutual(j, 1))
CONSTRAINT(loophole_increasing, "Ic", flatzinc_rises(j))
CONSTRAINT(loophole_lex, "IIc", flatzinc_precedes(j))
CONSTRAINT(loophole_count, "ICI", flatzinc_counted(j))
CONSTRAINT(loophole_connected, "BCC", flatzinc_one_part(j))
#undef CONSTRAINT
#undef RELATION
#undef FUNCTION
