import {
  defineValue,
  FolderId,
  FolderPath,
  FolderPosition,
  IdReference,
  NewFolderPath,
  optional,
  PageNumber,
  PerPage,
  RoomId,
  Structure,
  type Value,
} from '@strongroom/domain';
import { created, listed, ok } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { refuseFields } from '../describe/dto.ts';
import { Is } from '../describe/is.ts';
import { MayQuery } from '../describe/may.ts';
import { Cursor, pageRequest } from '../describe/page.ts';
import { type QueryFlag, queryFlag } from '../describe/query-flag.ts';
import { bulkOf, one, pageOf } from '../describe/shape.ts';
import { AccessBody, type AccessSent, accessOf, NewAccess } from './folder-access.ts';
import { FolderDeletedView, FolderView, folderDeletedView, folderView, folderViewOfItem } from './folders.views.ts';
import { route } from './route.ts';
import { viewAsOf } from './view-as.ts';

/** Paths are in the order of their bytes, and compared up to this length. */
const MAX_BEGINNING = 400;

/** The beginning of a path in a query, also with a slash in front. */
const FolderBeginning: Value<string> = defineValue({
  name: 'FolderBeginning',
  description: `Only folders whose path begins with this text, such as \`2027/con\`; a slash in front is ignored.`,
  schema: { type: 'string', maxLength: MAX_BEGINNING },
  rule: 'folder',
  check: (input) =>
    typeof input === 'string' && Array.from(input).length <= MAX_BEGINNING
      ? undefined
      : `must have at most ${MAX_BEGINNING} characters`,
});

const PositionsQuery = queryFlag(
  'PositionsQuery',
  'Whether each folder says its `position`: `true` or `false`, which is the default.',
);

class FoldersQuery {
  @Is(optional(FolderBeginning)) prefix?: string;
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
  @Is(optional(IdReference)) as_group?: string;
  @Is(optional(IdReference)) as_member?: string;
  @Is(optional(MayQuery)) may?: 'true' | 'false';
  @Is(optional(PositionsQuery)) positions?: QueryFlag;
}

class FolderBody {
  @Is(NewFolderPath) path!: NewFolderPath;
  @Is(optional(NewAccess)) access?: Readonly<{ groups: AccessSent }>;
  @Is(optional(Structure)) structure?: Structure;
}

const newFolder = ({ path, access, structure }: FolderBody) => ({
  path: FolderPath.parse(path),
  ...(access !== undefined && { access: accessOf(access.groups) }),
  ...(structure !== undefined && { structure }),
});

class EditFolderBody {
  @Is(optional(NewFolderPath)) path?: NewFolderPath;
  @Is(optional(Structure)) structure?: Structure;
  @Is(optional(FolderPosition)) position?: FolderPosition;
}

noteConditions(EditFolderBody, {
  schema: whenThen(
    { required: ['position'] },
    { not: { anyOf: [{ required: ['path'] }, { required: ['structure'] }] } },
    {},
  ),
  example: { path: '2027/Contracts' },
});

class BulkFoldersBody {
  @Is(itemsOf(FolderBody)) items!: readonly unknown[];
}

const oneFolder = { id: RoomId, folder_id: FolderId };

