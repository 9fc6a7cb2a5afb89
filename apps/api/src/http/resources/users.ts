import {
  Choice,
  ClearanceReference,
  DomainError,
  Email,
  type Label,
  OrgRole,
  optional,
  PageNumber,
  PerPage,
  PersonName,
  UserId,
} from '@strongroom/domain';
import { listed, ok } from '../describe/answers.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { MayQuery } from '../describe/may.ts';
import { Cursor, PageQuery, pageRequest } from '../describe/page.ts';
import { type QueryFlag, queryFlag } from '../describe/query-flag.ts';
import { one, pageOf } from '../describe/shape.ts';
import { BearerText } from './bearer-text.ts';
import { UserRoomView, userRoomView } from './rooms.views.ts';
import { route } from './route.ts';
import {
  EmailConfirmedView,
  MeView,
  meView,
  PersonView,
  personView,
  UserView,
  userToChangeView,
  userView,
} from './users.views.ts';

const LastSignInQuery = queryFlag(
  'LastSignInQuery',
  'Whether each user has `last_sign_in_at`: `true` or `false`, which is the default.',
);

const SecondFactorQuery = queryFlag(
  'SecondFactorQuery',
  'Whether each user has `second_factor`: `true` or `false`, which is the default.',
);

class UsersQuery {
  @Is(optional(Email)) email?: Email;
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
  @Is(optional(MayQuery)) may?: QueryFlag;
  @Is(optional(LastSignInQuery)) last_sign_in?: QueryFlag;
  @Is(optional(SecondFactorQuery)) second_factor?: QueryFlag;
}

class EditUserBody {
  @Is(optional(PersonName)) name?: PersonName;
  @Is(optional(Choice)) external?: boolean;
  @Is(optional(Email)) email?: Email;
  @Is(optional(Choice)) waive_old?: boolean;
}

/** An address is asked for by itself; only such a request waives a confirmation. */
noteConditions(EditUserBody, {
  schema: whenThen(
    { required: ['email'] },
    { not: { anyOf: [{ required: ['name'] }, { required: ['external'] }] } },
    { not: { required: ['waive_old'] } },
  ),
  example: { name: 'Ada Lovelace' },
});

const NOT_ALONE = {
  field: 'email',
  rule: 'alone',
  message: 'email is sent without name and external, and waive_old only with it',
};

class ConfirmEmailBody {
  @Is(BearerText) token!: string;
}

class RoleBody {
  @Is(OrgRole) role!: OrgRole;
}

class ClearanceBody {
  @Is(ClearanceReference) clearance_level!: Label | '';
}

const OF_OTHERS =
  'External callers find the users whom they meet in a room, and see their id and name only; the other fields are absent.';

const oneUser = { id: UserId };

