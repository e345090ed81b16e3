"""What `loophole bench` and `loophole report` run:

    python3 bench/program bench|report LOOPHOLE NAME=VALUE...

The values are those of the command line's options.
"""
import os
import sys

import bench
import report
from common import BadInput, SystemFailure, complain
from suite import BadUsage


def run(command, program, *options):
    given = dict(option.split("=", 1) for option in options)
    try:
        status = bench.main(program, given) if command == "bench" else report.main(given)
        sys.stdout.flush()
        return status
    except BadUsage as error:
        complain(str(error))
        return 2
    except BadInput as error:
        complain(str(error))
        return 1
    except SystemFailure as error:
        complain(str(error))
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # for what is left in the buffer
        complain(f"What {command} prints cannot be written ({error.strerror}).")
    except MemoryError:
        complain(f"The memory does not suffice for {command}; give it more.")
    except KeyboardInterrupt:
        return 130
    return 3


sys.exit(run(*sys.argv[1:]))
