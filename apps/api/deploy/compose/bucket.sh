#!/bin/sh
# Makes the user of the service and the bucket it owns in the S3 server of compose.yaml. Harmless to repeat.
set -eu
admin() { "${VERSITYGW:-/usr/local/bin/versitygw}" admin --access "$ROOT_ACCESS_KEY" --secret "$ROOT_SECRET_KEY" "$@"; }
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  if users=$(admin list-users 2>/dev/null); then break; fi
  sleep 1
done
case $users in
  *"$ROOMS_ACCESS_KEY"*) ;;
  *) admin create-user --access "$ROOMS_ACCESS_KEY" --secret "$ROOMS_SECRET_KEY" --role user ;;
esac
case $(admin list-buckets) in
  *rooms*) ;;
  *) admin create-bucket --bucket rooms --owner "$ROOMS_ACCESS_KEY" ;;
esac
