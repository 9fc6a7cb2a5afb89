import {
  defineValue,
  FileId,
  FileName,
  FolderPath,
  IdReference,
  type Label,
  LabelReference,
  optional,
  PageNumber,
  PerPage,
  REFUSED_IN_FOLDERS,
  RoomId,
  SearchText,
  type Value,
} from '@strongroom/domain';
import { listed, ok } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { MayQuery } from '../describe/may.ts';
import { Cursor, pageRequest } from '../describe/page.ts';
import { type QueryFlag, queryFlag } from '../describe/query-flag.ts';
import { bulkOf, one, pageOf } from '../describe/shape.ts';
import { FileDeletedView, FileView, fileDeletedView, fileView } from './files.views.ts';
import { instantOf, ModifiedAt } from './moment.ts';
import { NamedFolder, ONE_FOLDER, refuseTwoFolders } from './named-folder.ts';
import { route } from './route.ts';
import { viewAsOf } from './view-as.ts';

class EditFileBody {
  @Is(optional(FileName)) name?: FileName;
  @Is(optional(FolderPath)) folder?: FolderPath;
  @Is(optional(NamedFolder)) folder_id?: string | null;
  @Is(optional(ModifiedAt)) modified_at?: string;
  @Is(optional(LabelReference)) classification?: Label;
}

noteConditions(EditFileBody, {
  schema: whenThen({ required: ['folder_id'] }, ONE_FOLDER),
  example: { name: 'term-sheet-2.pdf', folder: '2027/Contracts' },
});

class DeleteFileBody {
  @Is(IdReference) file_id!: string;
}

class BulkMoveBody {
  @Is(itemsOf(DeleteFileBody)) items!: readonly unknown[];
  @Is(NamedFolder) folder_id!: string | null;
}

class BulkDeleteBody {
  @Is(itemsOf(DeleteFileBody)) items!: readonly unknown[];
}

