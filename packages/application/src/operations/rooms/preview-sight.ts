import {
  asIfRestricted,
  DomainError,
  decide,
  FileId,
  type FileRead,
  FolderId,
  type FolderPath,
  type LiveRoom,
  leadsIntoItself,
  lowestLabelIn,
  moveFences,
  nameOfFolder,
  pathWithin,
  type RoomId,
  reachIn,
  type SightChange,
  sightChange,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { absentId, idOrRandom } from '../../kernel/ids.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import { type InRoom, inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type AccessSent, accessOf } from '../../steps/folders/access-list.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { everyListed } from '../../store/every-listed.ts';
import { files } from '../../store/files.ts';
import { folderKey, folders } from '../../store/folders.ts';
import { roomGroups } from '../../store/groups.ts';
import { memberships, membersOfRoom } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

/** A change that is not made: a file or a folder goes into another folder, or a folder gets an access list. */
type PreviewSightInput = Readonly<{ roomId: RoomId }> &
  Readonly<
    | { fileId: string; into: FolderPath }
    | { folderId: string; into: FolderPath }
    | { folderId: string; groups: AccessSent | null }
  >;

type Placed = Readonly<{ room: LiveRoom; file: FileRead }>;
type Change = Readonly<{ before: Placed; after: Placed }>;

/**
 * The number of members who would gain and lose sight of a file or folder. A folder counts for members who see it empty, or by a
 * file that the caller sees. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, FILE_NOT_FOUND, FOLDER_NOT_FOUND, UPLOAD_NOT_CONFIRMED,
 * GROUP_NOT_FOUND, STRUCTURE_OPEN, VALIDATION_ERROR.
 */
export const previewSight =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, input: PreviewSightInput): Promise<SightChange> => {
    const { roomId } = input;
    const ref =
      'fileId' in input
        ? refTo(files, idOrRandom(FileId, input.fileId, deps.ids))
        : refBy(folders, folderKey(idOrRandom(FolderId, input.folderId, deps.ids)));
    const { change, found } = await inRoom(deps, ctx, roomId, {
      action: 'room.sight',
      refs: [ref, refTo(roomGroups, roomId)],
      apply: (uow, at) => ({ change: changeOf(uow, at, input), found: at }),
    });
    // A membership and a user for each.
    await deps.countReading(found.user.id, 2 * found.room.memberCount);
    const people = await peopleIn(deps, roomId);
    const { external, asOf: now } = found.subject;
    // Numbers by clearance would tell an owner from outside who has which one.
    return sightChange(people, change, { labelRules: deps.labelRules, now, besidesClearance: external });
  };

const changeOf = (snapshot: Snapshot, at: InRoom, input: PreviewSightInput): Change =>
  'fileId' in input ? ofFile(snapshot, at, input) : ofFolder(snapshot, at, input);

function ofFile(
  snapshot: Snapshot,
  at: InRoom,
  { fileId, into }: Extract<PreviewSightInput, { fileId: string }>,
): Change {
  const { room } = at;
  const file = FileId.is(fileId) ? snapshot.find(files, fileId) : undefined;
  if (file === undefined || decide('file.see', { ...at, file }).effect !== 'allow')
    throw new DomainError('FILE_NOT_FOUND');
  if (file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
  return { before: { room, file }, after: { room, file: { ...file, folder: into } } };
}

function ofFolder(
  snapshot: Snapshot,
  at: InRoom,
  { folderId, ...to }: Extract<PreviewSightInput, { folderId: string }>,
): Change {
  const { room, user } = at;
  const folder = FolderId.is(folderId) ? snapshot.findBy(folders, folderKey(folderId)) : undefined;
  if (folder === undefined || decide('folder.see', { ...at, folder }).effect !== 'allow')
    throw new DomainError('FOLDER_NOT_FOUND');
  const label = folder.isDeclared ? room.label : (lowestLabelIn(reachIn(at), folder) ?? room.label);
  const probe = {
    id: absentId(FileId, room.id),
    roomId: room.id,
    status: 'available',
    label,
    effectiveLabel: label,
    uploadedBy: user.id,
    requestedAt: room.createdAt,
  } as const;
  const before = { room, file: { ...probe, folder: folder.path } };
  if ('groups' in to) {
    const list = to.groups && accessOf(to.groups, groupsOf(snapshot, room.id).groups);
    return { before, after: { ...before, room: asIfRestricted(room, folder.path, list) } };
  }
  if (leadsIntoItself(folder.path, to.into)) throw new DomainError('VALIDATION_ERROR', { details: [INTO_ITSELF] });
  const path = pathWithin(to.into, nameOfFolder(folder.path));
  return { before, after: { room: moveFences(room, folder.path, path), file: { ...probe, folder: path } } };
}

const INTO_ITSELF = { field: 'to_folder', rule: 'folder', message: 'leads into the folder itself' };

const IN_ONE_READ = 200;

async function peopleIn({ documents }: Pick<Deps, 'documents'>, roomId: RoomId) {
  const members = [];
  for await (const membership of everyListed(documents, memberships, [membersOfRoom(roomId)])) members.push(membership);
  const people = [];
  for (let start = 0; start < members.length; start += IN_ONE_READ) {
    const slice = members.slice(start, start + IN_ONE_READ);
    const found = await documents.read(slice.map(({ userId }) => refTo(users, userId)));
    for (const [index, membership] of slice.entries()) {
      const document = found[index];
      if (document) people.push({ membership, user: stateOf(users, document) });
    }
  }
  return people;
}
