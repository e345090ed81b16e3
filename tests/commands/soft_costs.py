"""Random WCNF and WBO files: `loophole solve` finds the optimum that Python's integers find. Usage: soft_costs.py LOOPHOLE FILES
Half of them have soft constraints that cost up to 2^67 together; a file without a cheap solution is refused. The others have
up to 40 soft clauses, many of them twice or opposite, and are solved by each search, with and without checked proofs."""
import itertools
import json
import random
import subprocess
import sys

VARS = 5


def clause(rng, most):
    return [rng.choice((-1, 1)) * v for v in rng.sample(range(1, VARS + 1), rng.randint(1, most))]


def weight(rng, most):
    return rng.choice((rng.randint(1, 9), rng.randint(1, 2 ** 50), rng.randint(2 ** 60, most)))


def true(literals, value):
    return any(value[abs(x)] == (x > 0) for x in literals)


def optimum(hard, soft, top):
    costs = [sum(w for w, c in soft if not true(c, value))
             for value in ((None, *bits) for bits in itertools.product((False, True), repeat=VARS))
             if all(true(c, value) for c in hard)]
    costs = [c for c in costs if top is None or c < top]
    return min(costs) if costs else None


def row(c):
    return ' '.join(f'1 {"~" * (x < 0)}x{abs(x)}' for x in c) + ' >= 1 ;'


def written(rng, kind, hard, soft, top):
    def numbers(c):
        return ' '.join(map(str, (*c, 0)))
    if kind == 'wbo':
        return [f'soft: {top or ""} ;', *map(row, hard), *(f'[{w}] {row(c)}' for w, c in soft)]
    if kind == 'new':
        return [*(f'h {numbers(c)}' for c in hard), *(f'{w} {numbers(c)}' for w, c in soft)]
    large = sum(w for w, _ in soft) + 1
    rows = [(large + rng.randint(0, 9), c) for c in hard] + soft
    rng.shuffle(rows)
    return [f'p wcnf {VARS} {len(rows)} {large}', *(f'{w} {numbers(c)}' for w, c in rows)]


def many_softs(rng):
    soft = []
    for _ in range(rng.randint(1, rng.choice((5, 15, 40)))):
        w = rng.choice((1, 1, rng.randint(1, 5), rng.randint(1, 1000), 10 ** rng.randint(1, 9)))
        c = [rng.choice((-1, 1)) * x for x in rng.choice(soft)[1]] if soft and rng.random() < 0.3 else clause(rng, rng.choice((1, 1, 2, 3)))
        soft.append((w, c))
    return soft


def by_each_search(loophole, files):
    rng = random.Random(4)
    ways = ([], [], ["--search", "core"], ["--search", "mixed"], ["--search", "up"], ["--search", "down"], ["--solver", "picosat"],
            ["--proof-check", "always"], ["--search", "core", "--proof-check", "always"])
    seen = set()
    for _ in range(files):
        hard, soft = [clause(rng, 3) for _ in range(rng.choice((0, rng.randint(0, 15), rng.randint(10, 30))))], many_softs(rng)
        with open("w.wcnf", "w") as f:
            print(*written(rng, rng.choice(("old", "new")), hard, soft, None), sep="\n", file=f)
        best, way = optimum(hard, soft, None), rng.choice(ways)
        run = subprocess.run([loophole, "solve", "-f", "w.wcnf", "--json", *way], capture_output=True, text=True)
        answer = json.loads(run.stdout or "{}")
        found = [answer.get("status"), *(int(answer[k]) for k in ("objective_value", "lower_bound") if answer.get(k) is not None and best is not None)]
        unchecked = "always" in way and any("unchecked" in str(e.get("kind")) for e in answer.get("evidence", ()))
        if unchecked or found != (["unsatisfiable"] if best is None else ["optimal", best, best]):
            sys.exit(f"{open('w.wcnf').read()}{way}: {run.stdout}{run.stderr}expected {best}")
        seen.add((best is None, best == 0))
    if len(seen) < 3:
        sys.exit(f"{seen}: the files are too much alike")


def main(loophole, files):
    by_each_search(loophole, int(files))
    rng = random.Random(3)
    answers = {'solved': 0, 'none': 0, 'refused': 0}
    for _ in range(int(files)):
        kind = rng.choice(('old', 'new', 'wbo'))
        most = 2 ** 61 if kind == 'wbo' else 2 ** 63 - 1
        hard = [clause(rng, 3) for _ in range(rng.randint(0, 9))]
        soft = [(weight(rng, most), clause(rng, rng.choice((1, 1, 3)))) for _ in range(rng.randint(3, 10))]
        top = rng.choice((None, rng.randint(1, 2 ** rng.choice((4, 51, 61))))) if kind == 'wbo' else None
        name = 'w.wbo' if kind == 'wbo' else 'w.wcnf'
        with open(name, 'w') as f:
            print(*written(rng, kind, hard, soft, top), sep='\n', file=f)
        best = optimum(hard, soft, top)
        run = subprocess.run([loophole, 'solve', '-f', name, '--format', 'competition'], capture_output=True, text=True)
        found = [line.split()[1] for line in run.stdout.splitlines() if line.startswith('o ')]
        if run.returncode == 20 and best is None:
            answers['none'] += 1
        elif run.returncode == 30 and found[-1] == str(best):
            answers['solved'] += 1
        elif run.returncode == 1 and 'more than 61 bits' in run.stderr and min(best or 2 ** 99, top or 2 ** 99) >= 2 ** 54:
            answers['refused'] += 1
        else:
            sys.exit(f'{open(name).read()}{run.stdout}{run.stderr}expected {best}')
    if min(answers.values()) < int(files) // 20:
        sys.exit(f'{answers}: the files are too much alike')
    print(answers)


main(*sys.argv[1:])
