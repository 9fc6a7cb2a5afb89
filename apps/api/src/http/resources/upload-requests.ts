import {
  defineValue,
  EncryptedPrivateKey,
  FileName,
  FileSize,
  GcmTag,
  IdReference,
  Iv,
  isBearerSecret,
  KeyThumbprint,
  MediaType,
  nullable,
  optional,
  RequestBytes,
  RequestFiles,
  RequestMessage,
  RequestPublicKey,
  RoomId,
  SealedToRequest,
  SenderName,
  SenderNote,
  ShareSeconds,
  UploadRequestId,
  type Value,
} from '@strongroom/domain';
import { created, listed, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { MayPageQuery, pageRequest } from '../describe/page.ts';
import { one, pageOf } from '../describe/shape.ts';
import { route } from './route.ts';
import {
  AnnouncedFileView,
  announcedFileView,
  DraftRequestView,
  draftRequestView,
  OpenedRequestView,
  openedRequestView,
  PeekedRequestView,
  peekedRequestView,
  ReceivedFileView,
  receivedFileView,
  UploadRequestView,
  uploadRequestView,
} from './upload-requests.views.ts';

class CreateUploadRequestBody {
  @Is(ShareSeconds) expires_in!: ShareSeconds;
  @Is(optional(nullable(IdReference))) folder_id?: string | null;
  @Is(optional(RequestFiles)) max_files?: RequestFiles;
  @Is(optional(RequestBytes)) max_bytes?: RequestBytes;
  @Is(optional(nullable(RequestMessage))) message?: RequestMessage | null;
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

class OpenUploadRequestBody {
  @Is(RequestPublicKey) public_key!: RequestPublicKey;
  @Is(EncryptedPrivateKey) private_key!: EncryptedPrivateKey;
  @Is(Iv) iv!: Iv;
  @Is(GcmTag) tag!: GcmTag;
}

class AnnounceSentFileBody {
  @Is(FileName) name!: FileName;
  @Is(FileSize) size!: FileSize;
  @Is(MediaType) content_type!: MediaType;
}

class ConfirmSentFileBody {
  @Is(IdReference) file_id!: string;
  @Is(Iv) iv!: Iv;
  @Is(GcmTag) tag!: GcmTag;
  @Is(SealedToRequest) sealed_key!: SealedToRequest;
  @Is(optional(nullable(SenderName))) sender_name?: SenderName | null;
  @Is(optional(nullable(SenderNote))) note?: SenderNote | null;
}

/** The secret of a request in a path. A typo is answered like an unknown secret, and charged to the address. */
const RequestSecret: Value<string> = defineValue({
  name: 'RequestSecret',
  description: 'The secret of the upload request.',
  schema: { type: 'string', pattern: '^srq_[0-9A-Za-z]{49}$' },
  check: (input) =>
    typeof input === 'string' && isBearerSecret('uploadRequest', input)
      ? undefined
      : 'must be the secret of an upload request',
});

const MANY_FILES = RequestFiles.parse(100);
const MANY_BYTES = RequestBytes.parse(1_073_741_824);

const bySecret = { token: RequestSecret };
const oneRoom = { id: RoomId };
const oneRequest = { id: UploadRequestId };
const whereRequestIs = { kind: 'upload-request', param: 'id' } as const;
const ended = ['REQUEST_NOT_FOUND', 'REQUEST_REVOKED', 'REQUEST_EXPIRED'] as const;

/** Refusals of a repeated request whose draft is none any more. */
const noDraft = ['REQUEST_OPENED', 'REQUEST_REVOKED'] as const;

export const uploadRequestRoutes = [
  route({
    operationId: 'createUploadRequest',
    method: 'post',
    path: '/rooms/:id/upload-requests',
    access: 'signed-in',
    action: 'upload_request.create',
    summary: 'Ask people without an account to send files',
    description:
      'Makes a draft, with a wrapped data key for the private half of a key pair that your client draws. It works once it is opened (`POST /upload-requests/:id/open`), which has to be within a day. What is sent lies in the inbox of the room and is no file of it. A room has at most 200 upload requests that work.',
    params: oneRoom,
    body: CreateUploadRequestBody,
    answer: one(DraftRequestView),
    status: [201],
    errors: ['FOLDER_NOT_FOUND', 'LIMIT_REACHED', 'KEY_DESTROYED', 'REQUEST_NOT_FOUND', ...noDraft],
    handle: async (app, ctx, { params, body }) => {
      const draft = await app.uploadRequests.create(ctx, {
        roomId: params.id,
        folderId: body.folder_id ?? undefined,
        expiresIn: body.expires_in,
        maxFiles: body.max_files ?? MANY_FILES,
        maxBytes: body.max_bytes ?? MANY_BYTES,
        message: body.message ?? undefined,
        client: body.client_jkt,
      });
      return created(draftRequestView(draft), `/api/v1/upload-requests/${draft.request.id}`);
    },
  }),
  route({
    operationId: 'listUploadRequests',
    method: 'get',
    path: '/rooms/:id/upload-requests',
    access: 'signed-in',
    action: 'upload_request.list',
    summary: 'List the upload requests of a room',
    description: 'Owners of the room see all, other members their own. The newest is the first.',
    params: oneRoom,
    query: MayPageQuery,
    answer: pageOf(UploadRequestView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(uploadRequestView, await app.uploadRequests.list(ctx, { roomId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'getUploadRequest',
    method: 'get',
    path: '/upload-requests/:id',
    access: 'signed-in',
    action: 'upload_request.see',
    locate: whereRequestIs,
    summary: 'Get an upload request, without its secret',
    params: oneRequest,
    answer: one(UploadRequestView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(uploadRequestView(await app.uploadRequests.get(ctx, { requestId: params.id }))),
  }),
  route({
    operationId: 'openUploadRequest',
    method: 'post',
    path: '/upload-requests/:id/open',
    access: 'signed-in',
    action: 'upload_request.open',
    locate: whereRequestIs,
    summary: 'Open an upload request with its key',
    description:
      'Only this answer shows link and secret. `private_key` is the private JWK, encrypted with the data key of the draft (AES-256-GCM). Put the RFC 7638 thumbprint of `public_key` into the fragment of the link: the client of a sender refuses another key.',
    params: oneRequest,
    body: OpenUploadRequestBody,
    answer: one(OpenedRequestView),
    status: [200],
    errors: ['INVALID_IV', 'INVALID_TAG', 'REQUEST_OPENED', 'REQUEST_REVOKED', 'REQUEST_EXPIRED'],
    handle: async (app, ctx, { params, body }) => {
      const opened = await app.uploadRequests.open(ctx, {
        requestId: params.id,
        publicKey: body.public_key,
        privateKey: body.private_key,
        iv: body.iv,
        tag: body.tag,
      });
      return ok(openedRequestView(opened, app.publicUrl()));
    },
  }),
  route({
    operationId: 'revokeUploadRequest',
    method: 'delete',
    path: '/upload-requests/:id',
    access: 'signed-in',
    action: 'upload_request.revoke',
    locate: whereRequestIs,
    summary: 'Revoke an upload request',
    description: 'What was sent stays in the inbox.',
    params: oneRequest,
    answer: one(UploadRequestView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(uploadRequestView(await app.uploadRequests.revoke(ctx, { requestId: params.id }))),
  }),
  route({
    operationId: 'peekUploadRequest',
    method: 'get',
    path: '/upload-requests/by-token/:token',
    access: 'public',
    summary: 'See who asks for files, and until when',
    description:
      'Compare the RFC 7638 thumbprint of `public_key` with that in the fragment of the link before sealing.',
    params: bySecret,
    countedBy: 'token',
    answer: one(PeekedRequestView),
    status: [200],
    errors: [...ended, 'REQUEST_FULL'],
    handle: async (app, visitor, { params }) =>
      ok(peekedRequestView(await app.uploadRequests.peek(visitor, { secret: params.token }))),
  }),
  route({
    operationId: 'announceSentFile',
    method: 'post',
    path: '/upload-requests/by-token/:token/upload-url',
    access: 'public',
    summary: 'Announce a file and get an address to send it to',
    description:
      'Keeps a place for the file until the address ends. A request takes 20 files at a time, and 5 from one address (429 `TOO_MANY_UPLOADS`).',
    params: bySecret,
    countedBy: 'token',
    body: AnnounceSentFileBody,
    answer: one(AnnouncedFileView),
    status: [200],
    errors: [...ended, 'REQUEST_FULL', 'FILE_NOT_FOUND', 'FILE_TOO_LARGE', 'TOO_MANY_UPLOADS', 'STORAGE_UNAVAILABLE'],
    handle: async (app, visitor, { params, body }) => {
      const { name, size, content_type: contentType } = body;
      const announced = await app.uploadRequests.announce(visitor, { secret: params.token, name, size, contentType });
      return ok(announcedFileView(announced));
    },
  }),
  route({
    operationId: 'confirmSentFile',
    method: 'post',
    path: '/upload-requests/by-token/:token/confirm',
    access: 'public',
    summary: 'Confirm a sent file',
    description:
      'Puts the file into the inbox of the room if its ciphertext is complete. `sealed_key` is the data key as a compact JWE for the public key of the request. `sender_name` and `note` are for those who see the inbox, and are erased with the item. Again with equal values changes nothing.',
    params: bySecret,
    countedBy: 'token',
    body: ConfirmSentFileBody,
    answer: one(ReceivedFileView),
    status: [200],
    errors: [
      ...ended,
      'INVALID_SEALED_KEY',
      'INVALID_IV',
      'INVALID_TAG',
      'FILE_NOT_FOUND',
      'UPLOAD_NOT_FOUND',
      'UPLOAD_SIZE_MISMATCH',
      'FILE_ALREADY_CONFIRMED',
      'ITEM_HANDLED',
      'STORAGE_UNAVAILABLE',
    ],
    handle: async (app, visitor, { params, body }) => {
      const { file_id: fileId, iv, tag, sealed_key: sealedKey } = body;
      const words = { sender: body.sender_name ?? undefined, note: body.note ?? undefined };
      const input = { secret: params.token, fileId, iv, tag, sealedKey, ...words };
      return ok(receivedFileView(await app.uploadRequests.confirm(visitor, input)));
    },
  }),
];
