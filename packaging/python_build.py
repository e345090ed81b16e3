"""What pip and build call (PEP 517): a wheel by `make wheel`, and an archive of the sources."""
import gzip
import importlib.machinery
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(HERE)


def sources():
    """The files that git knows or does not ignore; in an unpacked archive all that are there."""
    if os.path.exists(os.path.join(TREE, ".git")):
        return subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=TREE, capture_output=True, text=True, check=True).stdout.splitlines()
    return sorted(os.path.relpath(os.path.join(place, f), TREE) for place, _, names in os.walk(TREE) for f in names)


def build_wheel(directory, settings=None, metadata=None):
    """A wheel for this machine; needs what `make` needs. Returns its name."""
    made = subprocess.run(["make", "-s", f"-j{os.cpu_count()}", "wheel-here", f"PYTHON={sys.executable}"], cwd=TREE, stdout=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit("Loophole was not built; docs/install.md lists the compilers and libraries that it needs.")
    return os.path.basename(shutil.copy(os.path.join(TREE, made.stdout.split()[-1]), directory))


def build_sdist(directory, settings=None):
    """The sources and PKG-INFO. Returns the name."""
    loader = importlib.machinery.SourceFileLoader("wheel_maker", os.path.join(HERE, "wheel"))
    wheel = importlib.util.module_from_spec(importlib.util.spec_from_loader("wheel_maker", loader))
    loader.exec_module(wheel)
    with open(os.path.join(TREE, "VERSION")) as f:
        version = f.read().strip()
    top = f"loophole-{version}"
    target = os.path.abspath(os.path.join(directory, f"{top}.tar.gz"))
    files = [f for f in sources() if f != "PKG-INFO" and not f.startswith(("build/", "dist/")) and os.path.join(TREE, f) != target]
    with gzip.GzipFile(target, "wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        def put(name, data, mode):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mode = len(data), mode
            archive.addfile(entry, io.BytesIO(data))
        put("PKG-INFO", wheel.metadata(version), 0o644)
        for name in files:
            path = os.path.join(TREE, name)
            if os.path.isfile(path):
                put(name, wheel.read(path), 0o755 if os.access(path, os.X_OK) else 0o644)
    return f"{top}.tar.gz"
