#!/usr/bin/env python3
"""Draws files in FlatZinc, and compares the program's number of solutions, with conditions on every constraint, and its optima,
with those of all assignments. Prints each file that differs. Arguments: the program, the number of files, a seed."""
import itertools, random, subprocess, sys, tempfile, os

program, rounds, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


class Undefined(Exception):
    pass


def quotient(x, y):
    if y == 0:
        raise Undefined
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def power(x, y):
    return x ** y if y >= 0 else quotient(1, x ** -y)


def entry(i, a):
    if not 1 <= i <= len(a):
        raise Undefined
    return a[i - 1]


def distinct(a, but=()):
    b = [v for v in a if v not in but]
    return len(set(b)) == len(b)


def circuit(x, low, sub):
    n = len(x)
    if any(not low <= v < low + n or v - low == i and not sub for i, v in enumerate(x)):
        return False
    moves = [i for i in range(n) if x[i] - low != i] if sub else list(range(n))
    at, seen = (moves or [0])[0], 0
    for seen in range(1, n + 1):
        at = x[at] - low
        if moves and at == moves[0]:
            break
    return distinct(x) and (not moves or (at == moves[0] and seen == len(moves)))


def regular(x, automaton, states):
    now, accepting = {automaton[0]}, automaton[1]
    moves = [tuple(automaton[k:k + 3]) for k in range(2 + accepting, len(automaton), 3)]
    for v in x:
        now = {r for q, s, r in moves if q in now and s == v}
    return bool(now & set(automaton[2:2 + accepting]))


def connected(x, tails, heads):
    reached = {next((i for i, v in enumerate(x) if v), -1)}
    for _ in x:
        for t, h in list(zip(tails, heads)) + list(zip(heads, tails)):
            if t - 1 in reached and x[h - 1]:
                reached.add(h - 1)
    return all(i in reached for i, v in enumerate(x) if v)


def inverse(f, g, low):
    return (all(low <= v < low + len(g) and g[v - low] == i + low for i, v in enumerate(f)) and
            all(low <= v < low + len(f) and f[v - low] == i + low for i, v in enumerate(g)))


