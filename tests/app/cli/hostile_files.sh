#!/usr/bin/env bash
# Files that are made to hang the program or to fill the memory: each ends at once with one clear line, in
# little memory.
set -u
cli=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
memory=150000 # KiB of address space; the program itself takes about a third
if [[ ${HEADROOM_SANITIZE:-} == *address* ]]; then
    memory=unlimited # its shadow takes address space without end; what is really used stays bounded
    export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}hard_rss_limit_mb=600
fi
seconds=20    # for a loaded machine; each takes less than one
failures=0
plan=$source/profiles/plans/llama3.1-8b-h100-node.headroom.yaml

fail() {
    echo "FAIL: $*"
    head -c 400 "$work/err"
    failures=$((failures + 1))
}

refused() { # PATTERN COMMAND…
    local pattern=$1
    shift
    (ulimit -v "$memory"; exec timeout "$seconds" "$@") >"$work/out" 2>"$work/err"
    local got=$?
    [[ $got -eq 2 ]] || { fail "$got, wanted 2: $*"; return; }
    grep -qE -- "$pattern" "$work/err" || fail "says something else: $*"
    [[ $(wc -l <"$work/err") -le 110 ]] || fail "says too much: $*"
}

# The limit is no trap: an ordinary plan passes below it.
(ulimit -v "$memory"; exec "$cli" estimate "$plan") >/dev/null 2>"$work/err" || fail "the limit is too low"

cd "$work" || exit 1
base=$'schema_version: 1\nmodel: llama3.1-8b\nhardware: { accelerator: h100-sxm, nodes: 1, devices_per_node: 8 }\nworkload: { sequence_length: 8192, global_batch_sequences: 128 }\nparallelism: { fsdp: 8 }\n'

# Aliases that double: a few hundred bytes for gigabytes.
{
    echo '- &a0 [0,0,0,0,0,0,0,0,0]'
    for i in 1 2 3 4 5 6 7 8; do
        printf -- '- &a%d [0' $i
        for _ in 1 2 3 4 5 6 7 8 9; do printf ',*a%d' $((i - 1)); done
        echo ']'
    done
} >aliases.headroom.yaml
refused '^aliases.headroom.yaml:2: uses an alias' "$cli" check aliases.headroom.yaml
printf '? &a [x]\n: !foo {b: [1,*a]}\n' >key.headroom.yaml
refused 'uses an alias' "$cli" check key.headroom.yaml
printf '%sflags: &f {a: 1}\nname: "x"\noptions: {<<: *f}\n' "$base" >merge.headroom.yaml
refused 'merge.headroom.yaml:8: uses an alias' "$cli" check merge.headroom.yaml

# Long lists, many keys, many messages, deep nesting.
repeat() { head -c "$2" /dev/zero | sed "s/\x0/$1/g"; }
{ printf 'x: ['; repeat '0,' 7000000; echo '0]'; } >flow.headroom.yaml
refused '^flow.headroom.yaml:1: is larger than' "$cli" check flow.headroom.yaml
{ printf 'x: ['; repeat '0,' 1500000; echo '0]'; } >flow.headroom.yaml
refused '^flow.headroom.yaml:1: holds more than' "$cli" check flow.headroom.yaml
{ echo 'x:'; repeat '- 0\n' 900000; } >block.headroom.yaml
refused 'holds more than' "$cli" check block.headroom.yaml
seq -f 'k%.0f: 1' 900000 >keys.headroom.yaml
refused 'is larger than|holds more than' "$cli" check keys.headroom.yaml
{ printf '%s' "$base"; seq -f 'k%.0f: 1' 30000; } >messages.headroom.yaml
refused 'and further problems' "$cli" check messages.headroom.yaml
repeat '[' 60000 >brackets.headroom.yaml
refused 'nested deeper' "$cli" check brackets.headroom.yaml
repeat '{a: ' 20000 >braces.headroom.yaml
refused 'nested deeper' "$cli" check braces.headroom.yaml
repeat '? ' 20000 >questions.headroom.yaml
refused 'nested deeper|not valid' "$cli" check questions.headroom.yaml
repeat '- ' 20000 >dashes.headroom.yaml
refused 'nested deeper' "$cli" check dashes.headroom.yaml
{ printf 'name: "'; repeat ' ' 3000000; echo '"'; } >blanks.headroom.yaml
refused 'is missing' "$cli" check blanks.headroom.yaml
truncate -s 1T sparse.headroom.yaml
refused 'is larger than' "$cli" check sparse.headroom.yaml

# Devices, pipes and endless input.
mkfifo pipe pipe.headroom.yaml
refused '^/dev/zero:1: is a device' "$cli" check /dev/zero
refused '^/dev/zero:1: is a device' "$cli" validate /dev/zero
refused '^/dev/zero:1: is a device' "$cli" lint /dev/zero
refused '/dev/zero:1: is a device' "$cli" runs add /dev/zero
refused 'standard input:1: cannot be read any further' sh -c '"$0" runs add - </dev/zero' "$cli"
refused 'pipe.headroom.yaml:1: is a device, a pipe' "$cli" check pipe.headroom.yaml
refused 'standard input:1: is larger than' sh -c '"$0" lint - </dev/zero' "$cli"
refused 'begins a row of more than' sh -c '"$0" validate - </dev/zero' "$cli"
for file in pipe /dev/zero /dev/urandom; do
    { printf '%s' "$base"; echo "calibration: $file"; } >calibration.headroom.yaml
    refused "$file:1: is a device" "$cli" estimate calibration.headroom.yaml
    refused "$file:1: is a device" "$cli" estimate "$plan" --calibration "$file"
    printf '%s' "$base" | sed "s#^model:.*#model: { config_json: $file }#" >config.headroom.yaml
    refused "$file:1: is a device" "$cli" check config.headroom.yaml
done

# Tables and configurations.
repeat ',' 8000000 >commas.csv
refused '^commas.csv:1: begins a row of more than' "$cli" validate commas.csv
{ echo 'id,layers'; printf 'a,"'; repeat 'x' 3000000; } >quote.csv
refused '^quote.csv:2: begins a row of more than' "$cli" validate quote.csv
{ printf '{"a": ['; repeat '0,' 1500000; echo '0]}'; } >config.json
printf '%s' "$base" | sed 's#^model:.*#model: { config_json: config.json }#' >config.headroom.yaml
refused '^config.json:1: holds more than' "$cli" check config.headroom.yaml
{ echo '{'; seq -f '"k%.0f": 1,' 200000; echo '"z": 1}'; } >config.json
refused '^config.json:1: (holds more than|is larger than)' "$cli" check config.headroom.yaml

# Results that cannot be written: no internal fault, and the reason.
for command in "estimate $plan" "validate $source/profiles/measurements/measurements.csv --format json"; do
    # shellcheck disable=SC2086
    "$cli" $command >/dev/full 2>"$work/err"
    [[ $? -eq 2 ]] || fail "full disk: $command"
    grep -q '^standard output:1: cannot be written (No space left on device); ' "$work/err" || fail "full disk: $command"
done

# Numbers without end.
refused '^--measured-step-seconds: wants a number of seconds from' "$cli" estimate "$plan" --measured-step-seconds 1e-300
refused '^--measured-step-seconds: wants' "$cli" estimate "$plan" --measured-step-seconds inf
"$cli" estimate "$plan" --measured-step-seconds 1e-6 >"$work/out" 2>"$work/err"
grep -qwE 'inf|nan' "$work/out" && fail "an infinite figure"

echo "$failures failed"
[[ $failures -eq 0 ]]
