/* All file formats, in the order of lists. Include it with FORMAT(name) defined; format_NAME.c or a
 * related file exports `const struct format format_NAME`. */
FORMAT(cnf)
FORMAT(xcnf)
FORMAT(knf)
FORMAT(wcnf)
FORMAT(wcnf_old)
FORMAT(icnf)
FORMAT(opb)
FORMAT(lp)
FORMAT(mzn)
FORMAT(json)
