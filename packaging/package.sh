#!/usr/bin/env bash
# Builds the packages into build-release/packages: deb (headroom, headroom-cli, headroom-data) and an archive that
# brings the libraries it needs beside those of every Debian 12 with a desktop, and one of the command line that is
# linked statically and starts on any Linux from 3.2 on. SHA256SUMS beside them names all. One build
# packed twice gives the same bytes: every time stamp is that of the release (SOURCE_DATE_EPOCH).
#   packaging/package.sh [deb|tarball|static]…   (all without arguments)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
kinds=("$@")
((${#kinds[@]})) || kinds=(deb tarball static)
targets=(headroom-cli headroom-cli-static headroom_manuals)
[[ ${kinds[*]} == static ]] || targets+=(headroom)
packaging/build.sh release "${targets[@]}"
out=$PWD/build-release/packages
mkdir -p "$out"
version=$(build-release/bin/headroom-cli --version)
release=$(sed -n "s/^## ${version//./\\.} - //p" CHANGELOG.md)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -u -d "$release" +%s)}

# The tree $1 of $out as an archive.
archive() {
    tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u+rwX,go+rX,go-w \
        -cf - "$1" | xz -T1 >"$out/$1.tar.xz"
    rm -rf "${out:?}/$1"
}

package_deb() {
    rm -f "$out"/*.deb
    (cd build-release && cpack -G DEB -B "$out" >"$out/cpack.log") || {
        tail -20 "$out/cpack.log" >&2
        return 1
    }
    rm -rf "$out/_CPack_Packages"
}

# Libraries that stay those of the system: they belong to its kernel, its display and its fonts, or are part of
# every Debian.
of_the_system() {
    case $1 in
    ld-linux* | libc.so* | libm.so* | libdl.so* | libpthread.so* | librt.so* | libresolv.so* | libstdc++.so* | libgcc_s.so*) ;;
    libGL*.so* | libEGL.so* | libOpenGL.so* | libX11.so* | libX11-xcb.so* | libxcb.so* | libfontconfig.so* | libfreetype.so* | libz.so*) ;;
    libdrm.so* | libgbm.so* | libwayland-*.so*) ;;
    *) return 1 ;;
    esac
}

# Copies the libraries of a file, and theirs, into the folder $2.
bring_libraries() {
    local name path
    while read -r name path; do
        of_the_system "$name" && continue
        [[ -e $2/$name ]] && continue
        cp -L "$path" "$2/$name"
        bring_libraries "$path" "$2"
    done < <(ldd "$1" | awk '$3 ~ /^\// { print $1, $3 }')
}

package_tarball() {
    local name tree plugins
    name=headroom-$version-linux-$(uname -m)
    rm -rf "${out:?}/$name"
    cmake --install build-release --strip --prefix "$out/$name" >/dev/null
    tree=$out/$name
    mkdir -p "$tree/lib/headroom/plugins"
    plugins=$(qmake6 -query QT_INSTALL_PLUGINS)
    for plugin in platforms/libqxcb platforms/libqoffscreen platforms/libqwayland-generic imageformats/libqsvg \
        iconengines/libqsvgicon platforminputcontexts/libcomposeplatforminputcontextplugin \
        platforminputcontexts/libibusplatforminputcontextplugin printsupport/libcupsprintersupport \
        xcbglintegrations/libqxcb-glx-integration; do
        [[ -e $plugins/$plugin.so ]] || continue
        mkdir -p "$tree/lib/headroom/plugins/${plugin%/*}"
        cp "$plugins/$plugin.so" "$tree/lib/headroom/plugins/$plugin.so"
    done
    local file
    for file in "$tree"/bin/headroom* "$tree"/lib/headroom/plugins/*/*.so; do
        bring_libraries "$file" "$tree/lib/headroom"
    done
    local folder
    for file in "$tree"/bin/headroom* "$tree"/lib/headroom/*.so* "$tree"/lib/headroom/plugins/*/*.so; do
        folder=$(realpath --relative-to="$(dirname "$file")" "$tree/lib/headroom")
        patchelf --set-rpath "\$ORIGIN/$folder" "$file"
    done
    mkdir -p "$tree/share/qt6/translations"
    cp "$(qmake6 -query QT_INSTALL_TRANSLATIONS)"/qtbase_zh_CN.qm "$tree/share/qt6/translations/"
    printf '[Paths]\nPrefix=..\nPlugins=lib/headroom/plugins\nTranslations=share/qt6/translations\n' >"$tree/bin/qt.conf"
    cp LICENSE README.md CHANGELOG.md SECURITY.md "$tree/"
    archive "$name"
}

package_static() {
    local name tree
    name=headroom-cli-$version-linux-$(uname -m)-static
    tree=$out/$name
    rm -rf "$tree"
    for component in cli data; do
        cmake --install build-release --strip --prefix "$tree" --component "$component" >/dev/null
    done
    strip -o "$tree/bin/headroom-cli" build-release/bin/headroom-cli-static
    cp LICENSE README.md CHANGELOG.md SECURITY.md "$tree/"
    archive "$name"
}

for kind in "${kinds[@]}"; do "package_$kind"; done
(cd "$out" && find . -maxdepth 1 -type f \( -name '*.deb' -o -name '*.tar.xz' \) -printf '%f\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
ls -l "$out"
cat "$out/SHA256SUMS"