export const userRoutes = [
  route({
    operationId: 'getMe',
    method: 'get',
    path: '/me',
    access: 'signed-in',
    action: 'me.see',
    summary: 'Get your user and the privileges of this credential',
    answer: one(MeView),
    status: [200],
    handle: async (app, ctx) => ok(meView(await app.users.me(ctx))),
  }),
  route({
    operationId: 'listUsers',
    method: 'get',
    path: '/users',
    access: 'signed-in',
    action: 'user.list',
    summary: 'List all users of the organisation, or find one by e-mail',
    description: OF_OTHERS,
    query: UsersQuery,
    answer: pageOf(PersonView),
    status: [200],
    handle: async (app, ctx, { query }) =>
      listed(
        personView,
        await app.users.list(ctx, {
          email: query.email,
          ...pageRequest(query),
          lastSignIn: query.last_sign_in === 'true',
          secondFactor: query.second_factor === 'true',
        }),
      ),
  }),
  route({
    operationId: 'getUser',
    method: 'get',
    path: '/users/:id',
    access: 'signed-in',
    action: 'user.get',
    summary: 'Get a user',
    description: OF_OTHERS,
    params: oneUser,
    answer: one(PersonView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(userToChangeView(await app.users.get(ctx, { userId: params.id }))),
  }),
  route({
    operationId: 'listUserRooms',
    method: 'get',
    path: '/users/:id/rooms',
    access: 'signed-in',
    action: 'user.rooms',
    summary: 'List the rooms a user is a member of, newest first',
    description:
      'Only rooms that you see, with the user among the members that you see: up to your clearance where you oversee rooms, and each such look is recorded. A membership that has ended is not listed.',
    params: oneUser,
    query: PageQuery,
    answer: pageOf(UserRoomView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(userRoomView, await app.users.listRooms(ctx, { userId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'editUser',
    method: 'patch',
    path: '/users/:id',
    access: 'signed-in',
    action: 'user.edit',
    summary: 'Change your name or address, or whether a user is external',
    description:
      'A name is for oneself; `external` is for owners and domain admins. An external user sees the users whom they meet in a room, and no org units. `email`, which is sent alone, asks for another address: both addresses get a link that works for 72 hours, `pending_email` waits, and the address changes when both are confirmed. The answer is the same where another user has the address. The present address withdraws the request. For oneself it takes a session of the last ten minutes; owners and domain admins ask for users whose role is not above theirs, and with `waive_old` and such a session an owner needs no confirmation by the present address.',
    params: oneUser,
    body: EditUserBody,
    answer: one(UserView),
    status: [200],
    errors: ['USER_IS_EXTERNAL', 'USER_ERASED', 'USER_DEACTIVATED', 'SESSION_TOO_OLD', 'SECOND_FACTOR_TOO_OLD'],
    handle: async (app, ctx, { params: { id: userId }, body }) => {
      const { email, waive_old: waivesOld, name, external } = body;
      if (email === undefined ? waivesOld !== undefined : (name ?? external) !== undefined)
        throw new DomainError('VALIDATION_ERROR', { details: [NOT_ALONE] });
      const seen =
        email === undefined
          ? await app.users.edit(ctx, { userId, name, external })
          : await app.users.changeEmail(ctx, { userId, email, waivesOld });
      return ok(userView(seen));
    },
  }),
  route({
    operationId: 'confirmEmail',
    method: 'post',
    path: '/email-changes/confirm',
    access: 'public',
    summary: 'Confirm a change of an address by a link',
    description: 'Each of the two links works once. `changed` is false until the other address has confirmed too.',
    body: ConfirmEmailBody,
    answer: one(EmailConfirmedView),
    status: [200],
    errors: ['EMAIL_CHANGE_NOT_FOUND'],
    handle: async (app, visitor, { body }) =>
      ok({ changed: (await app.users.confirmEmail(visitor, { secret: body.token })).isChanged }),
  }),
  route({
    operationId: 'changeUserRole',
    method: 'patch',
    path: '/users/:id/role',
    access: 'signed-in',
    action: 'user.role',
    summary: "Change a user's organisation role",
    params: oneUser,
    body: RoleBody,
    answer: one(UserView),
    status: [200],
    errors: ['INVALID_ROLE', 'LAST_OWNER', 'USER_IS_EXTERNAL'],
    handle: async (app, ctx, { params, body }) =>
      ok(userView(await app.users.changeRole(ctx, { userId: params.id, role: body.role }))),
  }),
  route({
    operationId: 'changeUserClearance',
    method: 'patch',
    path: '/users/:id/clearance',
    access: 'signed-in',
    action: 'user.clearance',
    summary: "Set or clear a user's clearance override",
    params: oneUser,
    body: ClearanceBody,
    answer: one(UserView),
    status: [200],
    errors: ['INVALID_CLASSIFICATION'],
    handle: async (app, ctx, { params, body }) =>
      ok(userView(await app.users.setClearance(ctx, { userId: params.id, clearance: body.clearance_level }))),
  }),
  route({
    operationId: 'deactivateUser',
    method: 'post',
    path: '/users/:id/deactivate',
    access: 'signed-in',
    action: 'user.deactivate',
    summary: 'Deactivate a user',
    description:
      'All credentials fail from the next request on and all memberships are removed. Again changes nothing.',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    errors: ['LAST_OWNER'],
    handle: async (app, ctx, { params }) => ok(userView(await app.users.deactivate(ctx, { userId: params.id }))),
  }),
  route({
    operationId: 'reactivateUser',
    method: 'post',
    path: '/users/:id/reactivate',
    access: 'signed-in',
    action: 'user.reactivate',
    summary: 'Reactivate a user',
    description: 'Memberships, tokens and links do not come back.',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(userView(await app.users.reactivate(ctx, { userId: params.id }))),
  }),
  route({
    operationId: 'eraseUser',
    method: 'post',
    path: '/users/:id/erase',
    access: 'signed-in',
    action: 'user.erase',
    summary: 'Erase a user for good',
    description:
      'Deactivates the user for good, and takes their name, address and credentials away, wherever the service stores them; the id stays. Lists of users leave them out. Nothing undoes it: their address may be invited again, as a new user. Again changes nothing.',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    errors: ['LAST_OWNER'],
    handle: async (app, ctx, { params }) => ok(userView(await app.users.erase(ctx, { userId: params.id }))),
  }),
];
