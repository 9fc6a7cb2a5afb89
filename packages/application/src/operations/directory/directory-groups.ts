import {
  countIn,
  DomainError,
  type ExternalId,
  isInDirectory,
  isLiveInUnit,
  lineOf,
  type OrgUnit,
  type OrgUnitId,
  type OrgUnitName,
  type UserId,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inUnit } from '../../kernel/in-unit.ts';
import { refTo } from '../../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';
import { createUnit } from '../org-units/create-unit.ts';
import { deleteUnit } from '../org-units/delete-unit.ts';
import { editUnit } from '../org-units/edit-unit.ts';
import { asDirectory, type DirectoryDeps } from './as-directory.ts';
import { readDirectory } from './read-directory.ts';

type DirectoryGroupDeps = DirectoryDeps & Pick<Deps, 'ids' | 'rootUnitId'>;

/** Members that join or leave a group. */
export type MembersChange = Readonly<{ added: readonly UserId[]; removed: readonly UserId[] }>;

type GroupValues = Readonly<{ name?: OrgUnitName | undefined; externalId?: ExternalId | null | undefined }>;

/** Members in one commit. */
const SLICE = 200;

/** Creates a group for a directory: an org unit below the root. Throws INSUFFICIENT_ROLE, USER_NOT_FOUND. */
export const createDirectoryGroup =
  (deps: DirectoryGroupDeps) =>
  async (
    ctx: SignedIn,
    { name, externalId, members }: GroupValues & Readonly<{ name: OrgUnitName; members: readonly UserId[] }>,
  ): Promise<OrgUnit> => {
    const caller = await asDirectory(deps, ctx);
    await assertUsers(deps, members);
    const { unit } = await createUnit(deps)(caller, { name, externalId: externalId ?? undefined });
    await changeMembers(deps, caller, unit, { added: members, removed: [] });
    return unit;
  };

/**
 * Changes a group for a directory. Every added user is known before anything is changed. Throws ORG_UNIT_NOT_FOUND, USER_NOT_FOUND,
 * INSUFFICIENT_ROLE.
 */
export const editDirectoryGroup =
  (deps: DirectoryGroupDeps) =>
  async (
    ctx: SignedIn,
    { unitId, name, externalId, ...change }: GroupValues & MembersChange & Readonly<{ unitId: OrgUnitId }>,
  ): Promise<OrgUnit> => {
    const caller = await asDirectory(deps, ctx);
    const before = await readDirectory(deps).group(ctx, unitId);
    await assertUsers(deps, change.added);
    const { unit } = await editUnit(deps)(located(caller, before), { unitId, name, externalId });
    await changeMembers(deps, caller, unit, change);
    return unit;
  };

/** Deletes a group without rooms and units below it; its members leave it. Throws ORG_UNIT_NOT_FOUND, ORG_UNIT_NOT_EMPTY. */
export const deleteDirectoryGroup =
  (deps: DirectoryGroupDeps) =>
  async (ctx: SignedIn, { unitId }: Readonly<{ unitId: OrgUnitId }>): Promise<void> => {
    const caller = await asDirectory(deps, ctx);
    const directory = readDirectory(deps);
    const unit = await directory.group(ctx, unitId);
    if (unit.children + unit.rooms > 0) throw new DomainError('ORG_UNIT_NOT_EMPTY');
    await changeMembers(deps, caller, unit, { added: [], removed: await directory.members(ctx, unitId) });
    await deleteUnit(deps)(located(caller, unit), { unitId });
  };

/** The caller at a unit, as the path of an operation on it would tell. */
const located = (ctx: SignedIn, unit: OrgUnit): SignedIn => ({ ...ctx, located: { unitLine: lineOf(unit) } });

async function assertUsers({ documents }: DirectoryGroupDeps, added: readonly UserId[]): Promise<void> {
  for (const ids of slices(added)) {
    const found = await documents.read(ids.map((id) => refTo(users, id)));
    if (found.includes(undefined)) throw new DomainError('USER_NOT_FOUND');
  }
}

async function changeMembers(
  deps: DirectoryGroupDeps,
  ctx: SignedIn,
  unit: OrgUnit,
  { added, removed }: MembersChange,
): Promise<void> {
  for (const ids of slices(removed)) await changeSlice(deps, ctx, unit, { added: [], removed: ids });
  for (const ids of slices(added)) await changeSlice(deps, ctx, unit, { added: ids, removed: [] });
}

function* slices<T>(all: readonly T[]): Generator<readonly T[], void> {
  for (let from = 0; from < all.length; from += SLICE) yield all.slice(from, from + SLICE);
}

/**
 * Deactivated users join too: a directory sends the members of a group without regard to it, and they have no credential. A member
 * keeps another role that an administrator gave them in the unit.
 */
const changeSlice = (
  deps: DirectoryGroupDeps,
  ctx: SignedIn,
  place: OrgUnit,
  { added, removed }: MembersChange,
): Promise<void> => {
  const { id: unitId } = place;
  return inUnit(
    deps,
    located(ctx, place),
    { unitId, line: lineOf(place) },
    {
      action: 'org_unit.manage',
      refs: [
        ...added.map((id) => refTo(users, id)),
        ...[...added, ...removed].map((id) => refTo(unitMemberships, unitMembershipId(unitId, id))),
      ],
      serializeOn: unitId,
      apply: (uow, { unit }, target) => {
        let by = 0;
        for (const userId of removed) {
          const id = unitMembershipId(unitId, userId);
          if (uow.find(unitMemberships, id) === undefined) continue;
          uow.remove(unitMemberships, id);
          uow.record({ type: 'org_unit.member_removed', target, data: { user_id: userId } });
          by--;
        }
        for (const userId of added) {
          const user = uow.find(users, userId);
          if (user === undefined || !isInDirectory(user)) throw new DomainError('USER_NOT_FOUND');
          const stored = uow.find(unitMemberships, unitMembershipId(unitId, userId));
          if (isLiveInUnit(stored, user)) continue;
          // A deactivation lists memberships after its commit: earlier ones are found, and later ones conflict with it.
          uow.expect(users, userId);
          const { epoch } = user;
          uow.put(unitMemberships, { unitId, userId, role: 'member', epoch, createdAt: deps.clock.now() });
          uow.record({ type: 'org_unit.member_added', target, data: { user_id: userId, role: 'member' } });
          if (stored === undefined) by++;
        }
        if (by !== 0) uow.put(orgUnits, countIn(unit, 'members', by));
      },
    },
  );
};
