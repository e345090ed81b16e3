"""Finds the tokens FROM in the function, wherever that is defined. Blanks, line breaks and comments do not matter, so neither
layout nor another file breaks a mutation.

    mutate.py FUNCTION FROM TO [write]     prints the file; with a last argument, writes TO there
    mutate.py --places [FUNCTION FROM]...  fails if one has not exactly one place"""
import re
import sys

import sources

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_0-9]+|[-+*/%&|^=!<>]=|->|\+\+|--|&&|\|\||<<|>>|\S')


def find(mutations):
    """For each (function, tokens): the places (file, text, start, end), of which there should be one."""
    places = {m: [] for m in mutations}
    for file in sources.files(["src", "encodings", "lib"], ".c"):
        text = sources.read(file)
        near = [m for m in places if m[0] in text]
        bare = sources.bare(text) if near else ""
        for function, start, end in sources.functions(bare):
            for name, old in near:
                if name != function:
                    continue
                wanted = [t[0] for t in TOKEN.finditer(old)]
                tokens = list(TOKEN.finditer(bare, start, end))
                for i in range(len(tokens) - len(wanted) + 1):
                    if [t[0] for t in tokens[i:i + len(wanted)]] == wanted:
                        places[name, old].append((file, text, tokens[i].start(), tokens[i + len(wanted) - 1].end()))
    return places


words = sys.argv[1:]
some = list(zip(words[1::2], words[2::2])) if words[0] == "--places" else [tuple(words[:2])]
found = find(some)
wrong = [f"{len(at)} places in functions {name} have: {old}" for (name, old), at in found.items() if len(at) != 1]
if wrong:
    sys.exit("\n".join(wrong))
if words[0] != "--places":
    file, text, start, end = found[some[0]][0]
    print(file)
    if words[3:]:
        with open(file, "w", encoding="utf-8") as target:
            target.write(text[:start] + words[2] + text[end:])
