import { DomainError, FolderPath, IdReference, nullable, optional, RoomId } from '@strongroom/domain';
import { ok } from '../describe/answers.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { AccessGroups, type AccessSent, accessOf } from './folder-access.ts';
import { route } from './route.ts';
import { count } from './view-fields.ts';

class SightBody {
  @Is(optional(IdReference)) file_id?: string;
  @Is(optional(IdReference)) folder_id?: string;
  @Is(optional(FolderPath)) to_folder?: FolderPath;
  @Is(optional(nullable(AccessGroups))) groups?: AccessSent | null;
}

const NEVER = { not: {} } as const;

noteConditions(SightBody, {
  schema: whenThen(
    { required: ['file_id'] },
    { required: ['to_folder'], properties: { folder_id: NEVER, groups: NEVER } },
    { required: ['folder_id'], oneOf: [{ required: ['to_folder'] }, { required: ['groups'] }] },
  ),
  example: { folder_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', groups: [] },
});

const SightView = view('SightChange', {
  gain: count('Members who would see it from then on.'),
  lose: count('Members who would see it no longer.'),
});

const sightView = ({ gain, lose }: ViewOf<typeof SightView>): ViewOf<typeof SightView> => ({ gain, lose });

/** One thing, and one change of it. Throws VALIDATION_ERROR. */
function changeOf({ file_id: fileId, folder_id: folderId, to_folder: into, groups }: SightBody) {
  if (fileId !== undefined && folderId === undefined && into !== undefined && groups === undefined)
    return { fileId, into };
  if (folderId !== undefined && fileId === undefined) {
    if (into !== undefined && groups === undefined) return { folderId, into };
    if (into === undefined && groups !== undefined) return { folderId, groups: groups && accessOf(groups) };
  }
  throw new DomainError('VALIDATION_ERROR', { details: [ONE_CHANGE] });
}

const ONE_CHANGE = {
  field: 'folder_id',
  rule: 'conditions',
  message: 'needs a file with to_folder, or a folder with either to_folder or groups',
};

export const sightRoutes = [
  route({
    operationId: 'previewSight',
    method: 'post',
    path: '/rooms/:id/sight',
    access: 'signed-in',
    action: 'room.sight',
    summary: 'Ask who would gain and lose sight of a file or folder',
    description:
      'Changes nothing. A file or a folder with `to_folder`, the folder that it would go into, empty for the top; or a folder with `groups`, the access list that it would get, null to lift it. The numbers are of members who see the room and are cleared for the file, or for a file that you see in the folder. An invited member counts. Owners of the room see every folder, before and after.',
    params: { id: RoomId },
    body: SightBody,
    answer: one(SightView),
    status: [200],
    errors: [
      'FILE_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'GROUP_NOT_FOUND',
      'UPLOAD_NOT_CONFIRMED',
      'STRUCTURE_OPEN',
      'INVALID_ROLE',
    ],
    handle: async (app, ctx, { params, body }) =>
      ok(sightView(await app.rooms.previewSight(ctx, { roomId: params.id, ...changeOf(body) }))),
  }),
];
