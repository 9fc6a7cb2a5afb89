import {
  Choice,
  ClearanceReference,
  defineValue,
  Email,
  type Label,
  OrgRole,
  optional,
  PageNumber,
  Password,
  PerPage,
  PersonName,
  UserId,
  type Value,
} from '@strongroom/domain';
import { created, listed, ok, withStatus } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { Is } from '../describe/is.ts';
import { Cursor, pageRequest } from '../describe/page.ts';
import { bulk, many, one } from '../describe/shape.ts';
import { BearerText } from './bearer-text.ts';
import { mayHaveCookie, Transport, withCookie } from './in-cookie.ts';
import { route } from './route.ts';
import {
  AcceptedView,
  acceptedView,
  InvitedView,
  invitedView,
  KeyPersonView,
  keyPersonView,
  MeView,
  meView,
  UserView,
  userView,
} from './users.views.ts';

/** A compact JWS. */
const LinkText: Value<string> = defineValue({
  name: 'LinkText',
  description: 'The link that the key service signed.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 2048,
    pattern: '^[A-Za-z0-9_.-]+$',
    examples: ['eyJhbGciOiJFZDI1NTE5In0.eyJzdWIiOiJ1c2VyOngifQ.c2lnbmF0dXJl'],
  },
  rule: 'text',
  check: (input) =>
    typeof input === 'string' && /^[A-Za-z0-9_.-]{1,2048}$/.test(input)
      ? undefined
      : 'must be the link that the key service signed',
});

class UsersQuery {
  @Is(optional(Email)) email?: Email;
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
}

class InviteBody {
  @Is(Email) email!: Email;
  @Is(OrgRole) role!: OrgRole;
  @Is(optional(Choice)) external?: boolean;
}

class EditUserBody {
  @Is(optional(PersonName)) name?: PersonName;
  @Is(optional(Choice)) external?: boolean;
}

class AcceptBody {
  @Is(BearerText) token!: string;
  @Is(PersonName) name!: PersonName;
  @Is(optional(Password)) password?: Password;
  @Is(optional(Choice)) revoke_tokens?: boolean;
  @Is(optional(Transport)) transport?: Transport;
}

class KeyPersonBody {
  @Is(LinkText) link!: string;
}

class RoleBody {
  @Is(OrgRole) role!: OrgRole;
}

class ClearanceBody {
  @Is(ClearanceReference) clearance_level!: Label | '';
}

class BulkInviteBody {
  @Is(itemsOf(InviteBody)) items!: readonly unknown[];
}

const oneUser = { id: UserId };

