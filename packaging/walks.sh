#!/usr/bin/env bash
# Walks through the window as somebody new would: real keys on a virtual display, from the first
# start on. Prints for each walk its keys besides text and its seconds, and leaves a picture of
# where it ends. Text is typed at 8 characters a second, and each key has a moment before it.
#   packaging/walks.sh [FOLDER]     pictures and written files; a new folder in /tmp by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

OUT="$(mkdir -p "${1:-/tmp/headroom-walks}" && cd "${1:-/tmp/headroom-walks}" && pwd)"
PROGRAM="${PWD}/build-release/bin/headroom"
COMMAND="${PROGRAM}-cli"
LOG="${PWD}/tests/data/runs/torchtitan-2026.log"
SCREEN=1366x768
MOMENT=0.4 # seconds before a key
LOOK=2     # seconds to read an answer
KEYS=0
STARTED=0
PIDS=()

trap 'kill "${PIDS[@]}" 2>/dev/null || true' EXIT

key() {
  local each
  for each in "$@"; do
    sleep "${MOMENT}"
    xdotool key --clearmodifiers "${each}"
    KEYS=$((KEYS + 1))
  done
}

text() {
  sleep 0.3
  xdotool type --delay 125 -- "$1"
}

look() {
  sleep "${LOOK}"
}

begin() {
  KEYS=0
  STARTED="$(date +%s.%N)"
}

finish() { # NAME, MAX SECONDS, MAX KEYS
  local took
  took="$(awk -v a="${STARTED}" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')"
  import -window root "${OUT}/$1.png"
  printf '%-10s %3d keys (of %s)  %5s s (of %s)\n' "$1" "${KEYS}" "$3" "${took}" "$2"
  if ((KEYS > $3)) || awk -v a="${took}" -v b="$2" 'BEGIN { exit !(a > b) }'; then
    FAILED=1
  fi
}

called() { # PATTERN of the title
  if ! xdotool search --name "$1" >/dev/null; then
    echo "packaging/walks.sh: the plan is not called $1" >&2
    FAILED=1
  fi
}

written() { # FOLDER
  if [[ ! -s "$1/README.md" ]]; then
    echo "packaging/walks.sh: nothing was written to $1" >&2
    FAILED=1
  fi
}

solved() { # ID among the progress
  if ! grep -A 12 "\"$1\"" "${HOME_FOLDER}/headroom/lesson-progress.json" | grep -q '"finished": true'; then
    echo "packaging/walks.sh: $1 was not solved" >&2
    FAILED=1
  fi
}

save() { # FILE; for the checks below, outside the walk
  rm -f "$1"
  xdotool key --clearmodifiers ctrl+shift+s
  sleep 1
  xdotool type --delay 20 -- "$1"
  xdotool key Return
  sleep 1
}

holds() { # FILE, KEY: VALUE
  if ! grep -Eq "(^|[ {])$2([,}]|\$)" "$1"; then
    echo "packaging/walks.sh: $1 does not hold $2" >&2
    FAILED=1
  fi
}

# Until the program has nothing to do for two seconds: what it searched for is found. On a machine
# that is busy with other work it may look idle in one of them.
settle() { # MAX SECONDS
  local end=$((SECONDS + $1)) before now quiet=0
  now="$(awk '{ print $14 + $15 }' "/proc/${WINDOW}/stat")"
  while ((SECONDS < end)); do
    before="${now}"
    sleep 1
    now="$(awk '{ print $14 + $15 }' "/proc/${WINDOW}/stat")"
    if ((now - before > 20)); then # hundredths of a second
      quiet=0
    elif ((++quiet == 2)); then
      return 0
    fi
  done
}

FAILED=0
HOME_FOLDER="$(mktemp -d "${OUT}/home.XXXXXX")"
export HOME="${HOME_FOLDER}" XDG_DATA_HOME="${HOME_FOLDER}" XDG_CONFIG_HOME="${HOME_FOLDER}"
export XDG_CACHE_HOME="${HOME_FOLDER}" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=xcb

