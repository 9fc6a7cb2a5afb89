import {
  type Decision,
  DomainError,
  decide,
  type ExplainableAction,
  type File,
  FileId,
  isPresent,
  isThere,
  type Label,
  RoomId,
  subjectOf,
  type UnitMembership,
  UserId,
} from '@strongroom/domain';
import { activeAmong } from '../../kernel/active-owners.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent } from '../../kernel/idempotent.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import type { Operation } from '../../kernel/operation-runner.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { verbatim } from '../../kernel/replay.ts';
import { type AtRoom, atRoom, fileTarget, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/user-target.ts';
import { someLink } from '../../steps/explain/some-link.ts';
import { someUnit } from '../../steps/explain/some-unit.ts';
import { unitMembershipsOf } from '../../steps/units/unit-memberships-of.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { refuseWithoutPlace } from './refuse-without-place.ts';
import { whole } from './whole-decision.ts';

type Input = Readonly<{
  userId: string;
  action: ExplainableAction;
  roomId?: string | undefined;
  fileId?: string | undefined;
}>;

/**
 * Says whether a user may do something, and why: the decision of the same policy that decides. About oneself, or as
 * owner, security officer or auditor about anyone, or as a room's owner about his room.
 * Throws USER_NOT_FOUND, ROOM_NOT_FOUND, FILE_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE.
 */
export const explain =
  (deps: Pick<Deps, 'runner' | 'documents' | 'clock' | 'ids' | 'secrets' | 'classification'>) =>
  async (ctx: SignedIn, input: Input): Promise<Decision> => {
    refuseWithoutPlace(input);
    const userId = idOrRandom(UserId, input.userId, deps.ids);
    const fileId = input.fileId === undefined ? deps.ids.uuid<FileId>() : idOrRandom(FileId, input.fileId, deps.ids);
    const [document] = await deps.documents.read([refTo(files, fileId)]);
    const placed = document && stateOf(files, document);
    const namedRoom = input.roomId === undefined ? undefined : idOrRandom(RoomId, input.roomId, deps.ids);
    const roomId = placed?.roomId ?? namedRoom ?? deps.ids.uuid<RoomId>();
    const units: UnitMembership[] = [];
    if (input.action === 'org_unit.manage')
      for await (const some of unitMembershipsOf(deps, userId)) units.push(...some);
    const author = authorOf(ctx);
    const refs = [
      ...roomRefs(ctx, roomId),
      refTo(files, fileId),
      refTo(users, userId),
      refTo(memberships, membershipId(roomId, userId)),
    ];
    const inSight = (uow: Snapshot) => {
      const asking = atRoom(deps, uow, ctx, roomId);
      const file = uow.find(files, fileId);
      seeNamed(asking, { roomId: namedRoom, fileId: input.fileId === undefined ? undefined : fileId }, file);
      return { asking, file };
    };
    const owners = async (): Promise<readonly UserId[]> => {
      const room = await deps.runner.run({ author, refs, apply: (uow) => inSight(uow).asking.room });
      return isThere(room) ? room.owners : [];
    };
    // The one action whose rules ask whether the room is orphaned.
    const active = activeAmong(input.action === 'room.members.add' ? await owners() : []);
    const operation: Operation<Decision> = {
      author,
      refs: [...refs, ...active.refs],
      apply: (uow) => {
        const { asking, file } = inSight(uow);
        const target = uow.find(users, userId);
        // A room's owner is told about his room, not about what happens outside of it.
        const place = isOfRoom(input.action) ? asking : { ...asking, room: undefined, membership: undefined };
        permit(decide('access.explain', { ...place, target }), userTarget(userId));
        if (target === undefined) throw new DomainError('USER_NOT_FOUND');
        const label: Label = isPresent(file) ? file.label : (asking.room?.label ?? lowest(deps));
        return whole(input.action, namesPlace(input), {
          subject: subjectOf(deps.classification, target, null),
          classification: deps.classification,
          room: isThere(asking.room) ? active.of(uow, asking.room) : asking.room,
          membership: uow.find(memberships, membershipId(roomId, userId)),
          file,
          label,
          target: undefined,
          role: 'member',
          clearance: '',
          from: null,
          to: 'viewer',
          // Of a member nobody knows: everybody may remove himself.
          memberId: deps.ids.uuid<UserId>(),
          now: deps.clock.now(),
          link: isPresent(file) ? someLink(deps, file) : undefined,
          creator: undefined,
          creatorMembership: undefined,
          ...someUnit(deps, units, target),
        });
      },
    };
    return deps.runner.run(idempotent(deps, ownerOf(ctx), verbatim<Decision>(), operation));
  };

const namesPlace = ({ roomId, fileId }: Input): boolean => roomId !== undefined || fileId !== undefined;

const lowest = ({ classification }: Pick<Deps, 'classification'>): Label => {
  const [first] = classification.scheme;
  if (first === undefined) throw new TypeError('a scheme without labels');
  return first.label;
};

/** Is the action one that happens in a room? */
const isOfRoom = (action: ExplainableAction): boolean => /^(?:room|file|share|audit)\./.test(action);

/** What is named must be in the asker's sight. Overseers who may read the audit log may name any file up to their clearance. */
function seeNamed(
  asking: AtRoom,
  input: Readonly<{ roomId: RoomId | undefined; fileId: FileId | undefined }>,
  file: File | undefined,
): void {
  if (input.fileId !== undefined) {
    if (decide('file.oversee', { ...asking, file }).effect === 'deny')
      permit(decide('file.see', { ...asking, file }), fileTarget(input.fileId, file));
    if (input.roomId !== undefined && isPresent(file) && file.roomId !== input.roomId)
      throw new DomainError('FILE_NOT_FOUND');
  } else if (input.roomId !== undefined) permit(decide('room.see', asking), roomTarget(input.roomId, asking.room));
}
