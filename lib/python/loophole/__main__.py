"""Runs the program, loophole: python -m loophole ARGUMENT..."""
import os
import shutil
import sys


def main() -> None:
    """Becomes the program of the wheel, else the one that the shell finds. Exits with 127 if there is none."""
    inside = os.path.join(os.path.dirname(os.path.realpath(__file__)), "bin", "loophole")
    program = inside if os.path.exists(inside) else os.environ.get("LOOPHOLE") or shutil.which("loophole")
    if not program:
        sys.stderr.write("There is no program loophole on the PATH; install Loophole, or set LOOPHOLE=build/loophole.\n")
        sys.exit(127)
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
