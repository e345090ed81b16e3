"""The C sources as texts: which there are, without comments, and the functions they define."""
import os
import re

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.S)
DEFINED = re.compile(r"^(?!typedef|return|else)[A-Za-z_][\w \t*]*?[ *](\w+)\(", re.M)
BODY = re.compile(r"\s*\{(.*\}\n|\n(.*\n)*?\}\n)")


def files(trees, endings=(".c", ".h")):
    """The files below the directories whose names end so, sorted."""
    return sorted(os.path.join(folder, name) for tree in trees for folder, _, names in os.walk(tree) for name in names
                  if name.endswith(endings))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def bare(text):
    """The text with blanks for comments, so that lines and columns stay."""
    return COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0][0] == "/" else m[0], text)


def functions(text):
    """(name, start, end) of each function that the bare text defines; laid out by clang-format."""
    for m in DEFINED.finditer(text):
        depth, at = 1, m.end()
        while depth and at < len(text):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        body = BODY.match(text, at)
        if body:
            yield m[1], m.start(), body.end()
