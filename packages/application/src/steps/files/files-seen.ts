import { numberingOf, type UserId, visibilityOf } from '@strongroom/domain';
import type { FileSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type AtLiveRoom, filesAsSeen, type NamedUser, nameInRoom, seesEveryMember } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { indexesIn } from '../numbering/indexes.ts';

/** Two documents each. The stores take 200 refs in one read. */
const IN_ONE_READ = 100;

/**
 * The files as the caller sees them. Reads who of the uploaders is in the room now for external callers of an open room, and where
 * members see those of their groups: others may find every user of the organisation, and where members see owners only a read would
 * tell how many others there are.
 */
export async function filesSeen<F extends FileSeen>(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  some: readonly F[],
): Promise<readonly F[]> {
  const named = await namedUsers({ documents }, at, [...new Set(some.map(({ uploadedBy }) => uploadedBy))]);
  const seen = filesAsSeen(at, some, named);
  if (numberingOf(at.room) === 'none') return seen;
  const indexIn = await indexesIn({ documents }, at.room, [...new Set(some.map(({ folder }) => folder))]);
  return seen.map((file) => ({ ...file, index: file.status === 'available' ? indexIn(file.folder, file) : null }));
}

/** The users to name in place of these uploaders, as in `filesSeen`. */
export async function uploadersSeen(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, UserId>> {
  const named = await namedUsers({ documents }, at, ids);
  return new Map(ids.map((id) => [id, nameInRoom(at, id, named.get(id))]));
}

/** Like `filesSeen`, for one file. Reads its index number if the room has numbers, because the file may have moved just now. */
export async function oneFileSeen<F extends FileSeen>(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  file: F,
): Promise<F> {
  const [stored] = numberingOf(at.room) === 'none' ? [] : await documents.read([refTo(files, file.id)]);
  const present = stored && stateOf(files, stored);
  const { indexNumber } = present?.status === 'available' ? present : {};
  const [seen = file] = await filesSeen({ documents }, at, [
    indexNumber === undefined ? file : { ...file, indexNumber },
  ]);
  return seen;
}

async function namedUsers(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, NamedUser>> {
  const named = new Map<UserId, NamedUser>();
  const seesAll = seesEveryMember(at, at.room, at.membership);
  // Others are named or masked by what is read already.
  if (seesAll ? !at.subject.external : visibilityOf(at.room) !== 'groups') return named;
  for (let start = 0; start < ids.length; start += IN_ONE_READ) {
    const some = ids.slice(start, start + IN_ONE_READ);
    const refs = some.flatMap((id) => [refTo(memberships, membershipId(at.room.id, id)), refTo(users, id)]);
    const found = await documents.read(refs);
    for (const [index, id] of some.entries()) {
      const [member, target] = [found[2 * index], found[2 * index + 1]];
      named.set(id, { member: member && stateOf(memberships, member), target: target && stateOf(users, target) });
    }
  }
  return named;
}
