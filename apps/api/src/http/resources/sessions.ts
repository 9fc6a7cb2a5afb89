import type { SessionOfUser, SessionSeen } from '@strongroom/application';
import {
  Choice,
  Email,
  FACTOR_WAYS,
  formatInstant,
  optional,
  Password,
  type Session,
  SessionId,
  SIGN_IN_WAYS,
  TriedPassword,
  UserId,
} from '@strongroom/domain';
import { created, listed, ok } from '../describe/answers.ts';
import { noteConditions } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';
import { PageQuery, pageRequest } from '../describe/page.ts';
import { one, pageOf } from '../describe/shape.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { BEARER_ELSEWHERE, CredentialTransport, mayHaveCookie, withCookie, withoutCookie } from './in-cookie.ts';
import { route } from './route.ts';
import { SessionView, sessionView, UserView, userView } from './users.views.ts';
import { count, flag, formatOrNull, id, orNull, text, timestamp, word } from './view-fields.ts';

class StartSessionBody {
  @Is(Email) email!: Email;
  @Is(TriedPassword) password!: string;
  @Is(optional(CredentialTransport)) transport?: CredentialTransport;
}

noteConditions(StartSessionBody, {
  schema: BEARER_ELSEWHERE,
  example: { email: 'ada@example.com', password: 'correct horse battery staple' },
});

class PasswordBody {
  @Is(optional(TriedPassword)) current_password?: string;
  @Is(Password) new_password!: Password;
  @Is(optional(Choice)) revoke_tokens?: boolean;
}

const SessionsEndedView = view('SessionsEnded', { ended: count('Number of sessions that ended.') });
const OneSessionEndedView = view('OneSessionEnded', { id: id('The session.'), ended: flag('Always true.') });

const SESSION_FIELDS = {
  id: id('The session.'),
  created_at: timestamp('When it was started.'),
  expires_at: timestamp('When it ends at the latest.'),
  last_used_at: orNull(
    timestamp('Last use of a session in a cookie, to the minute; null for a session whose token its client holds.'),
  ),
  user_agent: text('Program it was started with, as it named itself.'),
  way: orNull(word(SIGN_IN_WAYS, 'How it was started; null for one of an older version.')),
  second_factor: orNull(
    word(FACTOR_WAYS, 'The second factor that was proven last; null for a session that began without.'),
  ),
};

const sessionFields = (session: Session) => ({
  id: session.id,
  created_at: formatInstant(session.createdAt),
  expires_at: formatInstant(session.expiresAt),
  last_used_at: formatOrNull(session.cookieUsedAt ?? null),
  user_agent: session.startedBy?.userAgent ?? '',
  way: session.way ?? null,
  second_factor: session.factor?.way ?? null,
});

const OwnSessionView = view('OwnSession', {
  ...SESSION_FIELDS,
  ip: text('Address it was started from; empty for one of an older version.'),
  current: flag('Whether this is the session of the request.'),
});

const ownSessionView = ({ session, isCurrent }: SessionSeen): ViewOf<typeof OwnSessionView> => ({
  ...sessionFields(session),
  ip: session.startedBy?.ip ?? '',
  current: isCurrent,
});

const SessionOfUserView = view('SessionOfUser', {
  ...SESSION_FIELDS,
  ip: orNull(
    text(
      'Address it was started from; empty for one of an older version. Null for an administrator who does not read the audit log.',
    ),
  ),
});

const sessionOfUserView = ({ session, ip }: SessionOfUser): ViewOf<typeof SessionOfUserView> => ({
  ...sessionFields(session),
  ip,
});

const SessionEndedView = view('SessionEnded', { ended: flag('Always true.') });

