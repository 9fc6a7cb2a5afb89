"""
The procedure of the specification by a client that openapi-python-client made, with keys by ../../without-the-library.

    python procedure.py ROOM FILE      puts a file into ROOM, reads FILE, and does everything else in a room of its own
"""
import base64, hashlib, json, os, pathlib, sys, urllib.request
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "without-the-library"))
import strongroom
from strongroom_client import AuthenticatedClient
from strongroom_client.api.files import create_share, delete_file, get_file, request_download
from strongroom_client.api.rooms import archive_room, create_room, delete_room, get_room, unarchive_room
from strongroom_client.api.rooms import confirm_upload, list_files, request_upload
from strongroom_client.api.service import get_service
from strongroom_client.models import ConfirmUploadBody, CreateRoomBody, CreateShareBody, RequestOneUploadBody

url = os.environ["STRONGROOM_URL"]
client = AuthenticatedClient(base_url=url + "/api/v1", token=os.environ["STRONGROOM_TOKEN"])
service = get_service.sync(client=client).data.key_service
keys = strongroom.Keys(service.url, service.key)


def put(room, name, content):
    body = RequestOneUploadBody(name=name, content_type="text/plain", size=len(content), client_jkt=keys.jkt)
    upload = request_upload.sync(room, client=client, body=body).data
    key = keys.unwrap(upload.key_grant, upload.wrapped_dek, str(upload.file_id), "seal")
    iv = os.urandom(12)
    sealed = AESGCM(key).encrypt(iv, content, None)
    urllib.request.urlopen(urllib.request.Request(upload.upload_url, sealed[:-16], method="PUT")).close()
    proof = ConfirmUploadBody(iv=base64.b64encode(iv).decode(), tag=base64.b64encode(sealed[-16:]).decode())
    return str(confirm_upload.sync(room, upload.file_id, client=client, body=proof).data.id)


def get(file):
    download = request_download.sync(file, client=client, client_jkt=keys.jkt).data
    key = keys.unwrap(download.key_grant, download.wrapped_dek, file, "open")
    sealed = urllib.request.urlopen(download.download_url).read() + base64.b64decode(download.tag)
    return AESGCM(key).decrypt(base64.b64decode(download.iv), sealed, None)


room, file = sys.argv[1:]
own = create_room.sync(client=client, body=CreateRoomBody(name="By Python", classification="C2")).data
content = b"Put by Python."
first = put(str(own.id), "first.txt", content)
share = create_share.sync(first, client=client, body=CreateShareBody(expires_in=3600, max_downloads=1)).data
said = {
    "listed": [listed.name for listed in list_files.sync(str(own.id), client=client).data],
    "same": get(first) == content,
    "share": share.max_downloads,
    "archived": archive_room.sync(str(own.id), client=client).data.status,
    "refused": delete_file.sync(first, client=client).error.code,
    "active": unarchive_room.sync(str(own.id), client=client).data.status,
    "deleted": str(delete_file.sync(first, client=client).data.id) == first,
    "gone": get_file.sync(first, client=client).error.code,
    "destroyed": str(delete_room.sync(str(own.id), client=client).data.id) == str(own.id),
    "absent": get_room.sync(str(own.id), client=client).error.code,
    "read": hashlib.sha256(get(file)).hexdigest(),
    "put": put(room, "by-python.txt", content),
}
print(json.dumps(said))
