"""
Puts a file into a room and gets it back, with keys from the key service in the mode `grant`. Needs Python 3.9 or later and
the package `cryptography`. The steps are those of docs/reference/key-service.md, by their numbers.

    python strongroom.py put ROOM PATH      prints the id of the file
    python strongroom.py get FILE PATH

STRONGROOM_URL and STRONGROOM_TOKEN name the service and a token.
"""
import base64, hashlib, json, mimetypes, os, sys, urllib.request
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.keywrap import aes_key_unwrap


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sha256(text):
    return b64url(hashlib.sha256(text.encode()).digest())


def thumbprint(jwk, *members):  # RFC 7638: only these members, sorted, without spaces
    return sha256(json.dumps({name: jwk[name] for name in members}, separators=(",", ":"), sort_keys=True))


def send(method, url, body=None, headers=None):
    kind, data = ("application/octet-stream", body) if isinstance(body, bytes) else ("application/json", json.dumps(body).encode())
    headers = {"Content-Type": kind, **(headers or {})}
    request = urllib.request.Request(url, None if body is None else data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return response.read()


class Keys:
    """The key service: address and thumbprint of its key, from where you trust them, and a key pair of this client."""

    def __init__(self, url, key):
        self.url = url
        self.private = ec.generate_private_key(ec.SECP256R1())  # 1
        point = self.private.public_key().public_numbers()
        self.jwk = {"kty": "EC", "crv": "P-256", "x": b64url(point.x.to_bytes(32, "big")), "y": b64url(point.y.to_bytes(32, "big"))}
        self.jkt = thumbprint(self.jwk, "crv", "kty", "x", "y")
        listed = json.loads(send("GET", url + "/.well-known/jwks.json"))["keys"]  # 2
        trusted = next(jwk for jwk in listed if thumbprint(jwk, "crv", "kty", "x") == key)
        self.verifier = ed25519.Ed25519PublicKey.from_public_bytes(unb64url(trusted["x"]))

    def unwrap(self, grant, wrapped_dek, file, op):
        """The data key. `op`: "seal" for an upload, "open" for a download; never taken from the grant."""
        body = {"grant": grant, "wrapped_dek": wrapped_dek, "client_key": self.jwk}
        answer = json.loads(send("POST", self.url + "/v1/unwrap", body))["data"]  # 4
        return self.opened(answer, grant, file, op)

    def opened(self, answer, grant, file, op):
        epk = answer["epk"]
        parts = ["strongroom/v1/unwrap", self.url, file, op, sha256(grant), self.jkt, thumbprint(epk, "crv", "kty", "x", "y")]
        info = "\n".join(parts)  # 5
        signed = "\n".join(["strongroom/v1/answer", info, answer["wrapped_key"]])
        self.verifier.verify(unb64url(answer["sig"]), signed.encode())  # 6: before anything is opened
        x, y = (int.from_bytes(unb64url(epk[name]), "big") for name in "xy")
        theirs = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
        shared = self.private.exchange(ec.ECDH(), theirs)  # 7
        kek = HKDF(hashes.SHA256(), 32, salt=None, info=info.encode()).derive(shared)  # 8
        return aes_key_unwrap(kek, unb64url(answer["wrapped_key"]))  # 9


class Room:
    def __init__(self, url, token):
        self.api = url + "/api/v1"
        self.authorization = {"Authorization": "Bearer " + token}
        service = self.call("GET", "/service")["key_service"]
        self.keys = Keys(service["url"], service["key"])  # the mode `grant` takes the room service's word

    def call(self, method, path, body=None):
        return json.loads(send(method, self.api + path, body, self.authorization))["data"]

    def put(self, room, path):
        with open(path, "rb") as file:
            content = file.read()
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        asked = {"name": os.path.basename(path), "content_type": kind, "size": len(content), "client_jkt": self.keys.jkt}
        upload = self.call("POST", f"/rooms/{room}/files/upload-url", asked)  # 3
        key = self.keys.unwrap(upload["key_grant"], upload["wrapped_dek"], upload["file_id"], "seal")
        iv = os.urandom(12)
        sealed = AESGCM(key).encrypt(iv, content, None)
        ciphertext, tag = sealed[:-16], sealed[-16:]
        send("PUT", upload["upload_url"], ciphertext)
        proof = {"iv": base64.b64encode(iv).decode(), "tag": base64.b64encode(tag).decode()}
        self.call("POST", f"/rooms/{room}/files/{upload['file_id']}/confirm", proof)
        return upload["file_id"]

    def get(self, file, path):
        download = self.call("GET", f"/files/{file}/download-url?client_jkt={self.keys.jkt}")  # 3
        key = self.keys.unwrap(download["key_grant"], download["wrapped_dek"], file, "open")
        sealed = send("GET", download["download_url"]) + base64.b64decode(download["tag"])
        content = AESGCM(key).decrypt(base64.b64decode(download["iv"]), sealed, None)
        with open(path, "wb") as target:
            target.write(content)


if __name__ == "__main__":
    strongroom = Room(os.environ["STRONGROOM_URL"], os.environ["STRONGROOM_TOKEN"])
    command, subject, where = sys.argv[1:]
    print(strongroom.put(subject, where) if command == "put" else strongroom.get(subject, where) or where)
