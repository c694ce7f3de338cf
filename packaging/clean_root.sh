#!/usr/bin/env bash
# Tries the packages of build-release/packages in a bare Debian 12 (made by debootstrap, kept in build-root for the
# next time): lintian, then installed, started, removed. First the command line, which must bring no Qt; then the
# window on a screen that is not there; then the archive. Needs root and a Debian mirror (that of debootstrap, or $HEADROOM_MIRROR).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packages=$PWD/build-release/packages
notes=$PWD/build-root
base=$notes/base.tar
plan=llama3.1-8b-h100-node
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
[[ $(id -u) -eq 0 ]] || fail "run it as root: it makes a root file system and enters it"

lintian --no-tag-display-limit --fail-on error "$packages"/*.deb 2>/dev/null || fail "lintian has found errors"

mkdir -p build-root
if [[ ! -e $base ]]; then
    debootstrap --variant=minbase bookworm build-root/base ${HEADROOM_MIRROR:+"$HEADROOM_MIRROR"} >build-root/debootstrap.log || {
        tail -5 build-root/debootstrap.log >&2
        fail "debootstrap"
    }
    tar -C build-root/base -cf "$base.part" .
    mv "$base.part" "$base"
    rm -rf build-root/base
fi
root=$(mktemp -d "$PWD/build-root/root.XXXXXX")
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
leave() {
    umount -q "$root/proc" "$root/dev" 2>/dev/null || true
    mountpoint -q "$root/proc" || mountpoint -q "$root/dev" || rm -rf "$root"
}
trap leave EXIT
fresh_root() {
    leave
    mkdir -p "$root"
    tar -C "$root" -xf "$base"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    inside apt-get -qq update
}
# Packages by name, or files in /root by their beginning.
install() { inside sh -c 'cd /root && apt-get -qq -y --no-install-recommends install '"$*" >"$notes/apt.log" 2>&1 || { tail -20 "$notes/apt.log" >&2; fail "apt-get install $*"; }; }
left_behind() { find "$root"/usr "$root"/etc "$root"/var/lib "$root"/opt -iname '*headroom*' -not -path '*/var/lib/dpkg/*' -not -path '*/apt/*' | sed "s|^$root||"; }

fresh_root
cp "$packages"/*.deb "$root/root/"
install './headroom-data_*.deb' './headroom-cli_*.deb'
inside dpkg -l | grep -qi 'libqt\|libx11' && fail "headroom-cli brings Qt or X"
inside headroom-cli estimate "$plan" --format json >"$notes/answer.json"
cmp "$notes/answer.json" <(build-release/bin/headroom-cli estimate "$plan" --format json) || fail "the package answers otherwise"
inside headroom-cli export "$plan" --target maxtext-gpu --out /root/launch >/dev/null
rm -rf "${root:?}/root/launch"
echo "headroom-cli: installed and started without Qt ($(inside dpkg -l | grep -c ^ii) packages in all)"
install './headroom_*.deb'
[[ $(inside env QT_QPA_PLATFORM=offscreen headroom --version 2>/dev/null) == "headroom $(inside headroom-cli --version)" ]] ||
    fail "headroom --version"
status=0
inside timeout 5 env QT_QPA_PLATFORM=offscreen headroom "/usr/share/headroom/plans/$plan.headroom.yaml" >"$notes/window.log" 2>&1 || status=$?
[[ $status -eq 124 ]] || { cat "$notes/window.log" >&2; fail "the window ended with $status"; }
status=0
inside headroom >"$notes/window.log" 2>&1 || status=$?
[[ $status -eq 2 ]] || fail "without a display headroom ends with $status"
echo "headroom: installed and started ($(inside dpkg -l | grep -c ^ii) packages in all)"
rm -rf "${root:?}"/root/.config "${root:?}"/root/.local "${root:?}"/root/.cache
inside apt-get -qq -y purge headroom headroom-cli headroom-data >/dev/null 2>&1
rm -f "$root"/root/*.deb
[[ -z $(left_behind) ]] || fail "left behind: $(left_behind)"
echo "removed: nothing is left"

fresh_root
install libegl1 libgl1 libopengl0 libfontconfig1 libx11-6 libx11-xcb1
inside dpkg -l | grep -qi 'libqt\|libyaml\|libfmt' && fail "the root has libraries that the archive is to bring"
tar -C "$root/opt" -xf "$packages"/headroom-cli-*-static.tar.xz
inside sh -c '/opt/headroom-cli-*-static/bin/headroom-cli estimate "$0" --format json' "$plan" | cmp - "$notes/answer.json" ||
    fail "the static program answers otherwise"
rm -rf "$root"/opt/*
tar -C "$root/opt" -xf "$packages"/headroom-[0-9]*.tar.xz
tree=$(cd "$root/opt" && echo headroom-*)
inside "/opt/$tree/bin/headroom-cli" estimate "$plan" --format json | cmp - "$notes/answer.json" || fail "the archive answers otherwise"
status=0
inside timeout 5 env QT_QPA_PLATFORM=offscreen "/opt/$tree/bin/headroom" >"$notes/window.log" 2>&1 || status=$?
[[ $status -eq 124 ]] || { cat "$notes/window.log" >&2; fail "the window of the archive ended with $status"; }
missing=$(inside sh -c "for f in /opt/$tree/bin/headroom* /opt/$tree/lib/headroom/plugins/*/*.so; do ldd \$f; done" | grep 'not found' | sort -u || true)
[[ -z $missing ]] || fail "libraries of the archive that a bare Debian lacks: $missing"
echo "archive: started from /opt without a package of Qt"
