#!/usr/bin/env bash
# headroom-cli-static needs nothing of the system: no loader, no library, no symbol of a C library's release. It starts in
# a root that holds the program and its profiles alone, and answers as headroom-cli does.
#   static_program.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1 source=$2
static=$build/bin/headroom-cli-static
plan=llama3.1-8b-h100-node
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*"
    exit 1
}
unset HEADROOM_DATA

readelf -lW "$static" | grep -q INTERP && fail "it asks for a loader"
readelf -dW "$static" | grep -q NEEDED && fail "it asks for a library"
symbols=$(objdump -T "$static" 2>/dev/null | grep -c GLIBC_ || true)
[[ $symbols -eq 0 ]] || fail "$symbols symbols of the C library's releases"
# Two builds of the same sources are the same bytes only while no program names the folder that it was built in.
for program in "$static" "$build/bin/headroom-cli"; do
    strip -o "$work/stripped" "$program"
    grep -aqF -e "$source" -e "$build" "$work/stripped" && fail "$program names the folder of its build"
done

root=$work/root
mkdir -p "$root/bin" "$root/share"
cp "$static" "$root/bin/headroom-cli"
cp -r "$source/profiles" "$root/share/headroom"
# As root chroot alone is enough; without it a user namespace makes one.
enter=("$(command -v chroot)" "$root")
[[ $(id -u) -eq 0 ]] || enter=("$(command -v unshare)" --map-root-user "${enter[@]}")
inside() { env -i "${enter[@]}" /bin/headroom-cli "$@"; }
inside --version >"$work/version" || fail "it does not start in an empty root"
cmp <("$build/bin/headroom-cli" --version) "$work/version" || fail "another version"
for words in "estimate $plan --format json" "explain NCCL_IB_DISABLE" "search $plan --top 2 --threads 2 --format json" \
    "export $plan --target maxtext-gpu --preview"; do
    # shellcheck disable=SC2086
    inside $words >"$work/inside" || fail "$words"
    # shellcheck disable=SC2086
    "$build/bin/headroom-cli" $words >"$work/outside"
    # How fast a search was does not belong to its answer.
    diff <(sed '/second/!b;/_per_second"\|"seconds"/d' "$work/outside") <(sed '/second/!b;/_per_second"\|"seconds"/d' "$work/inside") >"$work/diff" ||
        { head -5 "$work/diff"; fail "$words answers otherwise"; }
done
# No /proc either: files are written all the same.
inside export "$plan" --target maxtext-gpu --out /launch >/dev/null || fail "nothing is written in an empty root"
"$build/bin/headroom-cli" export "$plan" --target maxtext-gpu --out "$work/launch" >/dev/null
diff -r "$work/launch" "$root/launch" >/dev/null || fail "what is exported in an empty root differs"
inside estimate nobody >/dev/null 2>"$work/err" && fail "an unknown plan passes"
grep -q 'nobody:1: ' "$work/err" || fail "the message of an unknown plan"
echo "static program: ok"
