#!/usr/bin/env bash
# Takes a picture of every page of the window, driven by keys on a virtual display, to be looked at
# before a release.
#   packaging/pictures.sh [FOLDER]     pictures as FOLDER/PAGE.png; /tmp/headroom-pictures by default
# PLAN: a plan file or an example; SCREEN: 1366x768 by default; THEME: light or dark; TEXTS: en or zh;
# SCALE: 1.5 draws at 150 %.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

OUT="$(mkdir -p "${1:-/tmp/headroom-pictures}" && cd "${1:-/tmp/headroom-pictures}" && pwd)"
PROGRAM="${PROGRAM:-${PWD}/build-release/bin/headroom}"
PLAN="${PLAN:-${PWD}/profiles/plans/mixtral-8x7b-h100-8-nodes.headroom.yaml}"
SCREEN="${SCREEN:-1366x768}"
APPEARANCE=1 # light
[[ "${THEME:-light}" != dark ]] || APPEARANCE=2
MOMENT=2 # seconds until a page is drawn and its results are there
PIDS=()

trap 'kill "${PIDS[@]}" 2>/dev/null || true; rm -rf "${HOME_FOLDER:-}"' EXIT

HOME_FOLDER="$(mktemp -d)"
export HOME="${HOME_FOLDER}" XDG_DATA_HOME="${HOME_FOLDER}" XDG_CONFIG_HOME="${HOME_FOLDER}"
export XDG_CACHE_HOME="${HOME_FOLDER}" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=xcb
[[ -z "${SCALE:-}" ]] || export QT_SCALE_FACTOR="${SCALE}"
mkdir -p "${HOME_FOLDER}/headroom"
printf '[General]\nappearance=%s\nlanguage=%s\n' "${APPEARANCE}" "${TEXTS:-en}" \
  >"${HOME_FOLDER}/headroom/headroom.conf"

Xvfb -displayfd 3 -screen 0 "${SCREEN}x24" 3>"${HOME_FOLDER}/display" 2>/dev/null &
PIDS+=($!)
until [[ -s "${HOME_FOLDER}/display" ]]; do sleep 0.1; done
DISPLAY=":$(<"${HOME_FOLDER}/display")"
export DISPLAY
cat >"${HOME_FOLDER}/openbox.xml" <<'RULES'
<openbox_config xmlns="http://openbox.org/3.4/rc"><applications>
<application type="normal"><maximized>yes</maximized></application>
</applications></openbox_config>
RULES
openbox --config-file "${HOME_FOLDER}/openbox.xml" 2>/dev/null &
PIDS+=($!)
sleep 1
"${PROGRAM}" "${PLAN}" 2>/dev/null &
PIDS+=($!)
until xdotool search --name 'Headroom' >/dev/null; do sleep 0.1; done
sleep 2

picture() { # NAME KEYS…
  local name="$1"
  shift
  xdotool key --clearmodifiers "$@"
  sleep "${MOMENT}"
  import -window root "${OUT}/${name}.png"
  echo "${OUT}/${name}.png"
}

number=0
for page in start model hardware workload parallelism flags result export suggest; do
  picture "${page}" "ctrl+${number}"
  number=$((number + 1))
done
number=1
for page in cluster timeline levers compare your-file runs validation learn; do
  picture "${page}" "alt+${number}"
  number=$((number + 1))
done
