#!/usr/bin/env bash
# Every example plan is valid, fits into memory and is estimated without a message.
set -u
cli=$1
source=$2
failures=0

for plan in "$source"/profiles/plans/*.headroom.yaml; do
    if ! messages=$("$cli" estimate "$plan" --check 2>&1 >/dev/null) || [[ -n $messages ]]; then
        echo "FAIL: $(basename "$plan") $messages"
        failures=$((failures + 1))
    fi
done

echo "$failures failed"
[[ $failures -eq 0 ]]
