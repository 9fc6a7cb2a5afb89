#!/bin/sh
# Makes the key of the audit log in the data folder of compose.yaml. Harmless to repeat.
set -eu
umask 077
key=${STRONGROOM_DATA_DIR:-/data}/audit.key
[ -e "$key" ] || {
  node "${STRONGROOM_ADMIN:-apps/admin/bin/strongroom-admin.mjs}" audit key --make "$STRONGROOM_ROOMS_HOST" --out "$key"
}
