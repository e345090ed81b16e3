"""What bench and report share: sentences on standard error, and files that are read with a cap and written whole."""
import contextlib
import itertools
import os

MOST_BYTES = 1 << 30
PART = 1 << 20
STOPPED = 5  # the exit status if a limit or a signal stopped a command before it was done


class BadInput(Exception):
    """A sentence about what the user gave."""


class SystemFailure(Exception):
    """A sentence about the machine: a disk that is full, a program that cannot be started."""


def clean(text):
    """What goes into pages and onto terminals: neither control characters nor the end of a line. Names that differ in bytes that
    are no UTF-8 differ here, too."""
    return "".join(c if c.isprintable() else " " if c < " " or c == "\x7f" else shown_byte(c) for c in text)


def shown_byte(c):
    return f"\\x{ord(c) - 0xDC00:02x}" if "\udc80" <= c <= "\udcff" else "?"


def say(text):
    """Writes on standard error. A full disk may hold it, too; then nobody reads it."""
    with contextlib.suppress(OSError):
        os.write(2, text.encode(errors="replace"))


def complain(sentence):
    """A sentence on standard error, perhaps of several lines; names of files may hold anything."""
    sentence = "\n".join(map(clean, sentence.split("\n")))
    say(f"loophole: {sentence}\n")


def read_text(name, most=MOST_BYTES):
    """A file's text; bytes that are no UTF-8 survive writing it again."""
    try:
        with open(name, "rb") as file:
            data = b"".join(itertools.takewhile(bool, (file.read(PART) for _ in range(most // PART + 1))))
    except OSError as error:
        raise BadInput(f"{name} cannot be read ({error.strerror}); check the name.") from error
    if len(data) > most:
        raise BadInput(f"{name} is longer than the {most >> 20} megabytes that it may have; give another file.")
    if b"\0" in data:
        raise BadInput(f"{name} holds a zero byte; give a text.")
    return data.decode(errors="surrogateescape")


def write(directory, name, text):
    """The file appears complete or not at all."""
    path, unfinished = os.path.join(directory, name), os.path.join(directory, f".{name}.new")
    try:
        with open(unfinished, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
        os.replace(unfinished, path)
    except OSError as error:
        if os.path.lexists(unfinished):
            os.remove(unfinished)
        raise SystemFailure(f"{path} cannot be written ({error.strerror}).") from error
