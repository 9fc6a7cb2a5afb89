import {
  type Decision,
  decide,
  type ExplainableAction,
  FileId,
  isPresent,
  RoomId,
  subjectOf,
  type Target,
  type UnitMembership,
  UserId,
} from '@strongroom/domain';
import { activeOwners } from '../../kernel/active-owners.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import { commonRoomsOf } from '../../kernel/common-rooms.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { inFile } from '../../kernel/in-file.ts';
import { inRoom } from '../../kernel/in-room.ts';
import { lowestLabel } from '../../kernel/labels.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { verbatim } from '../../kernel/replay.ts';
import { atRoom } from '../../kernel/sight.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refuseWithoutPlace } from '../../steps/explain/refuse-without-place.ts';
import { someLink } from '../../steps/explain/some-link.ts';
import { someUnit } from '../../steps/explain/some-unit.ts';
import { someUser } from '../../steps/explain/some-user.ts';
import { unitMembershipsOf } from '../../steps/units/unit-memberships-of.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

type Input = Readonly<{
  userId: string;
  action: ExplainableAction;
  roomId?: string | undefined;
  fileId?: string | undefined;
}>;

type Needs = OperationDeps & Pick<Deps, 'documents' | 'ids' | 'orgId'>;

/**
 * Explains whether a user may perform an action: returns the decision of the policy. A question about another is recorded. Users may ask about themselves;
 * owners, security officers and auditors about anyone; room owners about their room. Throws ROOM_NOT_FOUND,
 * FILE_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, USER_NOT_FOUND.
 */
export const explain =
  (deps: Needs) =>
  async (ctx: SignedIn, { action, ...input }: Input): Promise<Decision> => {
    refuseWithoutPlace({ action, ...input });
    const userId = idOrRandom(UserId, input.userId, deps.ids);
    const place = await placeOf(deps, input);
    const { roomId, fileId } = place;
    const units = action === 'org_unit.manage' ? await unitsOf(deps, userId) : [];
    const owners = activeOwners(
      deps,
      (snapshot) => atRoom(deps, snapshot, ctx, roomId),
      () => userId,
    );
    const common = commonRoomsOf(deps, ctx, userId);
    const isPlaced = isInRoom(action) && (input.roomId !== undefined || input.fileId !== undefined);

    const explained = (uow: UnitOfWork, _: unknown, asked: Target): Decision => {
      const user = uow.get(users, userId);
      const room = isPlaced ? uow.find(rooms, roomId) : undefined;
      const file = isPlaced ? uow.find(files, fileId) : undefined;
      // The log of the organisation and the log of a room are two rows of the policy.
      const row: ExplainableAction | 'audit.room.read' =
        action === 'audit.read' && isPlaced ? 'audit.room.read' : action;
      // An external user is certain to see themself only.
      const target = action === 'room.members.add' ? { ...someUser(deps), id: userId } : someUser(deps);
      const now = deps.clock.now();
      const { effect, reasons, refusal, refusedBy } = decide(row, {
        subject: subjectOf(deps.labelRules, user, null, now),
        labelRules: deps.labelRules,
        room: owners.of(uow, room),
        membership: isPlaced ? uow.find(memberships, membershipId(roomId, userId)) : undefined,
        file,
        label: isPresent(file) ? file.label : (room?.label ?? lowestLabel(deps.labelRules)),
        target,
        common: [],
        role: 'member',
        clearance: lowestLabel(deps.labelRules),
        from: null,
        to: 'viewer',
        memberId: target.id,
        member: undefined,
        now,
        link: isPresent(file) ? someLink(deps, file) : undefined,
        creator: undefined,
        creatorMembership: undefined,
        unitMembership: undefined,
        ...someUnit(deps, units, user),
      });
      // The answer says what the user may see, so the user's own questions need no record.
      if (userId !== ctx.credential.userId)
        uow.record({ type: 'access.explained', target: asked, data: { user_id: userId, action, effect } });
      return { action, effect, reasons, refusal, refusedBy };
    };

    const question = {
      refs: [
        refTo(users, userId),
        ...(isPlaced
          ? [refTo(files, fileId), refTo(rooms, roomId), refTo(memberships, membershipId(roomId, userId))]
          : []),
      ],
      loadMore: async (snapshot: Snapshot) => [
        ...(action === 'room.members.add' ? await owners.loadMore(snapshot) : []),
        ...(await common.loadMore(snapshot)),
      ],
      replay: verbatim<Decision>(),
      facts: (snapshot: Pick<UnitOfWork, 'find'>) => ({ target: snapshot.find(users, userId), common: common.of() }),
      apply: explained,
    } as const;
    if (!isPlaced)
      return asCaller(deps, ctx, organisationTarget(deps.orgId), { ...question, action: 'access.explain' });
    if (input.fileId !== undefined) return inFile(deps, ctx, place, { ...question, action: 'access.file.explain' });
    return inRoom(deps, ctx, roomId, { ...question, action: 'access.room.explain' });
  };

/** Does the action happen in a room? */
const isInRoom = (action: ExplainableAction): boolean => /^(?:room|file|share|audit)\./.test(action);

/** The room and file of the request. A file sent without its room is located. */
async function placeOf({ documents, ids }: Pick<Deps, 'documents' | 'ids'>, input: Pick<Input, 'roomId' | 'fileId'>) {
  const fileId = input.fileId === undefined ? ids.uuid<FileId>() : idOrRandom(FileId, input.fileId, ids);
  const [document] = await documents.read([refTo(files, fileId)]);
  const named = input.roomId === undefined ? undefined : idOrRandom(RoomId, input.roomId, ids);
  return { fileId, roomId: named ?? (document && stateOf(files, document).roomId) ?? ids.uuid<RoomId>() };
}

async function unitsOf(deps: Pick<Deps, 'documents'>, userId: UserId): Promise<readonly UnitMembership[]> {
  const units: UnitMembership[] = [];
  for await (const some of unitMembershipsOf(deps, userId)) units.push(...some);
  return units;
}