DISPLAY_FILE="${HOME_FOLDER}/display"
Xvfb -displayfd 3 -screen 0 "${SCREEN}x24" 3>"${DISPLAY_FILE}" 2>/dev/null &
PIDS+=($!)
until [[ -s "${DISPLAY_FILE}" ]]; do sleep 0.1; done
DISPLAY=":$(<"${DISPLAY_FILE}")"
export DISPLAY
openbox 2>/dev/null &
PIDS+=($!)
sleep 1

# 1. Llama 3 8B at 8,192 tokens on 4 × 8 A100, to its files.
begin
"${PROGRAM}" 2>/dev/null &
WINDOW=$!
PIDS+=("${WINDOW}")
until xdotool search --name 'on one H100 node' >/dev/null; do sleep 0.1; done
sleep 1
text llama3-8b
key Tab
text a100
key Tab
text 4
key Return
look
key space ctrl+7 alt+l
sleep 0.5
text "${OUT}/first"
key Return
sleep 0.5
finish first 45 12
called 'Llama 3 8B on 4 × 8 a100-80-sxm'
written "${OUT}/first"

# 2. Mixtral on the same machines.
begin
key ctrl+0
text mixtral-8x7b
key Return
look
key space ctrl+7 alt+l
sleep 0.5
text "${OUT}/mixtral"
key Return
sleep 0.5
finish mixtral 30 12
called 'Mixtral 8x7B on 4 × 8 a100-80-sxm'
written "${OUT}/mixtral"

# 3. LoRA of a model with 70 B on one node.
begin
key ctrl+0 alt+a alt+d
text 1
key alt+m
text llama3.1-70b
key Return
look
key space
look
finish lora 30 12
called 'Llama 3.1 70B on 1 × 8 a100-80-sxm'
save "${OUT}/lora.headroom.yaml"
holds "${OUT}/lora.headroom.yaml" 'method: lora'
holds "${OUT}/lora.headroom.yaml" 'accelerator: a100-80-sxm'

# 4. What a slow run loses its time to.
begin
key ctrl+0 alt+y alt+c
sleep 0.5
text "${LOG}"
key Return
look
finish slow 30 12
called 'torchtitan'

# 5. The cheapest machine that trains a model with 70 B on 2 T tokens.
begin
key ctrl+0 alt+t alt+n
text 2e12
key alt+m
text llama3.1-70b
key Tab alt+p
settle 60 # every chip has its turn
key alt+a alt+d # apply, and discard the run's plan
sleep 1
finish cheapest 45 12
called 'llama3.1-70b on [0-9]+ '

# The machine is the one that the command line answers.
save "${OUT}/cheapest.headroom.yaml"
answer="$("${COMMAND}" cluster "${OUT}/cheapest.headroom.yaml" --tokens 2e12 --format json \
  | python3 -c 'import json, sys
answer = json.load(sys.stdin)
best = answer["recommended"]
each = next(point["devices_per_node"] for chip in answer["chips"] if chip["id"] == best["chip"]
            for point in chip["points"] if point["devices"] == best["devices"])
print(best["devices"] // each, each, best["chip"])')" || true
if read -r nodes devices chip <<<"${answer}"; then
  holds "${OUT}/cheapest.headroom.yaml" "nodes: ${nodes}"
  holds "${OUT}/cheapest.headroom.yaml" "devices_per_node: ${devices}"
  holds "${OUT}/cheapest.headroom.yaml" "accelerator: ${chip}"
else
  echo "packaging/walks.sh: the command line finds no machine" >&2
  FAILED=1
fi

# 6. An incident: read its log to the end, compare two pairs of nodes, name the slow adapter.
begin
key ctrl+k
text 'Less bandwidth'
key Return
look
key Tab Tab space # to the end of the log
look
key Tab Tab Tab Tab space # nodes 0 and 1
look
key shift+Tab Up Tab space # nodes 0 and 2
look
key Tab Tab
text One
key Tab End Tab
text 2
key Tab
text 5
key Tab space
look
finish incident 60 26
solved incident-ten-of-twenty-five
exit "${FAILED}"
