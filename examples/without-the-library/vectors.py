"""Compares strongroom.py with docs/reference/key-service-vectors.json."""
import json, pathlib
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
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
print("The vectors hold.")
