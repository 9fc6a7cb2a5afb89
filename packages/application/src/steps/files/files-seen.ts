import type { UserId } from '@strongroom/domain';
import type { FileSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type AtLiveRoom, fileSeen, type NamedUser, seesEveryMember } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

/**
 * The files as the caller sees them. Reads who of the uploaders is in the room now for external callers of an open room only:
 * others may find every user of the organisation, and in a closed room a read would tell how many others there are.
 */
export async function filesSeen<F extends FileSeen>(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  files: readonly F[],
): Promise<readonly F[]> {
  if (!at.subject.external || !seesEveryMember(at, at.room, at.membership))
    return files.map((file) => fileSeen(at, file));
  const ids = [...new Set(files.map(({ uploadedBy }) => uploadedBy))];
  const named = await namedUsers({ documents }, at, ids);
  return files.map((file) => fileSeen(at, file, named.get(file.uploadedBy)));
}

/** As `filesSeen`, of one file. */
export async function oneFileSeen<F extends FileSeen>(
  { documents }: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  file: F,
): Promise<F> {
  const [seen = file] = await filesSeen({ documents }, at, [file]);
  return seen;
}

async function namedUsers(
  { documents }: Pick<Deps, 'documents'>,
  { room }: AtLiveRoom,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, NamedUser>> {
  if (ids.length === 0) return new Map();
  const refs = ids.flatMap((id) => [refTo(memberships, membershipId(room.id, id)), refTo(users, id)]);
  const found = await documents.read(refs);
  return new Map(
    ids.map((id, index) => {
      const [member, target] = [found[2 * index], found[2 * index + 1]];
      return [id, { member: member && stateOf(memberships, member), target: target && stateOf(users, target) }];
    }),
  );
}
