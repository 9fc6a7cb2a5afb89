import {
  defineValue,
  FileId,
  FileName,
  FileSize,
  FolderPath,
  GcmTag,
  GRANT_OPS,
  type GrantOp,
  HALF_A_PAIR,
  IdReference,
  Iv,
  KeyThumbprint,
  type Label,
  LabelReference,
  MediaType,
  optional,
  PageNumber,
  PerPage,
  RoomId,
  type Value,
} from '@strongroom/domain';
import { listed, ok } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { Is } from '../describe/is.ts';
import { Cursor, pageRequest } from '../describe/page.ts';
import { bulk, many, one } from '../describe/shape.ts';
import {
  DownloadView,
  downloadView,
  FileDeletedView,
  FileView,
  fileDeletedView,
  fileView,
  KeyGrantView,
  keyGrantView,
  UploadView,
  uploadView,
} from './files.views.ts';
import { route } from './route.ts';

/** Browsers give files of a type they do not know the empty type. */
const UNKNOWN_TYPE = MediaType.parse('application/octet-stream');
const { pattern } = MediaType.schema;
const SentType: Value<MediaType | ''> = defineValue({
  name: MediaType.name,
  description: `${MediaType.description} An empty one is taken as application/octet-stream.`,
  schema: { ...MediaType.schema, pattern: `^$|${typeof pattern === 'string' ? pattern : ''}` },
  rule: 'media_type',
  check: (input) => (input === '' ? undefined : MediaType.problem(input)),
});

