import { Choice, Email, OrgRole, optional, Password, PersonName, UserId } from '@strongroom/domain';
import { created, ok, withStatus } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { bulkOf, one } from '../describe/shape.ts';
import { BearerText } from './bearer-text.ts';
import { BEARER_ELSEWHERE, CredentialTransport, mayHaveCookie, withCookie } from './in-cookie.ts';
import { route } from './route.ts';
import {
  AcceptedView,
  acceptedView,
  FoundInvitationView,
  foundInvitationView,
  InvitedView,
  invitedView,
  UserView,
  userView,
} from './users.views.ts';

class InviteBody {
  @Is(Email) email!: Email;
  @Is(OrgRole) role!: OrgRole;
  @Is(optional(Choice)) external?: boolean;
  @Is(optional(PersonName)) name?: PersonName;
}

/** An external user has the role of a member and no other. */
noteConditions(InviteBody, {
  schema: whenThen(
    { properties: { external: { const: true } }, required: ['external'] },
    { properties: { role: { const: 'member' } } },
  ),
  example: { email: 'ada@example.com', role: 'member', external: true, name: 'Ada Lovelace' },
});

class FindBody {
  @Is(BearerText) token!: string;
}

class AcceptBody {
  @Is(BearerText) token!: string;
  @Is(PersonName) name!: PersonName;
  @Is(optional(Password)) password?: Password;
  @Is(optional(Choice)) revoke_tokens?: boolean;
  @Is(optional(CredentialTransport)) transport?: CredentialTransport;
}

noteConditions(AcceptBody, {
  schema: BEARER_ELSEWHERE,
  example: { token: 'the token from the link', name: 'Ada Lovelace', password: 'correct horse battery staple' },
});

class BulkInviteBody {
  @Is(itemsOf(InviteBody)) items!: readonly unknown[];
}

const oneUser = { id: UserId };

export const invitationRoutes = [
  route({
    operationId: 'inviteUser',
    method: 'post',
    path: '/users/invite',
    access: 'signed-in',
    action: 'user.invite',
    summary: 'Invite a user',
    description:
      'An e-mail with an activation link goes out; it works for 72 hours. Inviting a pending user again makes a new link and revokes the old one (200). Within ten minutes of the last mail it sends none, and the link stays valid: `invitation.next_mail_at` says when the next may be sent. A person gets at most 20 mails a day, and mails to new people by one sender are limited too: a further mail waits until `invitation.mail_waits_until`, and the link works for 72 hours from then. An `external` user belongs to another organisation: their role is `member`, they make no rooms, and they see only the users whom they meet in a room. `name` is shown to people of the organisation until the person accepts and says their own; it replaces no name that is there.',
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
    operationId: 'findInvitation',
    method: 'post',
    path: '/invitations/find',
    access: 'public',
    summary: 'See whether an invitation is open, before you accept it',
    description:
      'Changes nothing. Only the secret of a link tells how it ended: of a user, the last ten links are remembered, and any other secret is 404. `needs_password` is true for a user who was active before. Address, inviter and room are those of the mail: show the address to the person, as another person may have sent them the link.',
    body: FindBody,
    answer: one(FoundInvitationView),
    status: [200],
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_EXPIRED', 'INVITATION_USED', 'INVITATION_REVOKED'],
    handle: async (app, visitor, { body }) =>
      ok(foundInvitationView(await app.users.findInvitation(visitor, { secret: body.token }))),
  }),
  route({
    operationId: 'acceptInvitation',
    method: 'post',
    path: '/invitations/accept',
    access: 'public',
    summary: 'Accept an invitation',
    description:
      'Answers a session, so that the person can go on at once, e.g. make an API token. For an active user it is a recovery: their sessions, their old password and the link to their person of the identity provider end, and with `revoke_tokens` all their API tokens. A user with a second factor, or who has to add one, has accepted when they get `SECOND_FACTOR_REQUIRED`, as at sign-in.',
    body: AcceptBody,
    answer: one(AcceptedView),
    status: [200],
    errors: [
      'INVITATION_NOT_FOUND',
      'INVITATION_EXPIRED',
      'INVITATION_USED',
      'INVITATION_REVOKED',
      'SECOND_FACTOR_REQUIRED',
      'SIGN_IN_REFUSED',
    ],
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
    operationId: 'sendActivationLink',
    method: 'post',
    path: '/users/:id/activation-link',
    access: 'signed-in',
    action: 'user.activation_link',
    summary: 'Send a user without a way in a fresh activation link',
    description:
      'Accepting it needs a password and ends all sessions. Any older link is revoked. Within ten minutes of the last mail it sends none, and the link stays valid. Where no mails are sent, the answer has the link for the person who invited the user.',
    params: oneUser,
    answer: one(InvitedView),
    status: [200],
    errors: ['USER_DEACTIVATED'],
    handle: async (app, ctx, { params }) =>
      ok(invitedView(await app.users.sendActivationLink(ctx, { userId: params.id }))),
  }),
  route({
    operationId: 'revokeInvitation',
    method: 'delete',
    path: '/users/:id/invitation',
    access: 'signed-in',
    action: 'user.uninvite',
    summary: 'Revoke the open invitation or activation link of a user',
    description:
      'The link in the mail no longer works. A user who never accepted is removed, with their memberships, and their address is free again; the answer shows them as they were.',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    errors: ['INVITATION_NOT_FOUND'],
    handle: async (app, ctx, { params }) => ok(userView(await app.users.revokeInvitation(ctx, { userId: params.id }))),
  }),
  route({
    operationId: 'inviteUsers',
    method: 'post',
    path: '/users/bulk-invite',
    access: 'signed-in',
    action: 'user.invite',
    summary: 'Invite up to 100 people',
    body: BulkInviteBody,
    answer: bulkOf(InvitedView),
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
