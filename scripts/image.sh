#!/usr/bin/env bash
# Builds the image of the Dockerfile and runs it, as root, with neither a container engine nor an image registry:
#
#   image.sh base  FOLDER NODE        makes a stand-in for the base image, once: Debian, this Node and npm
#   image.sh build FOLDER CONTEXT TAG builds CONTEXT/Dockerfile on it
#   image.sh run   FOLDER TAG [OPTION… --] [COMMAND…]
#                                     runs it read-only, without capabilities, in 512 MB, on this machine's network
#
# FOLDER keeps images between runs. Needs buildah, podman, runc and debootstrap. The base stands in for the official one
# in tests only: publish nothing that was built on it.
set -euo pipefail

BASE=node:26-bookworm-slim
CERTIFICATES=/etc/ssl/certs/ca-certificates.crt

fail() { printf '%s\n' "$1" >&2; exit 2; }

[ "$(id -u)" -eq 0 ] || fail 'Building and running an image needs root here.'
for program in buildah podman runc debootstrap; do
  command -v "$program" >/dev/null ||
    fail "$program is missing: apt-get install --no-install-recommends buildah podman runc debootstrap"
done
[ $# -ge 3 ] || fail 'image.sh base|build|run FOLDER …'

verb=$1
mkdir -p "$2/tmp"
folder=$(realpath "$2")
shift 2
export TMPDIR=$folder/tmp
storage=(--root "$folder/images" --runroot "$folder/running" --storage-driver overlay)

build() {
  printf '{"default": [{"type": "insecureAcceptAnything"}]}' >"$folder/policy.json"
  # Without an engine there is no isolation but chroot; npm inside has to trust what this machine trusts.
  buildah "${storage[@]}" build --format docker --isolation chroot --pull-never \
    --signature-policy "$folder/policy.json" --volume "$CERTIFICATES:$CERTIFICATES:ro" "$@"
}

case $verb in
base)
  stage=$folder/base
  mkdir -p "$stage"
  [ -f "$stage/debian.tar" ] || {
    rm -rf "$stage/debian"
    # Node's binary needs libatomic1, which the smallest Debian lacks.
    debootstrap --variant=minbase --include=ca-certificates,libatomic1 bookworm "$stage/debian" >"$stage/debootstrap.log"
    tar -C "$stage/debian" --exclude='./dev/*' --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' \
      -cf "$stage/debian.tar.part" .
    mv "$stage/debian.tar.part" "$stage/debian.tar"
    rm -rf "$stage/debian"
  }
  cp "$1" "$stage/node"
  # Addons are compiled with the headers that the official image has, too.
  rm -rf "$stage/include" && cp -r "$(dirname "$1")/../include" "$stage/include"
  (cd "$stage" && rm -rf npm package && tar xzf "$(npm pack --silent npm@11 | tail -n 1)" && mv package npm)
  cat >"$stage/Dockerfile" <<END
FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY include /usr/local/include
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && node --version && npm --version
ENV NODE_EXTRA_CA_CERTS=$CERTIFICATES
CMD ["node"]
END
  build --tag "localhost/$BASE" "$stage"
  ;;
build)
  build --tag "localhost/$2" "$1"
  ;;
run)
  tag=$1
  shift
  options=()
  for argument; do
    [ "$argument" = -- ] || continue
    while [ "$1" != -- ]; do
      options+=("$1")
      shift
    done
    shift
    break
  done
  # crun cannot make its groups on every kernel; without CAP_SYS_RESOURCE the limits must not be above those of here.
  exec podman "${storage[@]}" --runtime "$(command -v runc)" --cgroup-manager cgroupfs --events-backend file run --rm \
    --read-only --cap-drop ALL --security-opt no-new-privileges --memory 512m --network host --no-healthcheck \
    --ulimit nofile=1024:4096 --ulimit nproc=4096:4096 ${options[@]+"${options[@]}"} "localhost/$tag" "$@"
  ;;
*)
  fail "image.sh base, build or run, not $verb"
  ;;
esac
