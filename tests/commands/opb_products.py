"""Random OPB files with products of literals, named rows and block comments: the optimum of
`loophole solve` is that of a search over all values. Usage: opb_products.py LOOPHOLE FILES"""
import itertools
import random
import subprocess
import sys

VARS = 5


def factor(x):
    return f'~x{-x}' if x < 0 else f'x{x}'


def terms(rng, n):
    return [(rng.randint(-4, 5), [rng.choice((-1, 1)) * rng.randint(1, VARS) for _ in range(rng.randint(1, 4))])
            for _ in range(n)]


def write(rng, some):
    return ' '.join(f'{w:+d} ' + rng.choice((' ', '*', ' * ', ' /* and */ ')).join(map(factor, x)) for w, x in some)


def total(some, value):
    return sum(w for w, x in some if all(value[abs(v)] == (v > 0) for v in x))


def optimum(cost, rows):
    best = None
    for bits in itertools.product((False, True), repeat=VARS):
        value = (None, *bits)
        if all(total(row, value) >= k for row, k in rows):
            best = min(total(cost, value), total(cost, value) if best is None else best)
    return best


def main(loophole, files):
    rng = random.Random(8)
    for number in range(int(files)):
        cost, rows = terms(rng, 4), [(terms(rng, 4), rng.randint(-1, 4)) for _ in range(4)]
        with open('p.opb', 'w') as f:
            print(f'/* number {number}\n* of {files} */\nmin: {write(rng, cost)} ;', file=f)
            for i, (row, k) in enumerate(rows):
                print(rng.choice((f'R{i}: ', f'@R{i} ', '')) + f'{write(rng, row)} >= {k} ;', file=f)
        best = optimum(cost, rows)
        run = subprocess.run([loophole, 'solve', '-f', 'p.opb'], capture_output=True, text=True)
        wanted = 'no solution' if best is None else f'objective {best}, proved optimal'
        if run.returncode != (20 if best is None else 30) or wanted not in run.stdout:
            sys.exit(f'file {number}: expected "{wanted}", not\n{run.stdout}{run.stderr}{open("p.opb").read()}')
        if best is None or number % 4:
            continue
        subprocess.run([loophole, 'encode', '-f', 'p.opb', '--bound', 'optimum', '-o', 'p.cnf'], check=True)
        reply = subprocess.run([loophole, 'solve', 'p.cnf', '-q'], capture_output=True, text=True).stdout
        subprocess.run([loophole, 'decode', '--from', 'p.cnf'], input=f's SATISFIABLE\n{reply}', text=True,
                       check=True, stdout=subprocess.DEVNULL)


main(*sys.argv[1:])
