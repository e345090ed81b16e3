"""Random OPB rows with numbers of up to 99 bits, on both sides of what a weight may be: `loophole count` finds the
solutions that Python's integers find, or refuses a row whose weights stay too large. Usage: opb_wide.py LOOPHOLE FILES"""
import itertools
import operator
import random
import subprocess
import sys

VARS = 5
RELATIONS = {'>=': operator.ge, '<=': operator.le, '>': operator.gt, '<': operator.lt, '=': operator.eq}


def number(rng, scale):
    return rng.choice((0, 1, 1, 2, 3)) * scale + rng.randint(-3, 3)


def total(terms, value):
    return sum(w for w, x in terms if not x or value[abs(x)] == (x > 0))


def row(rng, scale):
    terms = [(rng.choice((-1, 1)) * number(rng, rng.choice((scale, 1))), rng.choice((-1, 1)) * rng.randint(1, VARS))
             for _ in range(rng.randint(0, 7))]
    if rng.random() < 0.3:
        terms.append((number(rng, scale), 0))
    near = total(terms, (None, *(rng.random() < 0.5 for _ in range(VARS))))
    bound = rng.choice((near + rng.randint(-2, 2), number(rng, scale), rng.randint(-4, 4)))
    return terms, rng.choice(('>=', '>=', '<=', '>', '<', '=')), bound


def too_large(terms, relation, bound):
    """Whether the row's weights need more than 62 bits, even cut to the degree of the row as one with >=."""
    if abs(bound) <= 2 ** 61 and sum(abs(w) for w, _ in terms) < 2 ** 62:
        return False
    if relation == '=':
        return True
    sign = 1 if relation[0] == '>' else -1
    degree = sign * bound + (len(relation) == 1)
    weight = [0] * (VARS + 1)
    for w, x in terms:
        if x <= 0:
            degree -= sign * w
        weight[abs(x)] += sign * (w if x > 0 else -w)
    degree -= sum(min(w, 0) for w in weight[1:])
    return degree <= sum(min(abs(w), max(degree, 0)) for w in weight[1:]) >= 2 ** 62


def written(terms, relation, bound):
    return ' '.join(f'{w:+d}' + (f' {"~" * (x < 0)}x{abs(x)}' if x else '') for w, x in terms) + f' {relation} {bound} ;'


def main(loophole, files):
    rng = random.Random(5)
    answers = {'read': 0, 'refused': 0}
    for _ in range(int(files)):
        scale = 2 ** rng.randint(50, 97)
        rows = [row(rng, scale) for _ in range(rng.randint(1, 3))]
        with open('w.opb', 'w') as f:
            print(f'* #variable= {VARS} #constraint= {len(rows)}', *(written(*r) for r in rows), sep='\n', file=f)
        run = subprocess.run([loophole, 'count', '-f', 'w.opb', '--print-solutions', '-q'], capture_output=True, text=True)
        found = sorted(' '.join(line.split()[1:]) for line in run.stdout.splitlines() if line.startswith('v'))
        expected = sorted(' '.join(f'{"" if v else "-"}x{i + 1}' for i, v in enumerate(bits))
                          for bits in itertools.product((False, True), repeat=VARS)
                          if all(RELATIONS[r](total(t, (None, *bits)), b) for t, r, b in rows))
        if run.returncode == 0 and found == expected:
            answers['read'] += 1
            continue
        if run.returncode == 1 and 'more than 62 bits' in run.stderr and any(too_large(*r) for r in rows):
            answers['refused'] += 1
            continue
        sys.exit(f'{open("w.opb").read()}{run.stdout}{run.stderr}expected {expected}')
    if min(answers.values()) < int(files) // 10:
        sys.exit(f'{answers}: the rows are too much alike')
    print(answers)


main(*sys.argv[1:])
