"""mutate.py FUNCTION FROM TO [write]: finds the tokens FROM in the function, wherever that is defined, and prints the file; with a last
argument, writes TO there. Blanks, line breaks and comments do not matter, so neither layout nor another file breaks a mutation."""
import re
import sys

import sources

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_0-9]+|[-+*/%&|^=!<>]=|->|\+\+|--|&&|\|\||<<|>>|\S')

name, old, new = sys.argv[1:4]
wanted = [t[0] for t in TOKEN.finditer(old)]
places = []
for file in sources.files(["src", "encodings", "lib"], ".c"):
    text = sources.read(file)
    if name not in text:
        continue
    bare = sources.bare(text)
    for function, start, end in sources.functions(bare):
        if function != name:
            continue
        tokens = list(TOKEN.finditer(bare, start, end))
        for i in range(len(tokens) - len(wanted) + 1):
            if [t[0] for t in tokens[i:i + len(wanted)]] == wanted:
                places.append((file, text, tokens[i].start(), tokens[i + len(wanted) - 1].end()))
if len(places) != 1:
    sys.exit(f"{len(places)} places in functions {name} have: {old}")
file, text, start, end = places[0]
print(file)
if sys.argv[4:]:
    with open(file, "w", encoding="utf-8") as target:
        target.write(text[:start] + new + text[end:])
