#!/usr/bin/env bash
# Installs what Headroom needs on Debian 12, with apt; does nothing when all of it is there.
#   packaging/dependencies.sh [run|test|check]   (each set includes the ones before it)
set -euo pipefail

purpose=${1:-run}
packages=(
    g++ cmake ninja-build ccache                             # build
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n # application and translations
    libqt6svg6 qt6-qpa-plugins libgl1-mesa-dev
    libqcustomplot-dev libqcustomplot2.1-qt6                 # charts
    libqscintilla2-qt6-dev                                   # script preview
    libyaml-cpp-dev libfmt-dev libcli11-dev nlohmann-json3-dev zlib1g-dev
)
if [[ $purpose == test || $purpose == check ]]; then
    packages+=(libbenchmark-dev shellcheck python3 python3-yaml python3-jsonschema xvfb xdotool locales fonts-dejavu-core
        fonts-wqy-microhei slurmctld slurmd slurm-client munge)
fi
if [[ $purpose == check ]]; then
    packages+=(clang-format clang-tidy clang libclang-rt-14-dev appstream desktop-file-utils lintian debootstrap patchelf xz-utils man-db openbox imagemagick
        python3-torch python3-numpy libopenblas0) # what exported programs run on
fi

missing=()
for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || {
        echo "packaging/dependencies.sh: run it as root, or install sudo; missing: ${missing[*]}" >&2
        exit 1
    }
    as_root=(sudo)
fi
echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