export const sessionRoutes = [
  route({
    operationId: 'startSession',
    method: 'post',
    path: '/sessions',
    access: 'public',
    summary: 'Sign in with a password',
    description:
      'Answers a bearer credential for twelve hours. A wrong password and an unknown e-mail are answered alike; at most ten failures a minute for an e-mail and network together. Beyond a hundred failures in an hour, from wherever they come, each answer for that e-mail takes a second longer. A user with a second factor, or who has to add one, gets `SECOND_FACTOR_REQUIRED` with `second_factor.pending` in the error: `POST /sessions/second-factor` takes it within ten minutes. With `transport: "cookie"` the credential is in a cookie that scripts cannot read; only pages of the service itself may ask for that, and the session ends after 30 minutes without a request.',
    body: StartSessionBody,
    answer: one(SessionView),
    status: [201],
    errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'SIGN_IN_REFUSED'],
    handle: async (app, visitor, { body, ownPage }) => {
      const inCookie = mayHaveCookie(body.transport, ownPage);
      const started = await app.sessions.start(visitor, { email: body.email, password: body.password, inCookie });
      const answer = created(sessionView(started, inCookie));
      return inCookie ? withCookie(answer, started.secret) : answer;
    },
  }),
  route({
    operationId: 'endSession',
    method: 'delete',
    path: '/sessions/current',
    access: 'signed-in',
    action: 'session.end',
    summary: 'Sign out',
    description: 'A cookie is removed, with everything else that the browser keeps of the service.',
    answer: one(SessionEndedView),
    status: [200],
    handle: async (app, ctx) => {
      await app.sessions.end(ctx);
      const answer = ok({ ended: true });
      const { credential } = ctx;
      return credential.kind === 'session' && credential.cookieUsedAt !== undefined ? withoutCookie(answer) : answer;
    },
  }),
  route({
    operationId: 'listMySessions',
    method: 'get',
    path: '/me/sessions',
    access: 'signed-in',
    action: 'session.list',
    summary: 'List your sessions',
    query: PageQuery,
    answer: pageOf(OwnSessionView),
    status: [200],
    handle: async (app, ctx, { query }) => listed(ownSessionView, await app.sessions.list(ctx, pageRequest(query))),
  }),
  route({
    operationId: 'endMySession',
    method: 'delete',
    path: '/me/sessions/:id',
    access: 'signed-in',
    action: 'session.end_own',
    summary: 'End one of your sessions',
    params: { id: SessionId },
    answer: one(OneSessionEndedView),
    status: [200],
    errors: ['SESSION_NOT_FOUND'],
    handle: async (app, ctx, { params }) => {
      const ended = await app.sessions.endOne(ctx, { sessionId: params.id });
      return ok({ id: ended.id, ended: true });
    },
  }),
  route({
    operationId: 'endMySessions',
    method: 'delete',
    path: '/me/sessions',
    access: 'signed-in',
    action: 'session.end_own',
    summary: 'End all your other sessions',
    description: 'The session of the request goes on. With an API token, every session ends.',
    answer: one(SessionsEndedView),
    status: [200],
    handle: async (app, ctx) => ok(await app.sessions.endOthers(ctx)),
  }),
  route({
    operationId: 'listUserSessions',
    method: 'get',
    path: '/users/:id/sessions',
    access: 'signed-in',
    action: 'session.oversee',
    summary: "List a user's sessions, as an administrator",
    description: 'Addresses of others are for readers of the audit log.',
    params: { id: UserId },
    query: PageQuery,
    answer: pageOf(SessionOfUserView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(sessionOfUserView, await app.sessions.listOf(ctx, { userId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'endUserSession',
    method: 'delete',
    path: '/users/:id/sessions/:session_id',
    access: 'signed-in',
    action: 'session.end_of_user',
    summary: "End one of another user's sessions",
    params: { id: UserId, session_id: SessionId },
    answer: one(OneSessionEndedView),
    status: [200],
    errors: ['SESSION_NOT_FOUND'],
    handle: async (app, ctx, { params }) => {
      const input = { userId: params.id, sessionId: params.session_id };
      return ok({ id: await app.sessions.endOneOf(ctx, input), ended: true });
    },
  }),
  route({
    operationId: 'endUserSessions',
    method: 'delete',
    path: '/users/:id/sessions',
    access: 'signed-in',
    action: 'session.end_of_user',
    summary: "End all of another user's sessions",
    description:
      'Not your own: those end at `/me/sessions`. They can sign in again, and their API tokens go on: deactivate a user who must not come back.',
    params: { id: UserId },
    answer: one(SessionsEndedView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(await app.sessions.endAllOf(ctx, { userId: params.id })),
  }),
  route({
    operationId: 'setPassword',
    method: 'post',
    path: '/me/password',
    access: 'signed-in',
    action: 'password.set',
    summary: 'Set your password',
    description:
      'Ends all your other sessions, and with `revoke_tokens` all your API tokens, the one you call with too, and the link to your person of the identity provider, with the session you call with if it began there. The current password is asked for once there is one; at most ten wrong ones a minute.',
    body: PasswordBody,
    answer: one(UserView),
    status: [200],
    errors: ['INVALID_CREDENTIALS', 'SIGN_IN_REFUSED'],
    handle: async (app, ctx, { body }) =>
      ok(
        userView(
          await app.users.setPassword(ctx, {
            current: body.current_password,
            next: body.new_password,
            revokeTokens: body.revoke_tokens,
          }),
        ),
      ),
  }),
];
