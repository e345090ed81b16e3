"""How far PNG pictures are apart: the mean difference of a channel, 0 to 255, of all and of the worst tile of 16 by 16 pixels;
another size is as far as can be. A line for each pair of files: png_diff.py ONE TWO [ONE TWO...]"""
import functools
import struct
import sys
import zlib


def paeth(row, before, step):
    for i, up in enumerate(before):
        left, corner = (row[i - step], before[i - step]) if i >= step else (0, 0)
        a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        row[i] = row[i] + (left if a <= b and a <= c else up if b <= c else corner) & 255


def unfilter(how, row, before, step):
    """Replaces the bytes of a row, which are differences of the kind `how`, by those of the picture."""
    if how == 1:
        for i in range(step, len(row)):
            row[i] = row[i] + row[i - step] & 255
    elif how == 2:
        row[:] = bytes(a + b & 255 for a, b in zip(row, before))
    elif how == 3:
        for i, up in enumerate(before):
            row[i] = row[i] + ((row[i - step] if i >= step else 0) + up) // 2 & 255
    elif how == 4:
        paeth(row, before, step)


@functools.lru_cache(maxsize=None)
def pixels(name):
    with open(name, "rb") as file:
        data = file.read()
    at, packed = 8, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + n]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        packed += body if kind == b"IDAT" else b""
        at += n + 12
    assert depth == 8 and colour in (2, 6), "8 bits a channel, RGB or RGBA"
    step, raw = (3, 4)[colour == 6], zlib.decompress(packed)
    line, out, before = width * step, [], bytes(width * step)
    for y in range(height):
        row = bytearray(raw[y * (line + 1) + 1:(y + 1) * (line + 1)])
        unfilter(raw[y * (line + 1)], row, before, step)
        out.append(bytes(row))
        before = row
    return width, height, step, out


TILE = 16


def apart(one, two):
    if one[:3] != two[:3]:
        return 255, 255
    width, height, step = one[:3]
    tiles = {}
    for y, (row, other) in enumerate(zip(one[3], two[3])):
        if row == other:
            continue
        for i, (a, b) in enumerate(zip(row, other)):
            if a != b:
                at = (i // step // TILE, y // TILE)
                tiles[at] = tiles.get(at, 0) + abs(a - b)
    return sum(tiles.values()) / (width * height * step), max(tiles.values(), default=0) / (TILE * TILE * step)


for one, two in zip(sys.argv[1::2], sys.argv[2::2]):
    print("%.2f %.2f" % apart(pixels(one), pixels(two)))
