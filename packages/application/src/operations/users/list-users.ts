import { type CommonRoom, canonicalEmail, decide, type Email, type User, type UserId } from '@strongroom/domain';
import type { UserFound } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import { commonRooms } from '../../kernel/common-rooms.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { userMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type CurrentCaller, withoutScopes } from '../../kernel/sight.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { type SignInAsked, signInSeen, userSeen } from '../../kernel/views.ts';
import { MAX_PEOPLE_MET, type PersonMet, peopleMet } from '../../steps/people/people-met.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { EVERY_USER, emailKey, users } from '../../store/users.ts';

type ListUsersDeps = OperationDeps & Pick<Deps, 'documents' | 'ids' | 'lists' | 'orgId' | 'countReading'>;
type UsersPage = PageRequest & SignInAsked;
type ListUsersInput = UsersPage & Readonly<{ email?: Email | undefined }>;

/**
 * Every user of the organisation, newest first, or the one with an address. External users get those whom they see in a
 * common room, and are charged for those whom it looks through. Throws INVALID_CURSOR, RATE_LIMIT_EXCEEDED.
 */
export const listUsers = (deps: ListUsersDeps) => {
  const meeting = peopleMet(deps);
  return async (ctx: SignedIn, { email, ...page }: ListUsersInput): Promise<ListedPage<UserFound>> => {
    deps.lists.check('users', page);
    const who = await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'user.list',
      apply: (_, caller) => caller,
    });
    if (decide('user.list_all', withoutScopes(who)).effect === 'deny')
      return email === undefined ? listMet(deps, who, await meeting(who), page) : findMet(deps, who, email, page);
    const key = email === undefined ? EVERY_USER : emailKey(canonicalEmail(email));
    const { items, meta } = await deps.lists.page(
      { name: `users:${key}`, collection: users, selection: { anyOf: [key] } },
      page,
    );
    return { items: items.map((user) => seenBy(who, user, [], page)), meta };
  };
};

const seenBy = (
  who: CurrentCaller,
  target: User,
  common: readonly CommonRoom[],
  { may: isAsked = false, ...asked }: UsersPage,
): UserFound => ({
  ...userSeen(who, target, common),
  ...signInSeen(who, target, common, asked),
  ...(isAsked && { may: userMay({ ...who, target, common }) }),
});

/** For each user of a page the room in which the caller met them. */
async function meetingsOf(
  { documents }: ListUsersDeps,
  page: readonly PersonMet[],
): Promise<ReadonlyMap<UserId, readonly CommonRoom[]>> {
  const met = page.flatMap(({ id, meeting }) => (meeting ? [{ id, meeting }] : []));
  const found = await documents.read(
    met.map(({ id, meeting }) => refTo(memberships, membershipId(meeting.room.id, id))),
  );
  return new Map(
    met.map(({ id, meeting }, index) => {
      const document = found[index];
      return [id, [{ ...meeting, theirs: document && stateOf(memberships, document) }]];
    }),
  );
}

const NEWEST_FIRST = { id: ({ id }: PersonMet) => id, order: ({ createdAt }: PersonMet) => 0 - createdAt };

async function listMet(
  deps: ListUsersDeps,
  who: CurrentCaller,
  met: readonly PersonMet[],
  page: UsersPage,
): Promise<ListedPage<UserFound>> {
  const { items, meta } = deps.lists.cut(`users:met:${who.user.id}`, met.slice(0, MAX_PEOPLE_MET), NEWEST_FIRST, page);
  const found = await deps.documents.read(items.map(({ id }) => refTo(users, id)));
  const common = page.may === true ? await meetingsOf(deps, items) : new Map<UserId, readonly CommonRoom[]>();
  const seen = found.flatMap((document) => {
    const user = document && stateOf(users, document);
    return user ? [seenBy(who, user, common.get(user.id) ?? [], page)] : [];
  });
  return { items: seen, meta: { ...meta, ...(met.length > MAX_PEOPLE_MET && { totalIsExact: false }) } };
}

/** Finds users whose address the caller may know. Reads the same for others as for an unknown address. */
async function findMet(
  deps: ListUsersDeps,
  who: CurrentCaller,
  email: Email,
  page: UsersPage,
): Promise<ListedPage<UserFound>> {
  const [document] = await deps.documents.read([refBy(users, emailKey(canonicalEmail(email)))]);
  const target = document && stateOf(users, document);
  const common = await commonRooms(deps, who.user, target?.id ?? deps.ids.uuid<UserId>());
  const seen = target === undefined ? [] : [seenBy(who, target, common, page)];
  const found = seen.filter(({ shows }) => shows === 'everything');
  const place = { id: ({ user }: UserFound) => user.id, order: () => 0 };
  const { items, meta } = deps.lists.cut(`users:met:${who.user.id}:${email}`, found, place, page);
  return { items, meta };
}
