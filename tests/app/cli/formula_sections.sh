#!/usr/bin/env bash
# Every section of model/FORMULAS.md that code or profiles cite is there, and every one is cited.
set -u
source=$2
cited=$(grep -rhoE 'FORMULAS (§[0-9]+(\.[0-9]+)?(, |–| and )?)+' "$source"/{model,widgets,app,profiles} --include='*.h' --include='*.cpp' \
    --include='*.yaml' | grep -oE '§[0-9]+(\.[0-9]+)?' | tr -d '§' | sort -u)
known=$(grep -oE '^#{2,3} [0-9]+(\.[0-9]+)?' "$source/model/FORMULAS.md" | tr -d '# ' | sort -u)
failures=0
[[ -n $cited && -n $known ]] || { echo "FAIL: nothing to compare"; failures=1; }
for section in $cited; do
    grep -qx "$section" <<<"$known" || { echo "FAIL: section $section is cited and not written"; failures=$((failures + 1)); }
done
for section in $known; do
    grep -qx "$section" <<<"$cited" || { echo "FAIL: section $section is written and not cited"; failures=$((failures + 1)); }
done
if grep -rqE 'MODELLING' "$source"/{model,widgets,app,profiles} --include='*.h' --include='*.cpp' --include='*.yaml'; then
    echo "FAIL: a source that nobody can open"
    failures=$((failures + 1))
fi
exit "$((failures > 0))"
