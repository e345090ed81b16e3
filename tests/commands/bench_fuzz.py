"""Rows and suites with random faults: bench_fuzz.py PROGRAM N. Each is read or refused with a sentence; rows that were read are
written and read as the same."""
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../bench", "program"))
sys.dont_write_bytecode = True
import common
import rows
import suite

SUITES = ["about a suite\ninstances gunport 3x3 4x4\ncard blocks knuth\nseed 1 2\n",
          'section one\ninstance "tank 3"\nsolver "process:cat; x" cadical\nbaseline --solver cadical\n',
          "competitor --formulation monomino --card blocks\ninstance gunport 8x8\ntime-limit 5\nmemory-limit 100\n",
          "external x cnf true $FILE\namo all\nsolver x\ninstance fivers 5 ; x\n# y\n"]
ROW = ",".join('"a""b\n"' if i % 3 == 0 else "1" for i in range(len(rows.COLUMNS))) + "\n"
ODD = ["0", "-1", "2147483648", '"', ",", "\n", " ", "\t", "\r", "\x1b[31m", "\x7f", "\ufffd", "section s\n", ";", "--", "x" * 300]


def bend(text, r):
    at, end = sorted((r.randrange(len(text) + 1), r.randrange(len(text) + 1)))
    return r.choice([text[:at] + r.choice(ODD) + text[at:], text[:at] + text[end:], text[:end] + text[at:], text[:at]])[:5000]


def read_rows(text):
    found, whole = rows.parse(text, "rows")
    assert whole <= len(text)
    again, end = rows.parse(rows.HEADER + "".join(map(rows.line, found)), "again")
    assert again == found


def read_suite(text, program, directory):
    name = os.path.join(directory, "suite")
    with open(name, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    suite.Suite(name, program).read()


program, refused = suite.Program(os.path.abspath(sys.argv[1])), 0
with tempfile.TemporaryDirectory() as place:
    for number in range(int(sys.argv[2])):
        r = random.Random(number)
        text = 2 * ROW if number % 10 else r.choice(SUITES)
        for _ in range(r.randrange(4)):
            text = bend(text, r)
        try:
            if number % 10:
                read_rows((rows.HEADER if number % 9 else rows.HEADER[:r.randrange(99)]) + text)
            else:
                read_suite(text, program, place)
        except common.BadInput as error:
            assert str(error).strip()
            refused += 1
        except BaseException:
            print(f"number {number}: {text!r}")
            raise
print(f"{refused} of {sys.argv[2]} refused")
