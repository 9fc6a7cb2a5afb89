import {
  canonicalEmail,
  DomainError,
  directoryNameOf,
  Email,
  isInDirectory,
  isRoot,
  type OrgUnit,
  type OrgUnitId,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { IntactStore } from '../../kernel/lists.ts';
import { type Collection, refBy, refTo, stateOf } from '../../store/collection.ts';
import { everyListed } from '../../store/every-listed.ts';
import { everyUnit, membersOfUnit, orgUnits, unitMemberships } from '../../store/organisation.ts';
import { directoryNameKey, directoryUsers, emailKey, externalIdKey, users } from '../../store/users.ts';
import { asDirectory, type DirectoryDeps } from './as-directory.ts';

/** A stretch of a list: `offset` items are left out. */
type Stretch = Readonly<{ offset: number; limit: number }>;
type Found<T> = Readonly<{ items: readonly T[]; total: number }>;

/** An equality that an index answers. */
export type DirectoryKey = Readonly<{ id: string } | { externalId: string } | { userName: string } | { email: string }>;

/** Users with the same identifier of a directory; a directory gives one to one user. */
const MAX_OF_KEY = 100;

/**
 * The reads of a directory. Every call throws INSUFFICIENT_SCOPE, INSUFFICIENT_ROLE. `isIntact` leaves damaged documents out of
 * lists; members, which a change compares, are all of them.
 */
export const readDirectory = (deps: DirectoryDeps & Partial<Pick<IntactStore, 'isIntact'>>) => {
  const { documents, isIntact = () => true } = deps;

  const stretch = async <T>(collection: Collection<T>, key: string, { offset, limit }: Stretch): Promise<Found<T>> => {
    const [found, total] = await Promise.all([
      documents.list(collection.name, { anyOf: [key] }, { limit, offset, order: 'oldest' }),
      documents.count(collection.name, { anyOf: [key] }),
    ]);
    const intact = found.filter((document) => isIntact(collection.name, document));
    return { items: intact.map((document) => stateOf(collection, document)), total };
  };
  const byId = async <T>(collection: Collection<T>, id: string): Promise<readonly T[]> => {
    const [document] = await documents.read([refTo(collection, id)]);
    return document === undefined ? [] : [stateOf(collection, document)];
  };
  const withKey = async <T>(collection: Collection<T>, key: string): Promise<readonly T[]> =>
    (await stretch(collection, key, { offset: 0, limit: MAX_OF_KEY })).items;

  async function usersBy(key: DirectoryKey): Promise<readonly User[]> {
    if ('id' in key) return byId(users, key.id);
    if ('externalId' in key) return withKey(users, externalIdKey(key.externalId));
    const text = 'email' in key ? key.email : key.userName;
    const found = await documents.read([
      ...('userName' in key ? [refBy(users, directoryNameKey(text))] : []),
      ...(Email.is(text) ? [refBy(users, emailKey(canonicalEmail(text)))] : []),
    ]);
    const all = found.flatMap((document) => (document === undefined ? [] : [stateOf(users, document)]));
    return 'email' in key ? all : all.filter((user) => directoryNameOf(user).toLowerCase() === text.toLowerCase());
  }

  return {
    /** One user. Throws USER_NOT_FOUND. */
    user: async (ctx: SignedIn, id: UserId): Promise<User> => {
      await asDirectory(deps, ctx);
      const [user] = (await byId(users, id)).filter(isInDirectory);
      if (user === undefined) throw new DomainError('USER_NOT_FOUND');
      return user;
    },
    /** Users by an index. */
    usersBy: async (ctx: SignedIn, key: DirectoryKey): Promise<readonly User[]> => {
      await asDirectory(deps, ctx);
      return (await usersBy(key)).filter(isInDirectory);
    },
    /** Users, oldest first. */
    users: async (ctx: SignedIn, part: Stretch): Promise<Found<User>> => {
      await asDirectory(deps, ctx);
      const { items, total } = await stretch(users, directoryUsers, part);
      return { items: items.filter(isInDirectory), total };
    },
    /** One group. The root is not a group: it is the organisation itself. Throws ORG_UNIT_NOT_FOUND. */
    group: async (ctx: SignedIn, id: OrgUnitId): Promise<OrgUnit> => {
      await asDirectory(deps, ctx);
      const [unit] = (await byId(orgUnits, id)).filter((one) => !isRoot(one));
      if (unit === undefined) throw new DomainError('ORG_UNIT_NOT_FOUND');
      return unit;
    },
    groupsBy: async (ctx: SignedIn, key: Extract<DirectoryKey, { id: string } | { externalId: string }>) => {
      await asDirectory(deps, ctx);
      const found = 'id' in key ? await byId(orgUnits, key.id) : await withKey(orgUnits, externalIdKey(key.externalId));
      return found.filter((one) => !isRoot(one));
    },
    /** Groups, oldest first. The oldest unit is the root, which is not a group. */
    groups: async (ctx: SignedIn, { offset, limit }: Stretch): Promise<Found<OrgUnit>> => {
      await asDirectory(deps, ctx);
      const { items, total } = await stretch(orgUnits, everyUnit, { offset: offset + 1, limit });
      return { items: items.filter((one) => !isRoot(one)), total: total - 1 };
    },
    /** Ids of the members of a group, in their order. */
    members: async (ctx: SignedIn, id: OrgUnitId): Promise<readonly UserId[]> => {
      await asDirectory(deps, ctx);
      const found: UserId[] = [];
      for await (const { userId } of everyListed(documents, unitMemberships, [membersOfUnit(id)])) found.push(userId);
      return found;
    },
  };
};
