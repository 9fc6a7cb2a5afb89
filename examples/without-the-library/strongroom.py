"""
Puts a file into a room and gets it back, with keys from the key service in the mode `grant`. Needs Python 3.9 or later and
the package `cryptography`. The steps are those of docs/reference/key-service.md, by their numbers.

    python strongroom.py put ROOM PATH      prints the id of the file
    python strongroom.py get FILE PATH

STRONGROOM_URL and STRONGROOM_TOKEN name the service and a token.
"""
import base64, hashlib, json, mimetypes, os, pathlib, sys, urllib.request
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

def thumbprint(jwk):  # RFC 7638: these members alone, sorted, without spaces
    members = {name: jwk[name] for name in ("crv", "kty", "x", "y") if name in jwk}
    return sha256(json.dumps(members, separators=(",", ":")))

def send(method, url, body=None, headers={}):
    raw = isinstance(body, bytes)
    kind = {"Content-Type": "application/octet-stream" if raw else "application/json"}
    data = body if raw or body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, {**kind, **headers}, method=method)) as response:
        return response.read()

class Keys:  # a key service: its address and the thumbprint of its key, from where you trust them
    def __init__(self, url, key):
        self.url, self.private = url, ec.generate_private_key(ec.SECP256R1())  # 1
        point = self.private.public_key().public_numbers()
        x, y = (b64url(number.to_bytes(32, "big")) for number in (point.x, point.y))
        self.jwk = {"kty": "EC", "crv": "P-256", "x": x, "y": y}
        self.jkt = thumbprint(self.jwk)
        listed = json.loads(send("GET", url + "/.well-known/jwks.json"))["keys"]  # 2
        trusted = next(jwk for jwk in listed if thumbprint(jwk) == key)
        self.verifier = ed25519.Ed25519PublicKey.from_public_bytes(unb64url(trusted["x"]))

    def unwrap(self, grant, wrapped_dek, file, op):  # op: "seal" for an upload, "open" for a download; never from the grant
        asked = {"grant": grant, "wrapped_dek": wrapped_dek, "client_key": self.jwk}
        return self.opened(json.loads(send("POST", self.url + "/v1/unwrap", asked))["data"], grant, file, op)  # 4

    def opened(self, answer, grant, file, op):
        epk, wrapped = answer["epk"], answer["wrapped_key"]
        info = "\n".join(["strongroom/v1/unwrap", self.url, file, op, sha256(grant), self.jkt, thumbprint(epk)])  # 5
        signed = "\n".join(["strongroom/v1/answer", info, wrapped])
        self.verifier.verify(unb64url(answer["sig"]), signed.encode())  # 6: before anything is opened
        x, y = (int.from_bytes(unb64url(epk[name]), "big") for name in "xy")
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key())  # 7
        kek = HKDF(hashes.SHA256(), 32, salt=None, info=info.encode()).derive(shared)  # 8
        return aes_key_unwrap(kek, unb64url(wrapped))  # 9

class Room:
    def __init__(self, url, token):
        self.api, self.authorization = url + "/api/v1", {"Authorization": "Bearer " + token}
        service = self.call("GET", "/service")["key_service"]
        self.keys = Keys(service["url"], service["key"])  # the mode `grant` takes the room service's word

    def call(self, method, path, body=None):
        return json.loads(send(method, self.api + path, body, self.authorization))["data"]

    def put(self, room, path):
        content, kind = pathlib.Path(path).read_bytes(), mimetypes.guess_type(path)[0] or "application/octet-stream"
        asked = {"name": pathlib.Path(path).name, "content_type": kind, "size": len(content), "client_jkt": self.keys.jkt}
        upload = self.call("POST", f"/rooms/{room}/files/upload-url", asked)  # 3
        key = self.keys.unwrap(upload["key_grant"], upload["wrapped_dek"], upload["file_id"], "seal")
        iv = os.urandom(12)
        sealed = AESGCM(key).encrypt(iv, content, None)
        send("PUT", upload["upload_url"], sealed[:-16])
        proof = {"iv": base64.b64encode(iv).decode(), "tag": base64.b64encode(sealed[-16:]).decode()}
        return self.call("POST", f"/rooms/{room}/files/{upload['file_id']}/confirm", proof)["id"]

    def get(self, file, path):
        download = self.call("GET", f"/files/{file}/download-url?client_jkt={self.keys.jkt}")  # 3
        key = self.keys.unwrap(download["key_grant"], download["wrapped_dek"], file, "open")
        sealed = send("GET", download["download_url"]) + base64.b64decode(download["tag"])
        pathlib.Path(path).write_bytes(AESGCM(key).decrypt(base64.b64decode(download["iv"]), sealed, None))
        return path

if __name__ == "__main__":
    strongroom = Room(os.environ["STRONGROOM_URL"], os.environ["STRONGROOM_TOKEN"])
    command, subject, where = sys.argv[1:]
    print({"put": strongroom.put, "get": strongroom.get}[command](subject, where))
