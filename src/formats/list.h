/* The file formats that exist, in the order in which they are listed. Include with FORMAT(name) defined;
 * format_NAME.c or one of related functions exports `const struct format format_NAME`. */
FORMAT(cnf)
FORMAT(xcnf)
FORMAT(knf)
FORMAT(wcnf)
FORMAT(wcnf_old)
FORMAT(icnf)
FORMAT(opb)
FORMAT(lp)
FORMAT(mzn)
