"""How far two PNG pictures are apart: the mean difference of a channel, 0 to 255, of all and of the worst tile of 16 by 16 pixels;
another size is as far as can be."""
import struct
import sys
import zlib


def pixels(name):
    data = open(name, "rb").read()
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
        how, row = raw[y * (line + 1)], bytearray(raw[y * (line + 1) + 1:(y + 1) * (line + 1)])
        for i in range(line):
            a, b = row[i - step] if i >= step else 0, before[i]
            c = before[i - step] if i >= step else 0
            near = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[i] = (row[i] + (0, a, b, (a + b) // 2, near)[how]) & 255
        out.append(bytes(row))
        before = row
    return width, height, step, b"".join(out)


TILE = 16


def apart(one, two):
    if one[:3] != two[:3]:
        return 255, 255
    width, height, step = one[:3]
    tiles = {}
    for i, (a, b) in enumerate(zip(one[3], two[3])):
        if a != b:
            at = (i // step % width // TILE, i // step // width // TILE)
            tiles[at] = tiles.get(at, 0) + abs(a - b)
    return sum(tiles.values()) / len(one[3]), max(tiles.values(), default=0) / (TILE * TILE * step)


print("%.2f %.2f" % apart(pixels(sys.argv[1]), pixels(sys.argv[2])))
