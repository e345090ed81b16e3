"""The zebra puzzle: five houses in a row, each with a nationality, a color, a drink, a pet and
cigarettes of its own. Who drinks water, and who owns the zebra?

It is the version of Life International, December 17, 1962.
"""

from loophole import Model

KINDS = [
    ["English", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    ["red", "green", "ivory", "yellow", "blue"],
    ["coffee", "tea", "milk", "juice", "water"],
    ["dog", "snails", "fox", "horse", "zebra"],
    ["Old Gold", "Kools", "Chesters", "Luckies", "Parliament"],
]
SAME = """
English red
Spaniard dog
coffee green
Ukrainian tea
Old_Gold snails
Kools yellow
Luckies juice
Japanese Parliament
"""
NEXT = """
Chesters fox
Kools horse
Norwegian blue
"""
SAME, NEXT = [[line.replace("_", " ") for line in text.split()] for text in (SAME, NEXT)]

m = Model()
m.about(
    "The zebra puzzle",
    "Each house has a nationality, a color, a drink, a pet and cigarettes of its own.",
)
board = m.grid(5, 5)
house = {name: m.int(f"the house of {name}", 1, 5) for kind in KINDS for name in kind}
for r, kind in enumerate(KINDS):
    m.rule(f"{', '.join(kind)} are in different houses")
    m.all_different(house[name] for name in kind)
    for name in kind:
        for c in range(5):
            board.symbol(r, c, house[name] == c + 1, name)
for a, b in zip(SAME[::2], SAME[1::2]):
    m.rule(f"{a} and {b} are in the same house")
    m.add(house[a] == house[b])
for a, b in zip(NEXT[::2], NEXT[1::2]):
    m.rule(f"{a} and {b} are in neighboring houses")
    m.add(abs(house[a] - house[b]) == 1)
m.rule("the green house is right of the ivory house")
m.add(house["green"] == house["ivory"] + 1)
m.rule("milk is drunk in the middle house")
m.add(house["milk"] == 3)
m.rule("the Norwegian lives in the first house")
m.add(house["Norwegian"] == 1)
print(m.solve().board())
print("solutions:", m.count(limit=2))
