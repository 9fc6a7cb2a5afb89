"""Verifies an export of a room offline: verify.py FOLDER VKEY...

Standard library and `cryptography`; shares no code with Strongroom. Exit code 0: intact, 1: tampered, 2: not judged.
"""

import base64
import hashlib
import json
import os
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MANIFEST, SEAL, EVENTS = "MANIFEST.sha256", "exported.proof", "record/events.jsonl"
# Bytes of the largest file of a room, and of the largest text of an export.
MAX_FILE, MAX_TEXT = 104_857_600, 1_073_741_824


class Tampered(Exception):
    pass


class NotJudged(Exception):
    pass


def sha256(data):
    return hashlib.sha256(data).digest()


def read(folder, path):
    if os.path.exists(os.path.join(folder, path)) and not os.path.isfile(os.path.join(folder, path)):
        raise NotJudged(f"{path} is not a file.")
    try:
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()
    except OSError as error:
        raise NotJudged(f"{path} cannot be read ({error.strerror}).") from error


def hash_of_file(folder, path):
    # A file with a hole of a terabyte would be read for hours.
    if os.path.getsize(os.path.join(folder, path)) > (MAX_FILE if path.startswith("files/") else MAX_TEXT):
        return None
    digest = hashlib.sha256()
    with open(os.path.join(folder, path), "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def files_below(folder):
    for above, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.join(above, name)
            relative = os.path.relpath(path, folder).replace(os.sep, "/")
            if os.path.islink(path):
                raise Tampered(f"{relative} is a link.")
            # A pipe would be read for ever.
            if name in names and not os.path.isfile(path):
                raise Tampered(f"{relative} is a device.")
            if name in names:
                yield relative


def compare_files(folder):
    """Compares each file with its line of the manifest (the form of `sha256sum`)."""
    hashes = {}
    for line in read(folder, MANIFEST).decode().split("\n")[:-1]:
        match = re.fullmatch(r"([0-9a-f]{64})  ([^\\]+)", line)
        if match is None or ".." in match[2].split("/") or match[2].startswith("/"):
            raise NotJudged(f"{MANIFEST} has a line that is not the hash of a file.")
        if match[2] in hashes:
            raise NotJudged(f"{MANIFEST} names {match[2]} twice.")
        hashes[match[2]] = match[1]
    there = set(files_below(folder)) - {MANIFEST, SEAL}
    for path in sorted(there - hashes.keys()):
        raise Tampered(f"{path} is not in {MANIFEST}.")
    for path, expected in hashes.items():
        if path not in there:
            raise Tampered(f"{path} is missing.")
        if hash_of_file(folder, path) != expected:
            raise Tampered(f"{path} is not the file that was exported.")
    return hashes


def parse_key(vkey):
    """A key of a signed note (C2SP): <name>+<id>+<base64 of the type and the public key>."""
    name, key_id, encoded = vkey.split("+", 2)
    data = base64.b64decode(encoded)
    if data[:1] != b"\x01" or sha256(name.encode() + b"\n" + data)[:4].hex() != key_id:
        raise NotJudged("the key is not one of an audit log.")
    return name, bytes.fromhex(key_id), Ed25519PublicKey.from_public_bytes(data[1:])


def open_note(note, keys):
    """Origin, size and root of a checkpoint (C2SP tlog-checkpoint) that one of the keys signed."""
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    for line in signatures.split("\n")[:-1]:
        _, name, encoded = line.split(" ")
        data = base64.b64decode(encoded)
        for known, key_id, key in keys:
            if (known, key_id) == (name, data[:4]):
                try:
                    key.verify(data[4:], text.encode())
                except InvalidSignature as error:
                    raise Tampered("a signature of the log is false.") from error
                origin, size, root = text.split("\n")[:3]
                if origin != known:
                    raise NotJudged("the checkpoint is of another log.")
                return int(size), base64.b64decode(root)
    raise NotJudged("no checkpoint is signed by the key that was given.")


def root_of(leaf, index, size, hashes):
    """RFC 9162, 2.1.3.2: the root that the hashes of an inclusion proof lead to."""
    if index >= size:
        return None
    last, node = size - 1, leaf
    for other in hashes:
        if last == 0:
            return None
        if index & 1 or index == last:
            node = sha256(b"\x01" + other + node)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = sha256(b"\x01" + node + other)
        index, last = index >> 1, last >> 1
    return node if last == 0 else None


def proven(folder, path, keys):
    """The text of the event of a proof (C2SP tlog-proof), once the signed checkpoint covers it."""
    head, _, note = read(folder, path).decode().partition("\n\n")
    lines = head.split("\n")
    if lines[0] != "c2sp.org/tlog-proof@v1" or not lines[1].startswith("extra "):
        raise NotJudged(f"{path} is not the proof of an event.")
    text = base64.b64decode(lines[1][6:])
    index = int(lines[2].removeprefix("index "))
    hashes = [base64.b64decode(line) for line in lines[3:]]
    size, root = open_note(note, keys)
    if root_of(sha256(b"\x00" + sha256(text)), index, size, hashes) != root:
        raise Tampered(f"Event {index} of the log is not the event of {path}.")
    if json.loads(text)["seq"] != index:
        raise Tampered(f"Event {index} was logged with another number.")
    return text


def verify(folder, vkeys):
    hashes = compare_files(folder)
    keys = [parse_key(vkey) for vkey in vkeys]
    room = json.loads(read(folder, "binder.json"))["room"]["id"]
    files = sum(path.startswith("files/") for path in hashes)
    seal = json.loads(proven(folder, SEAL, keys))
    if seal["type"] != "room.exported" or seal["target"]["room_id"] != room:
        raise Tampered(f"{SEAL} is not of an export of this room.")
    if seal["data"].get("manifest_sha256") != hash_of_file(folder, MANIFEST):
        raise Tampered(f"{MANIFEST} is not the one that event {seal['seq']} names.")
    if seal["data"]["files"] != files:
        raise Tampered(f"Event {seal['seq']} names another number of files.")
    events = read(folder, EVENTS).split(b"\n")[:-1]
    for line in events:
        event = json.loads(line)
        if proven(folder, f"record/{int(event['seq'])}.proof", keys) != line:
            raise Tampered(f"Event {event['seq']} in {EVENTS} is not the event that was logged.")
        if event["target"]["room_id"] != room:
            raise Tampered(f"Event {event['seq']} is not of this room.")
    print(f"intact: {files} files, {len(events)} events")
    print(f"room {room}, exported by {seal['actor']['id']} at {seal['occurred_at']}, event {seal['seq']}")


if __name__ == "__main__":
    try:
        verify(sys.argv[1], sys.argv[2:])
    except Tampered as error:
        print(f"tampered: {error}", file=sys.stderr)
        sys.exit(1)
    except (NotJudged, IndexError, KeyError, TypeError, ValueError) as error:
        print(f"not judged: {error}", file=sys.stderr)
        sys.exit(2)
