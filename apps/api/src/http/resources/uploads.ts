import {
  DomainError,
  defineValue,
  FileId,
  FileName,
  FileSize,
  FolderPath,
  GcmTag,
  IdReference,
  Iv,
  KeyThumbprint,
  type Label,
  LabelReference,
  MediaType,
  optional,
  RoomId,
  type Value,
  VersionNote,
} from '@strongroom/domain';
import { ok } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { bulkOf, one } from '../describe/shape.ts';
import { FileView, fileView, UploadPartsView, UploadView, uploadPartsView, uploadView } from './files.views.ts';
import { instantOf, ModifiedAt } from './moment.ts';
import { NamedFolder, ONE_FOLDER, refuseTwoFolders } from './named-folder.ts';
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
  @Is(optional(FileName)) name?: FileName;
  @Is(FileSize) size!: FileSize;
  @Is(SentType) content_type!: MediaType | '';
  @Is(optional(LabelReference)) classification?: Label;
  @Is(optional(FolderPath)) folder?: FolderPath;
  @Is(optional(NamedFolder)) folder_id?: string | null;
  @Is(optional(ModifiedAt)) modified_at?: string;
  @Is(optional(IdReference)) replaces?: string;
  @Is(optional(VersionNote)) note?: VersionNote;
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

class RequestUploadBody {
  @Is(optional(FileName)) name?: FileName;
  @Is(FileSize) size!: FileSize;
  @Is(SentType) content_type!: MediaType | '';
  @Is(optional(LabelReference)) classification?: Label;
  @Is(optional(FolderPath)) folder?: FolderPath;
  @Is(optional(NamedFolder)) folder_id?: string | null;
  @Is(optional(ModifiedAt)) modified_at?: string;
  @Is(optional(IdReference)) replaces?: string;
  @Is(optional(VersionNote)) note?: VersionNote;
}

for (const body of [RequestOneUploadBody, RequestUploadBody])
  noteConditions(body, {
    schema: whenThen({ required: ['replaces'] }, ONE_FOLDER, { required: ['name'], ...ONE_FOLDER }),
    example: { name: 'term-sheet.pdf', size: 48_213, content_type: 'application/pdf' },
  });

const NO_NAME = { field: 'name', rule: 'required', message: 'is required unless the upload replaces a file' } as const;

class ConfirmUploadBody {
  @Is(Iv) iv!: Iv;
  @Is(GcmTag) tag!: GcmTag;
}

class UploadPartsBody {
  @Is(Iv) iv!: Iv;
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

function uploadOf(roomId: RoomId, body: RequestUploadBody, client: KeyThumbprint | undefined) {
  if (body.name === undefined && body.replaces === undefined)
    throw new DomainError('VALIDATION_ERROR', { details: [NO_NAME] });
  refuseTwoFolders(body);
  return {
    roomId,
    name: body.name,
    size: body.size,
    contentType: body.content_type === '' ? UNKNOWN_TYPE : body.content_type,
    classification: body.classification,
    folder: body.folder,
    folderId: body.folder_id,
    modifiedAt: instantOf<undefined>(body.modified_at),
    replaces: body.replaces,
    note: body.note,
    client,
  };
}

export const uploadRoutes = [
  route({
    operationId: 'requestUpload',
    method: 'post',
    path: '/rooms/:room_id/files/upload-url',
    access: 'signed-in',
    action: 'file.upload',
    summary: 'Announce an upload: get a wrapped key and an address',
    description:
      'Unwrap the key with your own key service, encrypt with AES-256-GCM, PUT the ciphertext to the address, then confirm. The PUT to an embedded store may be answered 429 `TOO_MANY_UPLOADS` (repeat it after `Retry-After`) or 507 `STORAGE_FULL` (nothing was stored). Repeated with its Idempotency-Key, it answers for the same file as that is by now: 409 when it was confirmed, 404 when it is gone. With `replaces` the upload becomes the next version of that file when it is confirmed, at the latest a day later: name, folder and label are those of the file, or change with it if you name them. A file has at most 100 versions, with those that are not confirmed. Its data key is wrapped for the file that is replaced.',
    params: { room_id: RoomId },
    body: RequestOneUploadBody,
    answer: one(UploadView),
    status: [200],
    errors: [
      'INVALID_CLASSIFICATION',
      'FILE_TOO_LARGE',
      'FILE_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'FILE_ALREADY_CONFIRMED',
      'LIMIT_REACHED',
      'KEY_DESTROYED',
      'KEY_SERVICE_UNAVAILABLE',
      'STORAGE_UNAVAILABLE',
    ],
    handle: async (app, ctx, { params, body }) => {
      await app.files.countAnnounced(ctx, 1);
      return ok(uploadView(await app.files.requestUpload(ctx, uploadOf(params.room_id, body, body.client_jkt))));
    },
  }),
  route({
    operationId: 'confirmUpload',
    method: 'post',
    path: '/rooms/:room_id/files/:file_id/confirm',
    access: 'signed-in',
    action: 'file.confirm',
    summary: 'Confirm an upload',
    description:
      'Checks that exactly the announced number of bytes is there and seals them. Again with the same values is fine. Of an upload that replaces a file the answer is that file, with its new version; for a day it is repeated under the id of the upload.',
    params: { room_id: RoomId, file_id: FileId },
    body: ConfirmUploadBody,
    answer: one(FileView),
    status: [200],
    errors: [
      'CLEARANCE_INSUFFICIENT',
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
    operationId: 'requestUploadParts',
    method: 'post',
    path: '/files/:file_id/upload-parts',
    access: 'signed-in',
    action: 'file.upload_parts',
    locate: { kind: 'file', param: 'file_id' },
    summary: 'Go on with an upload: get addresses of its missing parts',
    description:
      'For a file whose announcement had a `part_size`. Cut the ciphertext into parts of that size, and PUT each part that has an `upload_url`. Parts stay until the file is confirmed or abandoned, so ask again after a lost connection or in another process, and send only what is missing. The `iv` names the ciphertext: with another one, begin again at the first part. Confirming joins the parts.',
    params: { file_id: FileId },
    body: UploadPartsBody,
    answer: one(UploadPartsView),
    status: [200],
    errors: ['INVALID_IV', 'PARTS_NOT_OFFERED', 'LIMIT_REACHED', 'STORAGE_UNAVAILABLE'],
    handle: async (app, ctx, { params, body }) => {
      await app.files.countAnnounced(ctx, 1);
      return ok(uploadPartsView(await app.files.uploadParts(ctx, { fileId: params.file_id, iv: body.iv })));
    },
  }),
  route({
    operationId: 'requestUploads',
    method: 'post',
    path: '/rooms/:room_id/files/upload-urls',
    access: 'signed-in',
    action: 'file.upload',
    summary: 'Announce up to 100 uploads',
    params: { room_id: RoomId },
    body: BulkUploadBody,
    answer: bulkOf(UploadView),
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
    operationId: 'confirmUploads',
    method: 'post',
    path: '/rooms/:room_id/files/bulk-confirm',
    access: 'signed-in',
    action: 'file.confirm_many',
    summary: 'Confirm up to 100 uploads',
    params: { room_id: RoomId },
    body: BulkConfirmBody,
    answer: bulkOf(FileView),
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
];
