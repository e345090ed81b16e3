"""Peg solitaire: a peg jumps over a neighbor into a hole, and the neighbor is removed. The cross of nine pegs goes down
to one peg in the middle, in eight jumps."""
from loophole import Model

START = """
..ooo..
..o*o..
ooo*ooo
o*****o
ooo*ooo
..o*o..
..ooo..
""".split()
