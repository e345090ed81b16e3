"""Children with limits whose output is kept, several at a time; and the directory for the files of an external solver."""
import ctypes
import fcntl
import math
import os
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import time

GRACE = 5  # seconds of CPU between asking a child to end and killing it
PREFIX = "loophole-files-"  # as base/scratch.c has it
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def cpu_left(seconds):
    """What is left of the CPU seconds that this process and its children are limited to, at most so many."""
    most = resource.getrlimit(resource.RLIMIT_CPU)[0]
    if most == resource.RLIM_INFINITY:
        return seconds
    spent = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return min(seconds, max(1, int(most - spent + 0.999)))


def set_limit(which, soft, hard):
    """Sets a limit of this process, which cannot exceed the hard limit that there is."""
    most = resource.getrlimit(which)[1]
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(which, (soft, hard))


class Child:
    """A command with limits; 0: none. `output` and `complaint` are bytes; code: its exit status, or 128 + signal. grace: CPU seconds
    after which a command is killed that goes on at the limit."""

    def __init__(self, words, seconds, wall, memory_mb, files=None, grace=GRACE):
        def limit():
            os.setpgid(0, 0)
            LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if seconds:
                set_limit(resource.RLIMIT_CPU, seconds, seconds + grace)
            if memory_mb:
                set_limit(resource.RLIMIT_AS, memory_mb << 20, memory_mb << 20)

        seconds = seconds and cpu_left(max(1, seconds))
        self.parts, self.code, self.timed_out, self.files = [], None, False, files
        self.end = time.monotonic() + wall
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0,
                                        preexec_fn=limit)
        self.pipe = self.process.stdout.fileno()

    def take(self):
        part = os.read(self.pipe, 1 << 20)
        self.parts.append(part)
        if not part:
            self.reap()

    def signal_group(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def kill(self):
        if self.code is None:
            self.signal_group()
            self.reap()

    def reap(self):
        """Waits for the end, and measures it."""
        _, status, used = os.wait4(self.process.pid, 0)
        self.signal_group()  # also what it left behind
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.process.stdout.close()
        self.output = b"".join(self.parts)
        self.code = 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        self.cpu, self.peak_kb = used.ru_utime + used.ru_stime, used.ru_maxrss
        self.errors.seek(0)
        self.complaint = self.errors.read(400).split(b"\n")[0]
        self.errors.close()
        if self.files:
            self.files.close()


def wait(children, seconds=math.inf):
    """Until one of them ends, or the time is up."""
    end = time.monotonic() + seconds
    while all(c.code is None for c in children) and time.monotonic() < end:
        next_end = min(end, *(c.end for c in children))
        left = max(0, next_end - time.monotonic())
        ready = select.select([c.pipe for c in children], [], [], None if left == math.inf else left)[0]
        for c in children:
            if c.pipe in ready:
                c.take()
            if c.code is None and time.monotonic() >= c.end:
                c.timed_out = True
                c.kill()


class Files:
    """A directory for the files of an external solver. It holds a locked file, so that what a killed run left behind can be told
    from what is in use."""

    def __init__(self):
        place = tempfile.gettempdir()
        for old in os.listdir(place):
            if old.startswith(PREFIX):
                self.remove_abandoned(os.path.join(place, old))
        self.directory = tempfile.mkdtemp(prefix=PREFIX)
        self.lock = open(os.path.join(self.directory, "lock"), "xb", buffering=0)
        fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self.lock.write(b"\n")

    @staticmethod
    def remove_abandoned(directory):
        try:
            fd = os.open(os.path.join(directory, "lock"), os.O_RDWR | os.O_NOFOLLOW)
        except OSError:
            return
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            state = os.fstat(fd)
            if state.st_uid == os.getuid() and state.st_size:
                shutil.rmtree(directory, ignore_errors=True)
        except OSError:
            pass  # in use
        finally:
            os.close(fd)

    def close(self):
        shutil.rmtree(self.directory, ignore_errors=True)
        self.lock.close()