export const folderRoutes = [
  route({
    operationId: 'listFolders',
    method: 'get',
    path: '/rooms/:id/folders',
    access: 'signed-in',
    action: 'file.list',
    summary: 'List the folders of a room, by path',
    description:
      'Folders that were made, also empty ones, and those with files that you may see in or below them. Files above your clearance are not counted, and a folder that only they are in is not listed. The top has a row while it holds files. The list is complete whatever the size of the room; `meta.total` counts to 10 000 folders, with `prefix` to 1000, and beyond `meta.total_is_exact` is false. While the store has the form of an earlier version, only the newest 10 000 files are looked through, and folders have no ids. `as_group` shows owners of the room what a viewer sees who is in that group only and has their clearance; `as_member` what a member sees of it, or an invited person will see, never more than the owner, and 404 `ROOM_NOT_FOUND` if they do not see the room. Owners from outside have no `as_member`.',
    params: { id: RoomId },
    query: FoldersQuery,
    answer: pageOf(FolderView),
    status: [200],
    errors: ['GROUP_NOT_FOUND', 'INSUFFICIENT_ROLE', 'MEMBER_NOT_FOUND'],
    handle: async (app, ctx, { params, query }) =>
      listed(
        folderView,
        await app.folders.list(ctx, {
          roomId: params.id,
          prefix: query.prefix?.replace(/^\//u, ''),
          viewAs: viewAsOf(query),
          positions: query.positions === 'true',
          ...pageRequest(query),
        }),
      ),
  }),
  route({
    operationId: 'createFolder',
    method: 'post',
    path: '/rooms/:id/folders',
    access: 'signed-in',
    action: 'folder.create',
    summary: 'Make a folder, and those missing above it',
    description:
      'A folder that is there already is answered as it is, with 200. Letter case does not tell two folders apart. A room has at most 20 000 folders, in 32 levels. With `access` or `structure`, for owners of the room, it is a new folder (409 `NAME_TAKEN`), restricted from its first moment on, and folders made on the way get the structure "owners". Where the folder above has this structure only owners of the room make folders: others get 403, whether or not one of that name is there.',
    params: { id: RoomId },
    body: FolderBody,
    answer: one(FolderView),
    status: [200, 201],
    errors: ['LIMIT_REACHED', 'NAME_TAKEN', 'GROUP_NOT_FOUND', 'STRUCTURE_OPEN', 'INVALID_ROLE'],
    handle: async (app, ctx, { params, body }) => {
      const { folder, isNew } = await app.folders.create(ctx, {
        roomId: params.id,
        ...newFolder(body),
      });
      const seen = folderView(folder);
      return isNew ? created(seen, `/api/v1/rooms/${params.id}/folders/${folder.id}`) : ok(seen);
    },
  }),
  route({
    operationId: 'createFolders',
    method: 'post',
    path: '/rooms/:id/folders/bulk',
    access: 'signed-in',
    action: 'folder.create',
    summary: 'Make up to 100 folders',
    params: { id: RoomId },
    body: BulkFoldersBody,
    answer: bulkOf(FolderView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED'],
    handle: async (app, ctx, { params, body }) => {
      await app.mayAny.inRoom(ctx, 'folder.create', params.id, itemKeys(ctx));
      return eachItem(FolderBody, body.items, async (item, index) => {
        const input = { roomId: params.id, ...newFolder(item) };
        const { folder, isNew } = await app.folders.create(itemContext(ctx, index), input);
        return { status: isNew ? 201 : 200, data: folderViewOfItem(folder) };
      });
    },
  }),
  route({
    operationId: 'getFolder',
    method: 'get',
    path: '/rooms/:id/folders/:folder_id',
    access: 'signed-in',
    action: 'folder.get',
    summary: 'Get a folder',
    params: oneFolder,
    answer: one(FolderView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(folderView(await app.folders.get(ctx, { roomId: params.id, folderId: params.folder_id }))),
  }),
  route({
    operationId: 'editFolder',
    method: 'patch',
    path: '/rooms/:id/folders/:folder_id',
    access: 'signed-in',
    action: 'folder.edit',
    summary: 'Rename, move or order a folder with everything below it',
    description:
      'One step: every reader sees all of it at the old path or all of it at the new one, and the audit log has one event. `path` is the whole new path; folders missing on the way are made. Files keep their ids, links and numbers. A restricted folder keeps its access list, and goes only where the folder above has the structure "owners". With `structure: owners`, for owners of the room, only they make, rename, move, order and delete folders directly in this one. `position` alone, from 1, places the folder among those beside it that you see; the list stays by path. Until then a folder is placed by its name, numbers by their value, and a rename does not move it. Up to 1000 folders in one place are ordered (409 `LIMIT_REACHED`).',
    params: oneFolder,
    body: EditFolderBody,
    answer: one(FolderView),
    status: [200],
    errors: ['NAME_TAKEN', 'LIMIT_REACHED', 'STRUCTURE_OPEN', 'STRUCTURE_IN_USE'],
    handle: async (app, ctx, { params, body: { path: sent, structure, position } }) => {
      const path = sent === undefined ? undefined : FolderPath.parse(sent);
      const place = { roomId: params.id, folderId: params.folder_id };
      if (position !== undefined) {
        if (sent !== undefined || structure !== undefined)
          refuseFields([{ field: 'position', rule: 'alone', message: 'must be sent alone' }]);
        return ok(folderView(await app.folders.order(ctx, { ...place, position })));
      }
      return ok(folderView(await app.folders.edit(ctx, { ...place, path, structure })));
    },
  }),
  route({
    operationId: 'restrictFolder',
    method: 'put',
    path: '/rooms/:id/folders/:folder_id/access',
    access: 'signed-in',
    action: 'folder.access',
    summary: 'Restrict a folder to groups of the room',
    description:
      'A restricted folder, with everything below it, is there for owners of the room and for members of a group that it names, and of one that each restricted folder above it names; for all others it is absent. Of several roles the highest of a folder counts, and of the folders on the way the lowest. An empty list leaves it to owners; null lifts the restriction. From the answer on no answer shows more; addresses and key grants given out before last until they end. Only where the folder above has the structure "owners" (409 `STRUCTURE_OPEN`). A room has at most 40 restricted folders, fewer with more than four labels.',
    params: oneFolder,
    body: AccessBody,
    answer: one(FolderView),
    status: [200],
    errors: ['GROUP_NOT_FOUND', 'STRUCTURE_OPEN', 'LIMIT_REACHED', 'INVALID_ROLE'],
    handle: async (app, ctx, { params, body: { groups } }) => {
      const place = { roomId: params.id, folderId: params.folder_id };
      return ok(folderView(await app.folders.restrict(ctx, { ...place, groups: groups && accessOf(groups) })));
    },
  }),
  route({
    operationId: 'deleteFolder',
    method: 'delete',
    path: '/rooms/:id/folders/:folder_id',
    access: 'signed-in',
    action: 'folder.delete',
    summary: 'Delete an empty folder',
    description:
      'Nothing that you see may be in it, nor an upload of yours on its way to it. Callers who see something in it keep it until that is gone.',
    params: oneFolder,
    answer: one(FolderDeletedView),
    status: [200],
    errors: ['FOLDER_NOT_EMPTY'],
    handle: async (app, ctx, { params }) =>
      ok(folderDeletedView(await app.folders.delete(ctx, { roomId: params.id, folderId: params.folder_id }))),
  }),
];
