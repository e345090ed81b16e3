#!/usr/bin/env bats
# The sweeps of docs/bench.md as they stand there, on a small suite of the same name: with GNU parallel, and as a Slurm job array
# on a Slurm of one host that lives in a temporary directory, with a key, ports and a state of its own.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR"
    mkdir bin
    ln -s "$LOOPHOLE" bin/loophole
    PATH=$PWD/bin:$PATH
    cat >gunport <<'S'
time-limit 20
section small
instances gunport 3x3 4x4
formulation monomino matching
card totalizer seqcounter
baseline --formulation matching --card seqcounter
section least
instance tank 3
S
}

teardown() {
    for pid in ${daemons-}; do kill "$pid" 2>/dev/null || true; done
    sleep 0.2
    for pid in ${daemons-}; do kill -9 "$pid" 2>/dev/null || true; done
}

# example WORD [PAGE]: the indented lines of docs/bench.md, or of another page, that the first line with that word belongs to.
example() {
    awk -v word="$1" '/^    /{block = block substr($0, 5) "\n"; next} index(block, word) {exit} {block = ""} END {printf "%s", block}' \
        "$BATS_TEST_DIRNAME/../docs/${2:-bench.md}"
}

# What does not depend on time, of the rows of a directory.
facts() { cat "$1"/*.csv | grep -v ^suite, | cut -d, -f1-8,15,16,17,18 | sort; }

# Runs an example and compares with an undisturbed run.
sweep() {
    example "$1" >example
    grep -q "$1" example
    echo "$(cat example)"
    timeout 250 sh -e example
    loophole bench gunport -o whole 2>/dev/null
    facts rows >a
    facts whole >b
    [ "$(wc -l <a)" -eq 9 ]
    diff a b
    loophole report whole >/dev/null
    # The same competitors in the same order, against the same baselines. Figures are drawn only of runs that took their time.
    diff <(grep -o '; baseline.*' rows/report.md) <(grep -o '; baseline.*' whole/report.md)
    diff <(grep '^| instance' rows/report.md) <(grep '^| instance' whole/report.md)
}

@test "the example with GNU parallel" {
    command -v parallel >/dev/null || skip "GNU parallel is not installed"
    sweep parallel
    [ "$(wc -l <sweep.log)" -eq 10 ]
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

# bats test_tags=long
@test "the example with Slurm" {
    with_slurm
    sweep sbatch
    [ "$(ls slurm-*.out | wc -l)" -eq 9 ]
}

# bats test_tags=long
@test "the example of cubes with Slurm" {
    with_slurm
    example sbatch cubes.md >example
    grep -q sbatch example
    "$BATS_TEST_DIRNAME/kill-workers" 3 3>&- &
    run -20 timeout 250 sh example
    touch over
    wait $!
    [[ "$output" == *"13 cubes: 13 refuted, 0 split, 0 open;"* ]]
    [ "$(ls slurm-*.out | wc -l)" -ge 13 ]
    [ "$(cat far/rows/*.txt | grep "^cube " | sort -u | wc -l)" -eq 13 ]
    [ "$(cat far/rows/*.txt | grep -c "^cube ")" -eq 13 ]
    [ "$(wc -l <killed)" -ge 1 ] || skip "no worker lived long enough to be killed here"
}
