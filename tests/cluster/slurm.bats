#!/usr/bin/env bats
# The examples of docs/research/bench.md and docs/research/cubes.md with Slurm, on a Slurm of one host that lives in a temporary directory, with a key,
# ports and a state of its own. `make test-cluster` runs them.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR"
    LOOPHOLE_DOCS=$BATS_TEST_DIRNAME/../../docs
    load ../tools/examples
    small_suite
}

teardown() {
    for pid in ${daemons-}; do kill "$pid" 2>/dev/null || true; done
    sleep 0.2
    for pid in ${daemons-}; do kill -9 "$pid" 2>/dev/null || true; done
}

# Nobody listens there.
free_port() {
    local port=$1
    while (: </dev/tcp/127.0.0.1/$port) 2>/dev/null; do port=$((port + 1)); done
    echo $port
}

# daemon LOG COMMAND...: in the background; whatever happens, it ends after five minutes.
daemon() {
    timeout -k 1 300 "${@:2}" >"$1" 2>&1 3>&- &
    daemons="${daemons-} $!"
}

# A Slurm of this host alone. The reason why there is none goes to the file `why`.
start_slurm() {
    local me host control node
    me=$(id -un)
    host=$(hostname -s)
    control=$(free_port $((20000 + $$ % 20000)))
    node=$(free_port $((control + 1)))
    export SLURM_CONF=$PWD/slurm.conf
    mkdir state spool
    (umask 077 && head -c 1024 /dev/urandom >munge.key)
    cat >slurm.conf <<S
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
SlurmUser=$me
SlurmdUser=$me
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$PWD/munge.socket
StateSaveLocation=$PWD/state
SlurmdSpoolDir=$PWD/spool
SlurmctldPidFile=$PWD/slurmctld.pid
SlurmdPidFile=$PWD/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
S
    daemon munged.log munged --foreground --force --key-file="$PWD/munge.key" --socket="$PWD/munge.socket" \
        --pid-file="$PWD/munged.pid" --log-file="$PWD/munged.txt" --seed-file="$PWD/munged.seed"
    for _ in {1..600}; do [ -S munge.socket ] && break || sleep 0.1; done
    daemon slurmctld.log slurmctld -D
    daemon slurmd.log slurmd -D
    for _ in {1..600}; do
        [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && return 0
        sleep 0.1
    done
    grep -hiE 'error|fatal' munged.log slurmctld.log slurmd.log | tail -n 1 >why
    return 1
}

with_slurm() {
    PATH=$PATH:/usr/sbin:/sbin
    for program in munged slurmctld slurmd sbatch; do
        command -v $program >/dev/null || skip "$program is not installed"
    done
    start_slurm || skip "Slurm's daemons do not start here: $(cat why)"
}

@test "the example with Slurm" {
    with_slurm
    sweep sbatch
    [ "$(ls slurm-*.out | wc -l)" -eq 9 ]
}

@test "the example of cubes with Slurm" {
    with_slurm
    split_cubes sbatch
    [ "$(ls slurm-*.out | wc -l)" -ge 13 ]
    [ "$(wc -l <killed)" -ge 1 ] || skip "no worker lived long enough to be killed here"
}
