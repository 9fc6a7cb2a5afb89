import type { DeviceLoginSeen, RequestedDeviceLogin } from '@strongroom/application';
import { ClientName, formatInstant, TypedUserCode } from '@strongroom/domain';
import { created, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { BearerText } from './bearer-text.ts';
import { route } from './route.ts';
import { SessionView, sessionView } from './users.views.ts';
import { count, flag, id, text, timestamp, url } from './view-fields.ts';

class RequestDeviceLoginBody {
  @Is(ClientName) client_name!: ClientName;
}

class RedeemDeviceLoginBody {
  @Is(BearerText) device_code!: string;
}

class UserCodeBody {
  @Is(TypedUserCode) user_code!: TypedUserCode;
}

const RequestedView = view('RequestedDeviceLogin', {
  device_code: text('The secret of the program, to ask with. Shown this once.'),
  user_code: text('The code that a person types, which the program shows them.'),
  verification_uri: url(
    'The page where they type it. No address contains the code, so that no link leads to a permission.',
  ),
  expires_at: timestamp('When both codes end.'),
  expires_in: count('Seconds until then.'),
  interval: count('Seconds to wait between two questions.'),
});

const requestedView = (requested: RequestedDeviceLogin): ViewOf<typeof RequestedView> => ({
  device_code: requested.deviceCode,
  user_code: requested.userCode,
  verification_uri: requested.verificationUri,
  expires_at: formatInstant(requested.expiresAt),
  expires_in: requested.expiresIn,
  interval: requested.interval,
});

const WaitingView = view('WaitingDeviceLogin', {
  id: id('The sign-in; the session it becomes has the same id.'),
  client_name: text('The program and its computer, as it names itself: not verified.'),
  ip: text('Address from which it asked.'),
  user_agent: text('Program that asked, as it named itself.'),
  your_network: flag('Whether it asked from the network that you call from.'),
  created_at: timestamp('When it asked.'),
  expires_at: timestamp('Until when you can answer.'),
});

const waitingView = ({ login, isYourNetwork }: DeviceLoginSeen): ViewOf<typeof WaitingView> => ({
  id: login.id,
  client_name: login.clientName,
  ip: login.startedBy.ip,
  user_agent: login.startedBy.userAgent,
  your_network: isYourNetwork,
  created_at: formatInstant(login.createdAt),
  expires_at: formatInstant(login.expiresAt),
});

const AnsweredView = view('AnsweredDeviceLogin', {
  id: id('The sign-in.'),
  allowed: flag('Whether you allowed it.'),
});

export const deviceLoginRoutes = [
  route({
    operationId: 'requestDeviceLogin',
    method: 'post',
    path: '/device-logins',
    access: 'public',
    summary: 'Begin a sign-in by device code',
    description:
      'For programs on computers without a browser (RFC 8628, in the form of this interface). The program shows `user_code` and `verification_uri`, and asks `POST /device-logins/token` until a person has answered. Sixty in ten minutes per network.',
    body: RequestDeviceLoginBody,
    answer: one(RequestedView),
    status: [201],
    errors: ['SIGN_IN_REFUSED'],
    handle: async (app, visitor, { body }) =>
      created(requestedView(await app.deviceLogins.request(visitor, { clientName: body.client_name }))),
  }),
  route({
    operationId: 'claimDeviceLogin',
    method: 'post',
    path: '/device-logins/token',
    access: 'public',
    summary: 'Ask whether a person has allowed the sign-in',
    description:
      'Answers a session once, if the person is still signed in. Before that `AUTHORIZATION_PENDING`, and `SLOW_DOWN` to a program that asks within `interval`, which adds five seconds to it then. `DEVICE_LOGIN_REFUSED` and `DEVICE_CODE_EXPIRED` end it.',
    body: RedeemDeviceLoginBody,
    answer: one(SessionView),
    status: [201],
    errors: ['AUTHORIZATION_PENDING', 'SLOW_DOWN', 'DEVICE_LOGIN_REFUSED', 'DEVICE_CODE_EXPIRED', 'SIGN_IN_REFUSED'],
    handle: async (app, visitor, { body }) =>
      created(sessionView(await app.deviceLogins.redeem(visitor, { deviceCode: body.device_code }), false)),
  }),
  route({
    operationId: 'findDeviceLogin',
    method: 'post',
    path: '/device-logins/find',
    access: 'signed-in',
    action: 'device_login.answer',
    summary: 'See who asks for a sign-in, before you answer',
    description: 'With a session, not with an API token. At most ten wrong codes in ten minutes.',
    body: UserCodeBody,
    answer: one(WaitingView),
    status: [200],
    errors: ['SIGN_IN_REFUSED'],
    handle: async (app, ctx, { body }) => ok(waitingView(await app.deviceLogins.find(ctx, { typed: body.user_code }))),
  }),
  route({
    operationId: 'allowDeviceLogin',
    method: 'post',
    path: '/device-logins/allow',
    access: 'signed-in',
    action: 'device_login.answer',
    summary: 'Allow a sign-in by device code',
    description:
      'The program gets a session of yours, with all your rights, for twelve hours. Signing out before it does takes the permission back.',
    body: UserCodeBody,
    answer: one(AnsweredView),
    status: [200],
    errors: ['SIGN_IN_REFUSED'],
    handle: async (app, ctx, { body }) =>
      ok({ ...(await app.deviceLogins.allow(ctx, { typed: body.user_code })), allowed: true }),
  }),
  route({
    operationId: 'refuseDeviceLogin',
    method: 'post',
    path: '/device-logins/refuse',
    access: 'signed-in',
    action: 'device_login.answer',
    summary: 'Refuse a sign-in by device code',
    body: UserCodeBody,
    answer: one(AnsweredView),
    status: [200],
    errors: ['SIGN_IN_REFUSED'],
    handle: async (app, ctx, { body }) =>
      ok({ ...(await app.deviceLogins.refuse(ctx, { typed: body.user_code })), allowed: false }),
  }),
];