/** A folder in a query, also with a slash in front. */
const FolderQuery: Value<string> = defineValue({
  name: 'FolderQuery',
  description: 'Folder of the room; a slash in front is ignored, and a slash alone or nothing is the top.',
  schema: {
    ...FolderPath.schema,
    maxLength: 1025,
    not: { anyOf: [...REFUSED_IN_FOLDERS, { pattern: '//|[^/]/$' }, { minLength: 1025, pattern: '^[^/]' }] },
    examples: ['/contracts/2026'],
  },
  rule: 'text',
  check: (input) => (typeof input === 'string' ? FolderPath.problem(input.replace(/^\//u, '')) : 'must be a string'),
});

const Recursive = queryFlag(
  'Recursive',
  'Whether to list what is below the folder too: `true` or `false`, which is the default.',
);

const SORT_COLUMNS = ['name', 'size', 'date', 'by', 'label'] as const;
const SORTS = SORT_COLUMNS.flatMap((column) => [column, `-${column}`] as const);
type Sort = (typeof SORTS)[number];
const isSort = (input: unknown): input is Sort => SORTS.some((sort) => sort === input);

/** The column that a list of files is sorted by. */
const FileSortQuery: Value<Sort> = defineValue({
  name: 'FileSort',
  description:
    'Order of the list, with `-` in front from the end: `name` in natural order (2 before 10, letter case and accents ignored; with `q`, files whose own name has every word come first), `size`, `date` of the upload, `by` the name of the uploader, `label`. By default `-date`.',
  schema: { type: 'string', enum: SORTS },
  rule: 'choice',
  check: (input) => (isSort(input) ? undefined : `must be one of ${SORTS.join(', ')}`),
});

const sortOf = (sort: Sort) => {
  const isFalling = sort.startsWith('-');
  return { column: SORT_COLUMNS.find((column) => column === (isFalling ? sort.slice(1) : sort)) ?? 'date', isFalling };
};

class FilesQuery {
  @Is(optional(SearchText)) q?: SearchText;
  @Is(optional(FileName)) name?: FileName;
  @Is(optional(FileSortQuery)) sort?: Sort;
  @Is(optional(FolderQuery)) folder?: string;
  @Is(optional(Recursive)) recursive?: QueryFlag;
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
  @Is(optional(MayQuery)) may?: QueryFlag;
  @Is(optional(IdReference)) as_group?: string;
  @Is(optional(IdReference)) as_member?: string;
}

const oneFile = { file_id: FileId };
const whereFileIs = { kind: 'file', param: 'file_id' } as const;

export const fileRoutes = [
  route({
    operationId: 'listFiles',
    method: 'get',
    path: '/rooms/:room_id/files',
    access: 'signed-in',
    action: 'file.list',
    summary: 'List the available files of a room, or of one of its folders',
    description:
      'Files above your clearance are neither listed nor counted. A page of a folder reads only its files, through an index; its `total` is counted once, with the first page. A folder in another spelling (letter case, Unicode normalisation) is listed where you see none in that of `folder`. Folders of up to 32 levels can be listed with what is below them. `q` finds among everything that you see in the room, or in the folder: a file is found if its folder and name together have each word, in any order and also within a word, whatever letter case, accents and width; `total` is exact. `name` finds the files of that name, whatever letter case and Unicode normalisation; `folder` says in which folder. `as_group` shows owners of the room what a viewer sees who is in that group only and has their clearance; `as_member` what a member sees of it, or an invited person will see, never more than the owner, and 404 `ROOM_NOT_FOUND` if they do not see the room. Owners from outside have no `as_member`.',
    params: { room_id: RoomId },
    query: FilesQuery,
    answer: pageOf(FileView),
    status: [200],
    errors: ['GROUP_NOT_FOUND', 'INSUFFICIENT_ROLE', 'MEMBER_NOT_FOUND'],
    handle: async (app, ctx, { params, query }) =>
      listed(
        fileView,
        await app.files.list(ctx, {
          roomId: params.room_id,
          folder: query.folder === undefined ? undefined : FolderPath.parse(query.folder.replace(/^\//u, '')),
          isRecursive: query.recursive === 'true',
          q: query.q,
          name: query.name,
          sort: query.sort === undefined ? undefined : sortOf(query.sort),
          viewAs: viewAsOf(query),
          ...pageRequest(query),
        }),
      ),
  }),
  route({
    operationId: 'getFile',
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
    operationId: 'editFile',
    method: 'patch',
    path: '/files/:file_id',
    access: 'signed-in',
    action: 'file.edit',
    locate: whereFileIs,
    summary: 'Rename, move or relabel a file',
    description:
      'Owners and contributors of the room raise a label, only owners lower it, both up to their own clearance. Share links follow: one whose creator is not cleared for the new label is `revoked` while that lasts.',
    params: oneFile,
    body: EditFileBody,
    answer: one(FileView),
    status: [200],
    errors: ['INVALID_CLASSIFICATION', 'FOLDER_NOT_FOUND'],
    handle: async (app, ctx, { params, body }) => {
      refuseTwoFolders(body);
      const edited = await app.files.edit(ctx, {
        fileId: params.file_id,
        name: body.name,
        folder: body.folder,
        folderId: body.folder_id,
        modifiedAt: instantOf<undefined>(body.modified_at),
        classification: body.classification,
      });
      return ok(fileView(edited));
    },
  }),
  route({
    operationId: 'deleteFile',
    method: 'delete',
    path: '/files/:file_id',
    access: 'signed-in',
    action: 'file.delete',
    locate: whereFileIs,
    summary: 'Delete a file',
    description:
      'The wrapped key is erased with this call, the object by a job shortly after. In a room with a bin, a confirmed file goes there: no caller reads it, and it can be restored until `restorable_until`.',
    params: oneFile,
    answer: one(FileDeletedView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(fileDeletedView(await app.files.delete(ctx, { fileId: params.file_id }))),
  }),
  route({
    operationId: 'moveFiles',
    method: 'post',
    path: '/rooms/:room_id/files/bulk-move',
    access: 'signed-in',
    action: 'file.upload',
    summary: 'Move up to 100 files of a room into a folder',
    description: 'Each file as `PATCH /files/{file_id}` moves it, with an event of its own.',
    params: { room_id: RoomId },
    body: BulkMoveBody,
    answer: bulkOf(FileView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED'],
    handle: async (app, ctx, { params, body }) => {
      const { room_id: roomId } = params;
      await app.mayAny.inRoom(ctx, 'file.upload', roomId, itemKeys(ctx));
      return eachItem(DeleteFileBody, body.items, async (item, index) => {
        const [fileId, folderId] = [item.file_id, body.folder_id];
        return {
          status: 200,
          data: fileView(await app.files.edit(itemContext(ctx, index), { roomId, fileId, folderId })),
        };
      });
    },
  }),
  route({
    operationId: 'deleteFiles',
    method: 'post',
    path: '/rooms/:room_id/files/bulk-delete',
    access: 'signed-in',
    action: 'file.delete_many',
    summary: 'Delete up to 100 files of a room',
    params: { room_id: RoomId },
    body: BulkDeleteBody,
    answer: bulkOf(FileDeletedView),
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
