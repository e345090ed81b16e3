"""Counts beyond the first few solutions. Usage: counting.py LOOPHOLE SEED N
N random problems, from SEED on, are counted as a search over all values counts them: formulas that fall apart, with projections,
sums, parities, objectives and repeated literals; and models with integers, conditions and connected cells. The same solutions
are listed. Then numbers of hundreds of digits are compared with Python's integers."""
import itertools
import json
import math
import random
import subprocess
import sys

EDGES = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))


def true(x, bits):
    return bits[abs(x) - 1] == (x > 0)


def row_holds(kind, xs, bound, bits):
    n = sum(true(x, bits) for x in xs)
    return {"or": n >= 1, "xor": n % 2 == 1, "least": n >= bound, "equal": n == bound}[kind]


def random_rows(rng, n, kinds):
    """Rows over parts of the variables 1..n."""
    parts, first = [], 1
    while first <= n:
        parts.append(range(first, min(n, first + rng.randint(0, 6)) + 1))
        first = parts[-1][-1] + 1
    rows = []
    for _ in range(rng.randint(0, 2 * n)):
        part = rng.choice(parts)
        xs = [rng.choice((1, -1)) * v for v in rng.sample(part, rng.randint(1, min(4, len(part))))]
        kind = rng.choice(kinds)
        if kind == "or" and rng.random() < 0.05:
            xs.append(rng.choice((1, -1)) * rng.choice(xs))
        rows.append((kind, xs, rng.randint(0, len(xs) // 2)))
    return rows


def projections(rng, n):
    return sorted(rng.sample(range(1, n + 1), rng.randint(1, n))) if rng.random() < 0.5 else list(range(1, n + 1))


def random_cnf(rng):
    n = rng.randint(5, 12)
    rows, show = random_rows(rng, n, ("or",) * 4 + rng.choice(((), ("xor",)))), projections(rng, n)
    words = {"or": "", "xor": "x "}
    with open("r.cnf", "w") as out:
        print("p cnf", n, len(rows), file=out)
        if len(show) < n:
            print("c p show", *show, 0, file=out)
        for kind, xs, _ in rows:
            print(words[kind] + " ".join(map(str, [*xs, 0])), file=out)
    found = {tuple(bits[v - 1] for v in show) for bits in itertools.product((False, True), repeat=n)
             if all(row_holds(*row, bits) for row in rows)}
    return "r.cnf", [], len(found)


def random_opb(rng):
    n = rng.randint(5, 11)
    rows, show = random_rows(rng, n, ("or", "least", "equal")), projections(rng, n)
    costs = [rng.randint(0, 2) for _ in range(n)] if rng.random() < 0.5 else None
    with open("r.opb", "w") as out:
        print(f"* #variable= {n} #constraint= {len(rows)}", file=out)
        if len(show) < n:
            print("* ind", *show, 0, file=out)
        if costs and any(costs):
            print("min:", *(f"{c:+} x{v + 1}" for v, c in enumerate(costs) if c), ";", file=out)
        for kind, xs, bound in rows:
            print(*(f"+1 {'~' * (x < 0)}x{abs(x)}" for x in xs), "=" if kind == "equal" else ">=", 1 if kind == "or" else bound, ";", file=out)
    found = {}
    for bits in itertools.product((False, True), repeat=n):
        if all(row_holds(*row, bits) for row in rows):
            found.setdefault(sum(itertools.compress(costs, bits)) if costs else 0, set()).add(tuple(bits[v - 1] for v in show))
    if rng.random() < 0.5 or not found:
        return "r.opb", ["--all-costs"], len(set().union(*found.values()))
    return "r.opb", [], len(found[min(found)])


def random_sums(rng):
    """Weighted sums over parts of the variables, most of which are in one sum only, and may be in it twice."""
    n = rng.randint(8, 12)
    order, rows = rng.sample(range(1, n + 1), n), []
    while order:
        part = [order.pop() for _ in range(rng.randint(1, min(9, len(order))))]
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            xs = part + rng.sample(part, rng.choice((0, 0, 1)))
            rows.append([(rng.choice((-3, -2, -1, 1, 1, 2, 5)), rng.choice((1, -1)) * v) for v in xs])
            least = sum(min(w, 0) for w, _ in rows[-1])
            most = sum(max(w, 0) for w, _ in rows[-1])
            rows[-1] = rows[-1], rng.choice((">=", ">=", "=")), rng.randint(least, (least + most) // 2)
    show = list(range(1, n + 1)) if rng.random() < 0.8 else projections(rng, n)
    cost = rng.choice((None, rng.randint(1, n)))
    with open("r.opb", "w") as out:
        print(f"* #variable= {n} #constraint= {len(rows)}\n* ind", *show, 0, file=out)
        if cost:
            print(f"min: +1 x{cost} ;", file=out)
        for xs, sign, bound in rows:
            print(*(f"{w:+} {'~' * (x < 0)}x{abs(x)}" for w, x in xs), sign, bound, ";", file=out)
    found = {}
    for bits in itertools.product((False, True), repeat=n):
        sums = [(sum(w for w, x in xs if true(x, bits)), sign, bound) for xs, sign, bound in rows]
        if all(s == bound if sign == "=" else s >= bound for s, sign, bound in sums):
            found.setdefault(bits[cost - 1] if cost else 0, set()).add(tuple(bits[v - 1] for v in show))
    return "r.opb", [], len(found[min(found)]) if found else 0


def reached(on):
    some, rest = set(sorted(on)[:1]), True
    while rest:
        rest = {v for e in EDGES for v in e if set(e) & some and v in on} - some
        some |= rest
    return some == on


def random_model(rng):
    """Integers with sums and differences, and cells of which some are connected."""
    top = [rng.randint(1, 4) for _ in range(rng.randint(1, 4))]
    rows, tests = [], []
    for _ in range(rng.randint(0, 3)):
        some = rng.sample(range(len(top)), rng.randint(1, len(top)))
        weights = [rng.choice((-2, -1, 1, 2)) for _ in some]
        lo = rng.randint(-3, 2)
        if len(some) > 1 and rng.random() < 0.3:
            rows.append({"alldiff": [i + 1 for i in some], "offsets": [0] * len(some)})
            tests.append(lambda v, _, some=some: len({v[i] for i in some}) == len(some))
        else:
            rows.append({"linear": [], "integers": [i + 1 for i in some], "weights": weights, "lo": lo})
            tests.append(lambda v, _, some=some, w=weights, lo=lo: sum(a * v[i] for a, i in zip(w, some)) >= lo)
    cells = rng.choice((0, 6))
    if cells:
        rows.append({"connected": [1, 2, 3, 4, 5, 6], "edges": [v for e in EDGES for v in e]})
        tests.append(lambda _, bits: reached({i for i, b in enumerate(bits) if b}))
    with open("r.json", "w") as out:
        json.dump({"loophole-model": 1, "variables": [f"c{i}" for i in range(cells)],
                   "integers": [{"name": f"n{i}", "lo": 0, "hi": hi} for i, hi in enumerate(top)], "constraints": rows}, out)
    found = sum(all(t(v, bits) for t in tests) for v in itertools.product(*(range(hi + 1) for hi in top))
                for bits in itertools.product((False, True), repeat=cells))
    return "r.json", rng.choice(([], ["--int", "direct"], ["--int", "log"], ["--int", "order"])), found


def run(loophole, *options, status=0):
    ran = subprocess.run([loophole, "count", *options], capture_output=True, text=True)
    if ran.returncode != status:
        sys.exit(f"{options}: {ran.returncode} {ran.stderr}")
    return ran.stdout


def random_problems(loophole, seed, number):
    recurrences = 0
    for i in range(seed, seed + number):
        rng = random.Random(i)
        file, options, wanted = rng.choice((random_cnf, random_cnf, random_opb, random_sums, random_model))(rng)
        proof = rng.choice(([], ["--proof-check", "always"], ["--proof-check", "never"]))
        for more in ([], ["--print-solutions"]):
            answer = json.loads(run(loophole, "-f", file, "--json", *options, *proof, *more))
            found = answer["solution_count"], len(set(answer.get("solution_list", range(wanted))))
            recurrences += "cases and recurrences" in str(answer["evidence"])
            if found != (wanted, wanted) or not answer["complete"]:
                sys.exit(f"seed {i}, {options + proof + more}: {found}, but {wanted} is right\n{open(file).read()}")
    if number >= 200 and recurrences < number // 50:
        sys.exit(f"{recurrences} of {number} counts were made by a recurrence")


def large_numbers(loophole):
    rng = random.Random(1)
    for n in (1, 31, 32, 33, 64, 100, 1000):
        lengths = [rng.randint(1, 70) for _ in range(n // 5)]
        with open("r.cnf", "w") as out:  # clauses without a common variable, and a chain, whose numbers are Fibonacci's
            first, free = 1, n
            rows = []
            for k in lengths:
                rows.append(range(first, first + k))
                first += k
            rows += [(-v, -v - 1) for v in range(first, first + n - 1)]
            print("p cnf", first + n - 1 + free, len(rows), file=out)
            for row in rows:
                print(*row, 0, file=out)
        a, b = 1, 2
        for _ in range(n - 1):
            a, b = b, a + b
        wanted = math.prod(2**k - 1 for k in lengths) * b * 2**free
        found = json.loads(run(loophole, "r.cnf", "--json"))["solution_count"]
        if str(found) != str(wanted) or run(loophole, "r.cnf", "--quiet") != f"{wanted}\n" or isinstance(found, int) != (wanted < 2**53):
            sys.exit(f"{n}: {found}, but {wanted} is right")
    for n in (8, 100, 300):  # at most half of n variables, at least a third of others, and a knapsack of weights 1 to 9 in n
        weights = [1 + v % 9 for v in range(n)]
        with open("r.opb", "w") as out:
            print(f"* #variable= {3 * n} #constraint= 3", file=out)
            print(*(f"-1 x{v}" for v in range(1, n + 1)), f">= -{n // 2} ;", file=out)
            print(*(f"+1 x{v}" for v in range(n + 1, 2 * n + 1)), f">= {n // 3} ;", file=out)
            print(*(f"-{w} x{v}" for v, w in enumerate(weights, 2 * n + 1)), f">= -{n} ;", file=out)
        ways = [1] + [0] * n
        for w in weights:
            ways = [ways[k] + (ways[k - w] if k >= w else 0) for k in range(n + 1)]
        wanted = sum(math.comb(n, k) for k in range(n // 2 + 1)) * sum(math.comb(n, k) for k in range(n // 3, n + 1)) * sum(ways)
        if run(loophole, "r.opb", "--quiet") != f"{wanted}\n":
            sys.exit(f"sums of {n} variables are not counted")


if __name__ == "__main__":
    random_problems(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    large_numbers(sys.argv[1])
