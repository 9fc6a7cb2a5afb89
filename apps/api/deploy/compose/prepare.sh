#!/bin/sh
# Makes the folder `secrets` for compose.yaml: passwords, keys, and certificates for the S3 server inside.
#   ./prepare.sh rooms.example.com keys.example.com
# Needs openssl, and docker unless STRONGROOM_ADMIN names the command line for operators.
set -eu
umask 077
rooms=${1:?the name of the room service, such as rooms.example.com}
keys=${2:?the name of the key service, such as keys.example.com}
secrets=${SECRETS:-$(dirname "$0")/secrets}
if [ -e "$secrets" ]; then
  echo "prepare: $secrets is there already. Remove it to begin again; the stored rooms need it." >&2
  exit 1
fi
strongroom_admin() {
  if [ -n "${STRONGROOM_ADMIN:-}" ]; then $STRONGROOM_ADMIN "$@"; else
    docker run --rm strongroom:0.2.0 node apps/admin/bin/strongroom-admin.mjs "$@"
  fi
}
draw() { openssl rand -hex 24; }

mkdir "$secrets"
cd "$secrets"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=Strongroom inside' \
  -keyout authority.key -out authority.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=s3' -keyout s3.key -out s3.csr 2>/dev/null
printf 'subjectAltName=DNS:s3,DNS:localhost,IP:127.0.0.1\n' > s3.ext
openssl x509 -req -in s3.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 3650 -extfile s3.ext \
  -out s3.pem 2>/dev/null
# The authority has signed all it ever will.
rm authority.key authority.srl s3.csr s3.ext

database=$(draw) access=rooms secret=$(draw)
printf '%s\n' POSTGRES_USER=rooms POSTGRES_DB=rooms "POSTGRES_PASSWORD=$database" > postgresql.env
printf '%s\n' ROOT_ACCESS_KEY=root "ROOT_SECRET_KEY=$(draw)" "ROOMS_ACCESS_KEY=$access" "ROOMS_SECRET_KEY=$secret" > s3.env
printf '%s\n' "STRONGROOM_ROOMS_HOST=$rooms" "STRONGROOM_KEYS_HOST=$keys" > proxy.env
printf '%s\n' "STRONGROOM_PUBLIC_URL=https://$rooms" "STRONGROOM_KEY_SERVICE_URL=https://$keys" \
  "STRONGROOM_POSTGRESQL_URL=postgresql://rooms:$database@/rooms?host=/run/postgresql" \
  "AWS_ACCESS_KEY_ID=$access" "AWS_SECRET_ACCESS_KEY=$secret" \
  "STRONGROOM_SECRET=$(draw)" "STRONGROOM_GRANT_KEY=$(openssl rand 32 | openssl base64 -A | tr '+/' '-_' | tr -d '=')" \
  "STRONGROOM_OWNER_TOKEN=$(strongroom_admin owner-token --make)" > rooms.env
printf '%s\n' "STRONGROOM_KEY_SERVICE_URL=https://$keys" "STRONGROOM_KEY_SERVICE_ROOM_SERVICE=https://$rooms" > keys.env
chmod 0644 authority.pem s3.pem
echo "prepare: made $secrets. Keep a copy apart from all backups."
