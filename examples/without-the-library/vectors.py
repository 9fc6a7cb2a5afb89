"""Compares strongroom.py with docs/reference/key-service-vectors.json."""
import base64, json, pathlib
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
import strongroom

place = pathlib.Path(__file__).resolve().parents[2] / "docs/reference/key-service-vectors.json"
vectors = json.loads(place.read_text())
client, service, unwrap = vectors["client"], vectors["key_service"], vectors["unwrap"]
keys = strongroom.Keys.__new__(strongroom.Keys)
keys.url, keys.jkt = service["url"], client["thumbprint"]
keys.private = ec.derive_private_key(int.from_bytes(strongroom.unb64url(client["private_key"]["d"]), "big"), ec.SECP256R1())
keys.verifier = ed25519.Ed25519PublicKey.from_public_bytes(strongroom.unb64url(service["public_key"]["x"]))
opened = keys.opened(unwrap["answer"], vectors["grant"]["token"], unwrap["file"], unwrap["op"])
assert strongroom.b64url(opened) == unwrap["data_key"], "another data key"
file = {name: base64.b64decode(vectors["file"][name]) for name in ("iv", "object", "tag")}
text = AESGCM(opened).decrypt(file["iv"], file["object"] + file["tag"], None).decode()
assert text == vectors["file"]["text"], "another file"
print("The vectors hold.")
