# The genres, each with its smallest size, a line each.
genres() {
    "$LOOPHOLE" list puzzles --json | python3 -c '
import json, sys
for p in json.load(sys.stdin)["puzzles"]:
    if "sizes" in p:
        print(p["name"], min(p["sizes"].split(), key=lambda size: int(size.split("x")[0])))'
}
