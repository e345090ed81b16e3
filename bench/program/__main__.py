"""What `loophole bench` and `loophole report` run:

    python3 bench/program bench|report LOOPHOLE NAME=VALUE...

The values are those of the command line's options.
"""
import errno
import os
import resource
import signal
import sys

from child import set_limit
from common import STOPPED, BadInput, SystemFailure, complain
from suite import BadUsage

SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def stop(*_):
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def take_signals():
    """From here on a signal raises KeyboardInterrupt, once. Signals have been blocked since before Python started."""
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


class OutOfTime(Exception):
    pass


def out_of_time(*_):
    raise OutOfTime


def take_limits(given):
    """The limits of `report`; the runs of a bench have their own."""
    seconds, megabytes = float(given.get("time-limit", 0)), int(given.get("memory-limit", 0))
    if seconds:
        signal.signal(signal.SIGALRM, out_of_time)
        signal.setitimer(signal.ITIMER_REAL, min(seconds, 1e8))
    if megabytes:
        set_limit(resource.RLIMIT_AS, megabytes << 20, megabytes << 20)


def run(command, program, *options):
    given = dict(option.split("=", 1) for option in options)
    try:
        take_signals()
        # Each command imports its own modules only, because these take most of a short run's time.
        if command == "bench":
            import bench
            status = bench.main(program, given)
        else:
            import report
            take_limits(given)
            status = report.main(given)
        sys.stdout.flush()
        return status
    except BadUsage as error:
        complain(str(error))
        return 2
    except BadInput as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        complain(f"{command} was stopped by a signal.")
        return STOPPED
    except OutOfTime:
        complain("Stopped by the time limit; the report is not complete.")
        return STOPPED
    except SystemFailure as error:
        complain(str(error))
    except MemoryError:
        complain(f"{command} ran out of memory; allow more.")
    except OSError as error:
        if error.errno in (errno.ENOMEM, errno.EAGAIN):
            complain(f"{command} ran out of memory ({error.strerror}); allow more.")
        else:
            complain(f"What {command} prints cannot be written ({error.strerror}).")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left in the buffer
    return 3


sys.exit(run(*sys.argv[1:]))