export const userRoutes = [
  route({
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
    method: 'get',
    path: '/users',
    access: 'signed-in',
    action: 'user.list',
    summary: 'List all users of the organisation, or find one by e-mail',
    query: UsersQuery,
    answer: many(UserView),
    status: [200],
    handle: async (app, ctx, { query }) => {
      const { items, meta } = await app.users.list(ctx, { email: query.email, ...pageRequest(query) });
      return listed(items.map(userView), meta);
    },
  }),
  route({
    method: 'get',
    path: '/users/:id',
    access: 'signed-in',
    action: 'user.get',
    summary: 'Get a user',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(userView(await app.users.get(ctx, { userId: params.id }))),
  }),
  route({
    method: 'post',
    path: '/users/invite',
    access: 'signed-in',
    action: 'user.invite',
    summary: 'Invite a user',
    description:
      'An e-mail with an activation link goes out; it works for 72 hours. Inviting a pending user again makes a new link and revokes the old one (200). Within ten minutes of the last mail it sends none, and the link stays valid: `invitation.next_mail_at` says when the next may be sent. A person gets at most 20 mails with a link a day (429 where no link is valid). An `external` user belongs to another organisation: their role is `member`, they make no rooms, and they see only the users whom they meet in a room.',
    body: InviteBody,
    answer: one(InvitedView),
    status: [200, 201],
    errors: ['INVALID_ROLE', 'USER_ALREADY_EXISTS', 'USER_DEACTIVATED', 'USER_IS_EXTERNAL'],
    handle: async (app, ctx, { body }) => {
      const invited = await app.users.invite(ctx, body);
      return invited.isNew
        ? created(invitedView(invited), `/api/v1/users/${invited.user.id}`)
        : withStatus(200, invitedView(invited));
    },
  }),
  route({
    method: 'post',
    path: '/invitations/accept',
    access: 'public',
    summary: 'Accept an invitation',
    description:
      'Answers a session, so that the person can go on at once, e.g. make an API token. With `revoke_tokens` all API tokens of the user end: advisable after a recovery.',
    body: AcceptBody,
    answer: one(AcceptedView),
    status: [200],
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_EXPIRED', 'INVITATION_USED', 'INVITATION_REVOKED'],
    handle: async (app, visitor, { body, ownPage }) => {
      const inCookie = mayHaveCookie(body.transport, ownPage);
      const accepted = await app.users.accept(visitor, {
        secret: body.token,
        name: body.name,
        password: body.password,
        revokeTokens: body.revoke_tokens,
        inCookie,
      });
      const answer = ok(acceptedView(accepted, inCookie));
      return inCookie ? withCookie(answer, accepted.secret) : answer;
    },
  }),
  route({
    method: 'patch',
    path: '/users/:id',
    access: 'signed-in',
    action: 'user.edit',
    summary: 'Change your name, or whether a user is external',
    description:
      'A name is for oneself; `external` is for owners and domain admins. An external user sees the users whom they meet in a room, and no org units.',
    params: oneUser,
    body: EditUserBody,
    answer: one(UserView),
    status: [200],
    errors: ['USER_IS_EXTERNAL'],
    handle: async (app, ctx, { params, body }) =>
      ok(userView(await app.users.edit(ctx, { userId: params.id, name: body.name, external: body.external }))),
  }),
  route({
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
    method: 'post',
    path: '/users/:id/activation-link',
    access: 'signed-in',
    action: 'user.activation_link',
    summary: 'Send a user without a way in a fresh activation link',
    description:
      'Accepting it needs a password and ends all sessions. Any older link is revoked. Within ten minutes of the last mail it sends none, and the link stays valid.',
    params: oneUser,
    answer: one(InvitedView),
    status: [200],
    errors: ['USER_DEACTIVATED'],
    handle: async (app, ctx, { params }) =>
      ok(invitedView(await app.users.sendActivationLink(ctx, { userId: params.id }))),
  }),
  route({
    method: 'delete',
    path: '/users/:id/invitation',
    access: 'signed-in',
    action: 'user.uninvite',
    summary: 'Revoke the open invitation or activation link of a user',
    description:
      'The link in the mail no longer works. An invited user stays invited; invite them again for a new link.',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    errors: ['INVITATION_NOT_FOUND'],
    handle: async (app, ctx, { params }) => ok(userView(await app.users.revokeInvitation(ctx, { userId: params.id }))),
  }),
  route({
    method: 'post',
    path: '/me/key-person',
    access: 'signed-in',
    action: 'key_person.link',
    summary: 'Link yourself to your person at the key service',
    description:
      'With the link that the key service signed for you within the last minute, and a session of the last ten minutes. Grants for you name that person from then on, and a mail tells you. Again with another person replaces the link.',
    body: KeyPersonBody,
    answer: one(KeyPersonView),
    status: [200],
    errors: ['KEY_SERVICE_UNAVAILABLE'],
    handle: async (app, ctx, { body }) => ok(keyPersonView(await app.users.linkKeyPerson(ctx, { link: body.link }))),
  }),
  route({
    method: 'delete',
    path: '/users/:id/key-person',
    access: 'signed-in',
    action: 'user.key_person.unlink',
    summary: 'Remove the link between a user and a person of the key service',
    description: 'Grants for the user name no person from then on; they link themself again. Again changes nothing.',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(userView(await app.users.unlinkKeyPerson(ctx, { userId: params.id }))),
  }),
  route({
    method: 'post',
    path: '/users/bulk-invite',
    access: 'signed-in',
    action: 'user.invite',
    summary: 'Invite up to 100 people',
    body: BulkInviteBody,
    answer: bulk(InvitedView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED', 'INSUFFICIENT_ROLE'],
    handle: async (app, ctx, { body }) => {
      await app.mayAny.invite(ctx, itemKeys(ctx));
      return eachItem(InviteBody, body.items, async (item, index) => {
        const invited = await app.users.invite(itemContext(ctx, index), item);
        return { status: invited.isNew ? 201 : 200, data: invitedView(invited) };
      });
    },
  }),
];
