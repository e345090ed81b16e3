"""What bench and report share: sentences on standard error, and files that are read with a cap and written whole."""
import contextlib
import os

MOST_BYTES = 1 << 30


class BadInput(Exception):
    """A sentence about what the user gave."""


class SystemFailure(Exception):
    """A sentence about the machine: a disk that is full, a program that cannot be started."""


def clean(text):
    """What goes into pages and onto terminals: neither control characters nor the end of a line."""
    return "".join(c if c.isprintable() else " " if c < " " or c == "\x7f" else "?" for c in text)


def complain(sentence):
    """A sentence on standard error, perhaps of several lines; names of files may hold anything."""
    sentence = "\n".join(map(clean, sentence.split("\n")))
    with contextlib.suppress(OSError):  # a full disk may hold standard error, too
        os.write(2, f"loophole: {sentence}\n".encode(errors="replace"))


def read_text(name, most=MOST_BYTES):
    """A file's text; bytes that are no UTF-8 survive writing it again."""
    try:
        with open(name, "rb") as file:
            data = file.read(most + 1)
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
