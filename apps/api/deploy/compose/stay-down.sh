#!/bin/sh
# Runs a service. One that ends by 78 has wrong settings or a wrong PIN, and Compose would start it again and again: a token
# locks after some wrong PINs. So the container then stays without it, unhealthy, until its settings are mended and
# `docker compose up -d --force-recreate` starts it.
"$@" &
child=$!
trap 'kill -s TERM "$child" 2>/dev/null' TERM INT
code=0
# A signal ends `wait` too.
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
[ "$code" = 78 ] || exit "$code"
echo '{"level":"error","message":"not started again before its settings are mended"}' >&2
sleep infinity &
child=$!
wait "$child"
exit 78
