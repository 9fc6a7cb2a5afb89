import { Choice, Email, optional, Password, TriedPassword } from '@strongroom/domain';
import { created, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import { view } from '../describe/view.ts';
import { mayHaveCookie, Transport, withCookie, withoutCookie } from './in-cookie.ts';
import { route } from './route.ts';
import { SessionView, sessionView, UserView, userView } from './users.views.ts';
import { flag } from './view-fields.ts';

class StartSessionBody {
  @Is(Email) email!: Email;
  @Is(TriedPassword) password!: string;
  @Is(optional(Transport)) transport?: Transport;
}

class PasswordBody {
  @Is(optional(TriedPassword)) current_password?: string;
  @Is(Password) new_password!: Password;
  @Is(optional(Choice)) revoke_tokens?: boolean;
}

const SessionEndedView = view('SessionEnded', { ended: flag('Always true.') });

export const sessionRoutes = [
  route({
    method: 'post',
    path: '/sessions',
    access: 'public',
    summary: 'Sign in with a password',
    description:
      'Answers a bearer credential for twelve hours. A wrong password and an unknown e-mail are answered alike; at most ten failures a minute for an e-mail and network together. Beyond a hundred failures in an hour, from wherever they come, each answer for that e-mail takes a second longer. With `transport: "cookie"` the credential is in a cookie that scripts cannot read; only pages of the service itself may ask for that, and the session ends after 30 minutes without a request.',
    body: StartSessionBody,
    answer: one(SessionView),
    status: [201],
    errors: ['INVALID_CREDENTIALS'],
    handle: async (app, visitor, { body, ownPage }) => {
      const inCookie = mayHaveCookie(body.transport, ownPage);
      const started = await app.sessions.start(visitor, { email: body.email, password: body.password, inCookie });
      const answer = created(sessionView(started, inCookie));
      return inCookie ? withCookie(answer, started.secret) : answer;
    },
  }),
  route({
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
    method: 'post',
    path: '/me/password',
    access: 'signed-in',
    action: 'password.set',
    summary: 'Set your password',
    description:
      'Ends all your other sessions, and with `revoke_tokens` all your API tokens, the one you call with too. The current password is asked for once there is one; at most ten wrong ones a minute.',
    body: PasswordBody,
    answer: one(UserView),
    status: [200],
    errors: ['INVALID_CREDENTIALS'],
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
