# Reads gcc's call graphs (-fcallgraph-info) of the puzzles' files, behind a list of roots, "verify FUNCTION" and "pose FUNCTION"
# (those that decode, too). Prints which functions of src/puzzles/ and src/declared/ a verify shares with what poses and decodes; then what it calls of
# the rooms where models live, or through a pointer, where a call graph is blind.
function place(label) { return match(label, /(src|tests)\/[a-z_\/]*\.[ch]/) ? substr(label, RSTART, RLENGTH) : "" }
FNR == NR { root[$2] = root[$2] " " $1; next }
/^node:/ {
    split($0, q, "\"")
    n = q[2]; split(q[4], l, "\\\\n"); where = place(q[4])
    name[n] = l[1]
    if (where ~ /\.h$/ && q[0] !~ /ellipse/ && n ~ /:/) id[n] = where ":" l[1]; else id[n] = n
    if ($0 !~ /ellipse/) { file[id[n]] = where; plain[id[n]] = l[1] }
}
/^edge:/ { split($0, q, "\""); from = q[2]; to[from] = to[from] SUBSEP q[4]; sources[from] = 1 }
function reach(n, mark,   i, k, next_) {
    if ((mark, id[n]) in seen) return
    seen[mark, id[n]] = 1
    if (file[id[n]] ~ /^src\/base\//) return # which knows no puzzle: what it calls back is its caller's
    k = split(to[n], next_, SUBSEP)
    for (i = 2; i <= k; i++) reach(next_[i], mark)
}
END {
    for (n in name) if (n in id && file[id[n]] != "" && name[n] in root) {
        if (root[name[n]] ~ /verify/) { reach(n, "verify"); verifies++ }
        if (root[name[n]] ~ /pose/) { reach(n, "pose"); poses++ }
    }
    for (f in file) if (file[f] ~ /^(src\/(puzzles|declared)|tests\/template)\// && ("verify", f) in seen && ("pose", f) in seen)
        print file[f] ": " plain[f]
    for (f in id) if (f ~ /^((model|gf2|parity|kernel|reduction|walsh)_|__indirect_call)/ && ("verify", f) in seen) print "a verify calls " f
    print verifies + 0, poses + 0 >"/dev/stderr"
}
