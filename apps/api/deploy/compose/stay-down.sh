#!/bin/sh
# Runs a service. Exit code 78 means wrong settings or a wrong PIN. Compose would start it again and again, and a token locks
# after some wrong PINs. So the container then stays without it, unhealthy, until its settings are mended and
# `docker compose up -d --force-recreate` starts it.
child='' signal='' asked=''
trap 'signal=1 asked=1; [ -z "$child" ] || kill -s TERM "$child" 2>/dev/null' TERM INT
"$@" &
child=$!
# The signal may have come before there was a child to hand it to.
[ -z "$signal" ] || kill -s TERM "$child" 2>/dev/null
wait "$child"
code=$?
# A signal makes `wait` return a code above 128; only the next `wait` returns the exit code of the service. Asking whether the service
# lives says nothing: a shell may have collected one that ended before it was waited for.
while [ -n "$signal" ] && [ "$code" -gt 128 ]; do
  signal=''
  wait "$child"
  code=$?
done
[ "$code" = 78 ] || exit "$code"
echo '{"level":"error","message":"not started again before its settings are mended"}' >&2
# Some shells miss a signal in the moment before they wait, so none waits for long.
while [ -z "$asked" ]; do
  sleep 1 &
  child=$!
  wait "$child"
done
exit 78