/** Announces a file, for a client that may want a key grant. */
class RequestOneUploadBody {
  @Is(FileName) name!: FileName;
  @Is(FileSize) size!: FileSize;
  @Is(SentType) content_type!: MediaType | '';
  @Is(optional(LabelReference)) classification?: Label;
  @Is(optional(FolderPath)) folder?: FolderPath;
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

class RequestUploadBody {
  @Is(FileName) name!: FileName;
  @Is(FileSize) size!: FileSize;
  @Is(SentType) content_type!: MediaType | '';
  @Is(optional(LabelReference)) classification?: Label;
  @Is(optional(FolderPath)) folder?: FolderPath;
}

class EditFileBody {
  @Is(optional(FileName)) name?: FileName;
  @Is(optional(FolderPath)) folder?: FolderPath;
  @Is(optional(LabelReference)) classification?: Label;
}

class ConfirmUploadBody {
  @Is(Iv) iv!: Iv;
  @Is(GcmTag) tag!: GcmTag;
}

class BulkUploadBody {
  @Is(itemsOf(RequestUploadBody)) items!: readonly unknown[];
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

class ConfirmFileBody {
  @Is(IdReference) file_id!: string;
  @Is(Iv) iv!: Iv;
  @Is(GcmTag) tag!: GcmTag;
}

class BulkConfirmBody {
  @Is(itemsOf(ConfirmFileBody)) items!: readonly unknown[];
}

class DownloadFileBody {
  @Is(IdReference) file_id!: string;
}

class BulkDownloadBody {
  @Is(itemsOf(DownloadFileBody)) items!: readonly unknown[];
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

const GrantUse: Value<GrantOp> = defineValue({
  name: 'GrantUse',
  description: 'Purpose of the key: `open`, `seal` or `export`.',
  schema: { type: 'string', enum: [...GRANT_OPS] },
  rule: 'choice',
  check: (input) => (GRANT_OPS.some((op) => op === input) ? undefined : `must be one of ${GRANT_OPS.join(', ')}`),
});

class KeyGrantBody {
  @Is(KeyThumbprint) client_jkt!: KeyThumbprint;
  @Is(optional(GrantUse)) op?: GrantOp;
}

class DownloadQuery {
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

class DeleteFileBody {
  @Is(IdReference) file_id!: string;
}

class BulkDeleteBody {
  @Is(itemsOf(DeleteFileBody)) items!: readonly unknown[];
}

const uploadOf = (roomId: RoomId, body: RequestUploadBody, client: KeyThumbprint | undefined) => ({
  roomId,
  name: body.name,
  size: body.size,
  contentType: body.content_type === '' ? UNKNOWN_TYPE : body.content_type,
  classification: body.classification,
  folder: body.folder,
  client,
});

/** A folder in a query, also with a slash in front. */
const FolderQuery: Value<string> = defineValue({
  name: 'FolderQuery',
  description: 'Folder of the room; a slash in front is ignored, and a slash alone or nothing is the top.',
  schema: {
    ...FolderPath.schema,
    maxLength: 1025,
    not: {
      anyOf: [
        { pattern: HALF_A_PAIR },
        { pattern: '\\\\' },
        { pattern: '//|[^/]/$' },
        { minLength: 1025, pattern: '^[^/]' },
        { pattern: '(?:^|/)\\.\\.?(?:/|$)' },
      ],
    },
    examples: ['/contracts/2026'],
  },
  rule: 'text',
  check: (input) => (typeof input === 'string' ? FolderPath.problem(input.replace(/^\//u, '')) : 'must be a string'),
});

const Recursive: Value<'true' | 'false'> = defineValue({
  name: 'Recursive',
  description: 'Whether to list what is below the folder too: `true` or `false`, which is the default.',
  schema: { type: 'string', enum: ['true', 'false'] },
  rule: 'choice',
  check: (input) => (input === 'true' || input === 'false' ? undefined : 'must be true or false'),
});

class FilesQuery {
  @Is(optional(FolderQuery)) folder?: string;
  @Is(optional(Recursive)) recursive?: 'true' | 'false';
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
}

const oneFile = { file_id: FileId };
const whereFileIs = { kind: 'file', param: 'file_id' } as const;

export const fileRoutes = [
  route({
    method: 'get',
    path: '/rooms/:room_id/files',
    access: 'signed-in',
    action: 'file.list',
    summary: 'List the available files of a room, or of one of its folders',
    description:
      'Files above your clearance are neither listed nor counted. A page of a folder reads only its files, through an index; its `total` is counted once, with the first page. Folders of up to 32 levels can be listed with what is below them.',
    params: { room_id: RoomId },
    query: FilesQuery,
    answer: many(FileView),
    status: [200],
    handle: async (app, ctx, { params, query }) => {
      const { items, meta } = await app.files.list(ctx, {
        roomId: params.room_id,
        folder: query.folder === undefined ? undefined : FolderPath.parse(query.folder.replace(/^\//u, '')),
        isRecursive: query.recursive === 'true',
        ...pageRequest(query),
      });
      return listed(items.map(fileView), meta);
    },
  }),
  route({
    method: 'post',
    path: '/rooms/:room_id/files/upload-url',
    access: 'signed-in',
    action: 'file.upload',
    summary: 'Announce an upload: get a wrapped key and an address',
    description:
      'Unwrap the key with your own key service, encrypt with AES-256-GCM, PUT the ciphertext to the address, then confirm. The PUT to an embedded store may be answered 429 `TOO_MANY_UPLOADS` (repeat it after `Retry-After`) or 507 `STORAGE_FULL` (nothing was stored). Repeated with its Idempotency-Key, it answers for the same file as that is by now: 409 when it was confirmed, 404 when it is gone.',
    params: { room_id: RoomId },
    body: RequestOneUploadBody,
    answer: one(UploadView),
    status: [200],
    errors: [
      'INVALID_CLASSIFICATION',
      'FILE_TOO_LARGE',
      'FILE_NOT_FOUND',
      'FILE_ALREADY_CONFIRMED',
      'LIMIT_REACHED',
      'KEY_SERVICE_UNAVAILABLE',
      'STORAGE_UNAVAILABLE',
    ],
    handle: async (app, ctx, { params, body }) => {
      await app.files.countAnnounced(ctx, 1);
      return ok(uploadView(await app.files.requestUpload(ctx, uploadOf(params.room_id, body, body.client_jkt))));
    },
  }),
  route({
    method: 'post',
    path: '/rooms/:room_id/files/:file_id/confirm',
    access: 'signed-in',
    action: 'file.confirm',
    summary: 'Confirm an upload',
    description:
      'Checks that exactly the announced number of bytes is there and seals them. Again with the same values is fine.',
    params: { room_id: RoomId, file_id: FileId },
    body: ConfirmUploadBody,
    answer: one(FileView),
    status: [200],
    errors: [
      'INVALID_IV',
      'INVALID_TAG',
      'UPLOAD_NOT_FOUND',
      'UPLOAD_SIZE_MISMATCH',
      'FILE_ALREADY_CONFIRMED',
      'STORAGE_UNAVAILABLE',
    ],
    handle: async (app, ctx, { params, body }) =>
      ok(
        fileView(
          await app.files.confirmUpload(ctx, {
            roomId: params.room_id,
            fileId: params.file_id,
            iv: body.iv,
            tag: body.tag,
          }),
        ),
      ),
  }),
  route({
    method: 'get',
    path: '/files/:file_id',
    access: 'signed-in',
    action: 'file.get',
    locate: whereFileIs,
    summary: "Get a file's metadata",
    params: oneFile,
    answer: one(FileView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(fileView(await app.files.get(ctx, { fileId: params.file_id }))),
  }),
  route({
    method: 'get',
    path: '/files/:file_id/download-url',
    access: 'signed-in',
    action: 'file.download',
    locate: whereFileIs,
    summary: 'Get a download address and the wrapped key',
    params: oneFile,
    query: DownloadQuery,
    answer: one(DownloadView),
    status: [200],
    errors: ['STORAGE_UNAVAILABLE'],
    handle: async (app, ctx, { params, query, head }) => {
      const input = { fileId: params.file_id, release: !head, client: query.client_jkt };
      return ok(downloadView(await app.files.getDownload(ctx, input)));
    },
  }),
  route({
    method: 'post',
    path: '/files/:file_id/key-grant',
    access: 'signed-in',
    action: 'file.key_grant',
    locate: whereFileIs,
    summary: 'Get a fresh key grant of a file',
    description:
      'For a pending upload a grant to encrypt, by its uploader or an owner of the room [write:files]; for an available file one to read it, or with `op: "export"` to take its key out for a link [download:files].',
    params: oneFile,
    body: KeyGrantBody,
    answer: one(KeyGrantView),
    status: [200],
    errors: [
      'INSUFFICIENT_SCOPE',
      'INSUFFICIENT_ROOM_ROLE',
      'UPLOAD_NOT_CONFIRMED',
      'FILE_ALREADY_CONFIRMED',
      'ROOM_ARCHIVED',
    ],
    handle: async (app, ctx, { params, body }) =>
      ok(keyGrantView(await app.files.grantKey(ctx, { fileId: params.file_id, client: body.client_jkt, op: body.op }))),
  }),
  route({
    method: 'patch',
    path: '/files/:file_id',
    access: 'signed-in',
    action: 'file.edit',
    locate: whereFileIs,
    summary: 'Rename, move or relabel a file',
    description:
      'Owners and contributors of the room raise a label, only owners lower it, both up to their own clearance. Share links follow: one whose creator is not cleared for the new label is `revoked` while that lasts. A file with more than 5 000 links keeps its label (409 `LIMIT_REACHED`).',
    params: oneFile,
    body: EditFileBody,
    answer: one(FileView),
    status: [200],
    errors: ['INVALID_CLASSIFICATION', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params, body }) =>
      ok(
        fileView(
          await app.files.edit(ctx, {
            fileId: params.file_id,
            name: body.name,
            folder: body.folder,
            classification: body.classification,
          }),
        ),
      ),
  }),
  route({
    method: 'delete',
    path: '/files/:file_id',
    access: 'signed-in',
    action: 'file.delete',
    locate: whereFileIs,
    summary: 'Delete a file',
    description: 'The wrapped key is erased with this call, the object by a job shortly after.',
    params: oneFile,
    answer: one(FileDeletedView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(fileDeletedView(await app.files.delete(ctx, { fileId: params.file_id }))),
  }),
  route({
    method: 'post',
    path: '/rooms/:room_id/files/upload-urls',
    access: 'signed-in',
    action: 'file.upload',
    summary: 'Announce up to 100 uploads',
    params: { room_id: RoomId },
    body: BulkUploadBody,
    answer: bulk(UploadView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED'],
    handle: async (app, ctx, { params, body }) => {
      await app.mayAny.inRoom(ctx, 'file.upload', params.room_id, itemKeys(ctx));
      await app.files.countAnnounced(ctx, body.items.length);
      return eachItem(RequestUploadBody, body.items, async (item, index) => ({
        status: 200,
        data: uploadView(
          await app.files.requestUpload(itemContext(ctx, index), uploadOf(params.room_id, item, body.client_jkt)),
        ),
      }));
    },
  }),
  route({
    method: 'post',
    path: '/rooms/:room_id/files/bulk-confirm',
    access: 'signed-in',
    action: 'file.confirm_many',
    summary: 'Confirm up to 100 uploads',
    params: { room_id: RoomId },
    body: BulkConfirmBody,
    answer: bulk(FileView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED'],
    handle: async (app, ctx, { params, body }) => {
      await app.mayAny.inRoom(ctx, 'file.confirm_many', params.room_id, itemKeys(ctx));
      return eachItem(ConfirmFileBody, body.items, async ({ file_id: fileId, iv, tag }, index) => ({
        status: 200,
        data: fileView(
          await app.files.confirmUpload(itemContext(ctx, index), { roomId: params.room_id, fileId, iv, tag }),
        ),
      }));
    },
  }),
  route({
    method: 'post',
    path: '/files/bulk-download-urls',
    access: 'signed-in',
    action: 'file.download_many',
    summary: 'Get up to 100 download addresses and wrapped keys',
    description:
      'The files may be of several rooms. Each item is a download of its own in the audit log. Ask for no more than you fetch before the addresses expire.',
    body: BulkDownloadBody,
    answer: bulk(DownloadView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED'],
    handle: async (app, ctx, { body }) => {
      await app.mayAny.download(ctx, itemKeys(ctx));
      return eachItem(DownloadFileBody, body.items, async ({ file_id: asked }, index) => {
        const { ctx: located, fileId } = await app.files.locate(itemContext(ctx, index), asked);
        const input = { fileId, client: body.client_jkt };
        return { status: 200, data: downloadView(await app.files.getDownload(located, input)) };
      });
    },
  }),
  route({
    method: 'post',
    path: '/rooms/:room_id/files/bulk-delete',
    access: 'signed-in',
    action: 'file.delete_many',
    summary: 'Delete up to 100 files of a room',
    params: { room_id: RoomId },
    body: BulkDeleteBody,
    answer: bulk(FileDeletedView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED'],
    handle: async (app, ctx, { params, body }) => {
      await app.mayAny.inRoom(ctx, 'file.delete_many', params.room_id, itemKeys(ctx));
      return eachItem(DeleteFileBody, body.items, async (item, index) => ({
        status: 200,
        data: fileDeletedView(
          await app.files.deleteIn(itemContext(ctx, index), { roomId: params.room_id, fileId: item.file_id }),
        ),
      }));
    },
  }),
];
