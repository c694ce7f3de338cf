#!/usr/bin/env bash
# `cmake --install` with a prefix of its own: everything lies below it, the programs find their data also after
# the tree was moved, and what is generated (manual pages, completion, version) is sound.
#   installed_tree.sh BUILD_DIR SOURCE_DIR VERSION
set -euo pipefail
build=$1 source=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*"
    exit 1
}

unset HEADROOM_DATA HEADROOM_CLI
cmake --install "$build" --prefix "$work/first" >"$work/log" || {
    tail -5 "$work/log"
    fail "cmake --install"
}
grep -q -v -e "$work/first" -e '^-- Install configuration' "$work/log" && fail "something went outside the prefix"
mv "$work/first" "$work/moved place"
tree="$work/moved place"
cli="$tree/bin/headroom-cli"
[[ $("$cli" --version) == "$version" ]] || fail "version of headroom-cli"
diff <("$cli" estimate llama3.1-8b-h100-node --format json) \
    <("$build/bin/headroom-cli" estimate llama3.1-8b-h100-node --format json) || fail "the installed program answers otherwise"
ln -s "$cli" "$work/link"
(cd / && "$work/link" profiles plans >/dev/null) || fail "through a link"
[[ -z $(find "$tree" -type f -perm /022) ]] || fail "a file that others may write to"
diff -r "$source/profiles" "$tree/share/headroom" | grep -v -e FORMULAS.md -e ': python$' && fail "profiles differ"

for page in "$tree"/share/man/man1/*.gz; do
    gzip -t "$page"
    if command -v man >/dev/null; then
        [[ -z $(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null) ]] ||
            fail "$page is no sound manual page"
    fi
done
zcat "$tree/share/man/man1/headroom-cli.1.gz" | grep -q "headroom $version" || fail "version of the manual page"
for command in $("$cli" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]\+\) .*/\1/p'); do
    zcat "$tree/share/man/man1/headroom-cli.1.gz" | grep -q "^\.SS $command" || fail "manual page lacks $command"
done

# Completion, as the shell asks for it.
offered() {
    bash -c 'source "$0"; compopt() { :; }; shift 0; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _headroom_cli
        printf "%s\n" "${COMPREPLY[@]}"' "$tree/share/bash-completion/completions/headroom-cli" "$@"
}
offered headroom-cli se | grep -qx search || fail "completion of a command"
offered headroom-cli search --obj | grep -qx -- --objective || fail "completion of an option"
offered headroom-cli search p --objective m | grep -qx memory || fail "completion of a choice"
offered headroom-cli estimate p --set parallelism.t | grep -qx parallelism.tensor= || fail "completion of a field"
offered headroom-cli export p --target mega | grep -qx megatron || fail "completion of a target"
offered "$cli" estimate llama3.1-8b-h | grep -qx llama3.1-8b-h100-node || fail "completion of an example plan"
(cd "$source" && offered headroom-cli estimate README | grep -qx README.md) || fail "completion of a file"

if [[ -x $tree/bin/headroom ]]; then
    id=org.headroom.Headroom
    for file in applications/$id.desktop metainfo/$id.metainfo.xml mime/packages/$id.mime.xml \
        icons/hicolor/scalable/apps/$id.svg man/man1/headroom.1.gz; do
        [[ -s $tree/share/$file ]] || fail "$file is missing"
    done
    grep -q "release version=\"$version\"" "$tree/share/metainfo/$id.metainfo.xml" || fail "version of the metainfo"
    [[ $(QT_QPA_PLATFORM=offscreen "$tree/bin/headroom" --version) == "headroom $version" ]] || fail "version of headroom"
fi
if [[ -x /usr/bin/python3 ]]; then
    found=$(cd / && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$tree/share/headroom/python" PATH=/usr/bin:/bin /usr/bin/python3 -c \
        'import headroom; print(headroom._find_program()); print(headroom.version())')
    [[ $found == "$cli"$'\n'"$version" ]] || fail "headroom.py of the installed tree uses $found"
fi
echo "installed tree: ok"