# Kinds of arguments: i, b, s; I, B of three; C, D: constants of three; c: a number; K: a set.
ORDER = sorted
MEANING = {
    "int_lin_eq": ("DIc", lambda w, x, c: sum(map(int.__mul__, w, x)) == c),
    "int_lin_le": ("DIc", lambda w, x, c: sum(map(int.__mul__, w, x)) <= c),
    "int_lin_ne": ("DIc", lambda w, x, c: sum(map(int.__mul__, w, x)) != c),
    "bool_lin_eq": ("DBi", lambda w, x, c: sum(map(int.__mul__, w, x)) == c),
    "bool_lin_le": ("DBi", lambda w, x, c: sum(map(int.__mul__, w, x)) <= c),
    "int_eq": ("ii", lambda x, y: x == y), "int_ne": ("ii", lambda x, y: x != y),
    "int_le": ("ii", lambda x, y: x <= y), "int_lt": ("ii", lambda x, y: x < y),
    "bool_eq": ("bb", lambda x, y: x == y), "bool_not": ("bb", lambda x, y: x != y),
    "bool_le": ("bb", lambda x, y: x <= y), "bool_lt": ("bb", lambda x, y: x < y),
    "int_ge": ("ii", lambda x, y: x >= y), "int_gt": ("ii", lambda x, y: x > y),
    "bool_ge": ("bb", lambda x, y: x >= y), "bool_gt": ("bb", lambda x, y: x > y),
    "bool_ne": ("bb", lambda x, y: x != y), "int_negate": ("ii", lambda x, y: x == -y),
    "int_plus": ("iii", lambda x, y, z: x + y == z), "int_minus": ("iii", lambda x, y, z: x - y == z),
    "int_times": ("iii", lambda x, y, z: x * y == z),
    "int_div": ("iii", lambda x, y, z: quotient(x, y) == z),
    "int_mod": ("iii", lambda x, y, z: x - y * quotient(x, y) == z),
    "int_pow": ("iii", lambda x, y, z: power(x, y) == z),
    "int_min": ("iii", lambda x, y, z: min(x, y) == z), "int_max": ("iii", lambda x, y, z: max(x, y) == z),
    "int_abs": ("ii", lambda x, y: abs(x) == y), "bool2int": ("bi", lambda x, y: x == y),
    "array_int_maximum": ("iI", lambda m, x: max(x) == m), "array_int_minimum": ("iI", lambda m, x: min(x) == m),
    "bool_and": ("bbb", lambda x, y, z: (x & y) == z), "bool_or": ("bbb", lambda x, y, z: (x | y) == z),
    "bool_xor": ("bbb", lambda x, y, z: (x ^ y) == z),
    "array_bool_and": ("Bb", lambda x, r: all(x) == r), "array_bool_or": ("Bb", lambda x, r: any(x) == r),
    "array_bool_xor": ("B", lambda x: sum(x) % 2 == 1),
    "bool_clause": ("BB", lambda x, y: any(x) or not all(y)),
    "array_int_element": ("iCi", lambda i, a, x: entry(i, a) == x),
    "array_var_int_element": ("iIi", lambda i, a, x: entry(i, a) == x),
    "array_var_bool_element": ("iBb", lambda i, a, x: entry(i, a) == x),
    "array_bool_element": ("iBb", lambda i, a, x: entry(i, a) == x),
    "set_in": ("is", lambda x, s: x in s), "set_card": ("si", lambda s, x: len(s) == x),
    "set_eq": ("ss", lambda s, t: s == t), "set_ne": ("ss", lambda s, t: s != t),
    "set_subset": ("ss", lambda s, t: s <= t), "set_superset": ("ss", lambda s, t: s >= t),
    "set_le": ("ss", lambda s, t: ORDER(s) <= ORDER(t)), "set_lt": ("ss", lambda s, t: ORDER(s) < ORDER(t)),
    "set_ge": ("ss", lambda s, t: ORDER(s) >= ORDER(t)), "set_gt": ("ss", lambda s, t: ORDER(s) > ORDER(t)),
    "set_union": ("sss", lambda s, t, r: s | t == r), "set_intersect": ("sss", lambda s, t, r: s & t == r),
    "set_diff": ("sss", lambda s, t, r: s - t == r), "set_symdiff": ("sss", lambda s, t, r: s ^ t == r),
    "array_var_set_element": ("iSs", lambda i, a, x: entry(i, a) == x),
    "fzn_all_different_int": ("I", distinct), "loophole_all_different_except": ("IK", distinct),
    "loophole_table": ("IT", lambda x, t: tuple(x) in {tuple(t[k:k + 3]) for k in range(0, len(t), 3)}),
    "loophole_circuit": ("Il", lambda x, low: circuit(x, low, False)),
    "loophole_subcircuit": ("Il", lambda x, low: circuit(x, low, True)),
    "loophole_inverse": ("IIl", inverse),
    "loophole_increasing": ("Iz", lambda x, least: all(a + least <= b for a, b in zip(x, x[1:]))),
    "loophole_lex": ("IIz", lambda x, y, strict: x < y if strict else x <= y),
    "loophole_count": ("ICI", lambda x, v, c: all(x.count(a) == b for a, b in zip(v, c))),
    "loophole_regular": ("IAn", regular),
    "loophole_connected": ("BEE", connected),
}
GLOBAL = ("fzn_", "loophole_")
FUNCTIONS = {"int_plus", "int_times"}


