"""The same report as one HTML file: from the Markdown that this program writes, with the plots inside."""
import html
import itertools
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))

# What gnuplot draws in the first color on white has the second one on the ground of the dark theme.
DARK = dict(pair.split(":") for pair in """
ffffff:16191d 222222:e6e8eb 444444:b5bac2 666666:a0a5ad 888888:8b9098 949494:858a92 aaaaaa:6c727b bbbbbb:454b54 dddddd:31363d
000000:ffffff 0072b2:4fa3e3 d55e00:ff8540 009e73:2fc795 cc79a7:e79ac6 bd8000:e0a52b 3a97d0:a5dcff 8a8a2e:c6c654""".split())

INLINE = re.compile(r"\\([!-/:-@\[-`{-~])|(&(?:lt|gt|amp);)|\[((?:(?!\]\().)*)\]\(([#./_0-9A-Za-z-]*)\)|(\*\*)|`([^`]*)`|([<&])")
SVG = re.compile(r"""(["'])(?:\#([0-9a-fA-F]{6})|rgb\(([ 0-9,]*)\)|(black))\1|(\ id=["']|href=["']\#|url\(\#)""", re.X)


def inline(text):
    """**bold**, `code`, [word](address), a backslash before any other sign, and entities."""
    bold = itertools.cycle(("<b>", "</b>"))

    def markup(found):
        sign, entity, word, address, stars, code, special = found.groups()
        if address is not None:
            return f'<a href="{address}">{word}</a>'
        if code is not None:
            return "<code>" + code.replace("&", "&amp;").replace("<", "&lt;") + "</code>"
        return sign or entity or (next(bold) if stars else html.escape(special))

    return INLINE.sub(markup, text)


def embedded(svg, number):
    """A drawing inside the page: its ids begin with its number, and its colors follow the reader's theme."""
    def replace(found):
        quote, digits, parts, black, mark = found.groups()
        if mark:
            return f"{mark}p{number}-"
        rgb = digits or black and "000000" or "".join(f"{int(part or 0) & 255:02x}" for part in parts.split(","))
        rgb = rgb.lower()
        return f"{quote}var(--p{rgb},#{rgb}){quote}" if rgb in DARK else found[0]

    return SVG.sub(replace, svg[svg.index("<svg"):])


def table(lines):
    """The head, the line of dashes, where ---: aligns numbers, and the rows."""
    aligned = [' class="n"' if rule.endswith(":") else "" for rule in lines[1].split("|")[1:-1]]

    def row(line, tag):
        cells = zip(re.split(r"(?<!\\)\|", line)[1:-1], itertools.chain(aligned, itertools.repeat("")))
        return "<tr>" + "".join(f"<{tag}{align}>{inline(cell)}</{tag}>" for cell, align in cells) + "</tr>\n"

    return ('<div class="wide"><table>\n<thead>\n' + row(lines[0], "th") + "</thead><tbody>\n"
            + "".join(row(line, "td") for line in lines[2:]) + "</tbody></table></div>\n")


def beside(name):
    """A file next to this one."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def page(lines, read):
    """read(name): the text of a plot that the Markdown names."""
    out, section, pictures, figure = [], "", 0, False
    blocks = [(kind, list(group)) for kind, group in itertools.groupby((line for line in lines), lambda line: line[:1] == "|")]
    parts = [block for is_table, group in blocks for block in ([group] if is_table else [[line] for line in group if line])]
    for i, part in enumerate(parts):
        line = part[0]
        if line[0] == "|":
            out.append(table(part))
        elif line[0] == "#":
            plot = i + 1 < len(parts) and parts[i + 1][0][0] == "!"  # a plot, its heading and its note stay together
            out.append("</figure>\n" * figure + "</div>\n" * (figure and not plot)
                       + '<div class="plots">\n' * (plot and not figure) + "<figure>\n" * plot)
            figure = plot
            level = len(line) - len(line.lstrip("#"))
            name = re.sub(r"[^A-Za-z0-9._-]", "-", line[level + 1:])
            section = name if level == 2 else section
            anchor = f"{section}-{name}" if level > 2 else name  # sections have their own name, other headings their section's
            out.append(f'<h{level} id="{anchor}">{inline(line[level + 1:])}</h{level}>\n')
        elif line[0] == "!":
            title, name = re.match(r"!\[([^\]]*)\]\(([^)]*)\)", line).groups()
            pictures += 1
            out.append(f'<div role="img" aria-label="{title}">{embedded(read(name), pictures)}</div>\n')
        else:
            out.append(f"<p>{inline(line)}</p>\n")
    out.append("</figure>\n</div>\n" * figure)
    dark = "".join(f"--p{light}:#{dark};" for light, dark in DARK.items())
    return ('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f"<title>{inline(lines[0].lstrip('# '))}</title>\n"
            f"<style>{beside('page.css')}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}</style>\n</head>\n<body>\n"
            + "".join(out) + f"<script>{beside('page.js')}</script>\n</body>\n</html>\n")
