#!/bin/sh
# Makes the key of the audit log in the data folder of compose.yaml. Harmless to repeat.
set -eu
umask 077
key=${STRONGROOM_DATA_DIR:-/data}/audit.key
[ -e "$key" ] || {
  node "${STRONGROOM:-apps/cli/bin/strongroom.mjs}" audit key --make "$STRONGROOM_ROOMS_HOST" --out "$key"
}