def draw(r):
    names, domains, lines = [], [], []
    for k in range(r.randint(2, 4)):
        low = r.randint(-3, 2)
        values = list(range(low, low + r.randint(1, 5)))
        if r.random() < .3:
            values = sorted({r.choice((1, 1, 4)) * v * r.choice((1, 7)) for v in values})
        if r.random() < .15:
            values = sorted(r.sample(range(-30, 30), 5))
        ends = [f"{values[0]}..{values[-1]}", "{" + ",".join(map(str, values)) + "}"]
        names.append(f"x{k}")
        holes = len(values) != values[-1] - values[0] + 1
        domains.append(("i", values))
        lines.append(f"var {ends[holes]}: x{k};")
    for k in range(r.randint(2, 3)):
        names.append(f"b{k}")
        domains.append(("b", [0, 1]))
        lines.append(f"var bool: b{k};")
    for k in range(r.choice((0, 0, 1, 2))):
        names.append(f"s{k}")
        of = r.choice(([1, 2], [1, 3], [-1, 0, 2]))
        sets = [frozenset(c) for n in range(len(of) + 1) for c in itertools.combinations(of, n)]
        domains.append(("s", sets))
        lines.append(f"var set of {{{','.join(map(str, of))}}}: s{k};")

    def one(kind):
        """The text of an argument, and a function of an assignment."""
        own = [k for k, d in enumerate(domains) if d[0] == kind]
        if own and r.random() < .85:
            k = r.choice(own)
            return names[k], lambda a: a[k]
        if kind == "i":
            v = r.randint(-3, 4)
            return str(v), lambda a: v
        if kind == "b":
            v = r.randint(0, 1)
            return ("false", "true")[v], lambda a: v
        s = frozenset(r.sample((-1, 0, 1, 2, 3), r.randint(0, 3)))
        return "{" + ",".join(map(str, s)) + "}", lambda a: s

    def constant(v):
        text = "[" + ",".join(map(str, v)) + "]" if isinstance(v, list) else str(v)
        return text, lambda a: v

    def argument(kind, size):
        if kind in "ibs":
            return one(kind)
        if kind in "IBS":
            parts = [one(kind.lower()) for _ in range(size)]
            return "[" + ",".join(p[0] for p in parts) + "]", lambda a: [p[1](a) for p in parts]
        if kind == "K":
            s = frozenset(r.sample((0, 1, 2, 3), r.randint(0, 3)))
            return "{" + ",".join(map(str, s)) + "}", lambda a: s
        if kind == "c":
            return constant(r.randint(-6, 9))
        if kind == "l":
            return constant(r.choice((0, 1, 1)))
        if kind == "z":
            return constant(r.randint(0, 1))
        if kind == "n":
            return constant(2)
        if kind == "E":
            return constant([r.randint(1, size) for _ in range(size)])
        if kind == "A":
            accepts = r.sample((0, 1), r.randint(0, 2))
            return constant([r.randint(0, 1), len(accepts)] + accepts +
                            [v for _ in range(r.randint(0, 6)) for v in (r.randint(0, 1), r.randint(-1, 3), r.randint(0, 1))])
        count = 3 * r.randint(1, 9) if kind == "T" else size
        return constant([r.choice((-2, -1, 0, 1, 2, 3, 4, 7)) for _ in range(count)])

    rules = []
    for _ in range(r.randint(1, 4)):
        name = r.choice(list(MEANING))
        kinds, holds = MEANING[name]
        if ("s" in kinds.lower() and not any(d[0] == "s" for d in domains)) and r.random() < .7:
            continue
        size = 3 if "T" in kinds or "E" in kinds else r.randint(1, 3)
        parts = [argument(k, size) for k in kinds]
        condition = None if name.startswith(GLOBAL) else r.choice((None, None, "_reif", "_imp"))
        if condition:
            parts.append(one("b"))
        lines.append(f"constraint {name}{condition or ''}({','.join(p[0] for p in parts)});")

        def judged(a, parts=parts, holds=holds, condition=condition):
            values = [p[1](a) for p in parts]
            try:
                truth = bool(holds(*values[:-1] if condition else values))
            except (Undefined, ZeroDivisionError):
                truth = False
            return truth if not condition else truth == bool(values[-1]) if condition == "_reif" else truth or not values[-1]
        rules.append(judged)
    goal = None
    if r.random() < .3:
        goal = r.choice([k for k, d in enumerate(domains) if d[0] == "i"])
    solutions = [a for a in itertools.product(*(d[1] for d in domains)) if all(j(a) for j in rules)]
    shown = sorted(r.sample(range(len(names)), r.randint(1, len(names)))) if r.random() < .5 else []
    for k in shown:
        lines[k] = lines[k].replace(";", " :: output_var;")
    word = r.choice(("minimize", "maximize")) if goal is not None else "satisfy"
    lines.append(f"solve {word}{' ' + names[goal] if goal is not None else ''};")
    best = None
    if goal is not None and solutions:
        best = (min if word == "minimize" else max)(a[goal] for a in solutions)
    return "\n".join(lines) + "\n", len({tuple(a[k] for k in shown) if shown else a for a in solutions}), best


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "drawn.fzn")
        for i in range(rounds):
            r = random.Random(f"{seed} {i}")
            text, count, best = draw(r)
            with open(path, "w") as f:
                f.write(text)
            form = r.choice((["--int", "direct"], ["--int", "order"], ["--int", "log"], [], []))
            run = subprocess.run([program, "count", "-q", "--all-costs", "-f", path, *form], capture_output=True, text=True)
            found = run.stdout.strip()
            if best is not None:
                other = subprocess.run([program, "solve", "--json", "-f", path, *form], capture_output=True, text=True).stdout
                found += f" best {best}" if f'"objective_value": {best},' in other else " another optimum"
            if found != str(count) + (f" best {best}" if best is not None else ""):
                wrong += 1
                print(f"% file {i} of seed {seed}, {form}: {count}, best {best}, but {found} {run.stderr}\n{text}")
    sys.exit(wrong > 0)


main()
