import { SIGN_IN_LIFE } from '@strongroom/domain';
import type { IncomingMessage } from '@strongroom/http-kernel';
import type { Clock, SigningKey } from '@strongroom/ports';
import type { DeviceSignIns } from '../people/device-sign-ins.ts';
import type { ContinuedSession, PersonSessions } from '../people/sessions.ts';
import type { SignIn } from '../people/sign-in.ts';
import { signInRequestOf } from '../people/wish.ts';
import { AnswerSealer } from '../release/answer.ts';
import { clientKeyOf } from '../tokens/client-key.ts';
import { signLink } from '../tokens/link.ts';
import { deviceSignInRoutes, refuseOtherPages } from './device-sign-in-routes.ts';
import { flowCookie, flowOf, NO_FLOW_COOKIE, replyWithPage } from './page-reply.ts';
import { BODY_LIMIT, codeBody, fieldsOf, linkBodyWithCode, nextBody, readBytes, readForm } from './request.ts';
import type { Route } from './server.ts';
import { answeredPage, onwardPage, questionPage } from './sign-in-pages.ts';

export type PersonParts = Readonly<{
  signIn: SignIn;
  sessions: PersonSessions;
  /** Absent where the operator has not turned them on. */
  deviceSignIns: DeviceSignIns | undefined;
  key: SigningKey;
  clock: Pick<Clock, 'now'>;
  /** Addresses of this key service and of the room service. */
  url: string;
  roomService: string;
  origins: readonly string[];
  isRoomTrusted: boolean;
}>;

/** Sign-in by the identity provider, and what a person does after it. */
export const personRoutes = (parts: PersonParts): readonly Route[] => [
  ...(parts.deviceSignIns === undefined ? [] : deviceSignInRoutes({ ...parts, deviceSignIns: parts.deviceSignIns })),
  {
    method: 'GET',
    path: '/v1/sign-in',
    access: 'checked',
    handle: async ({ request }) =>
      replyWithPage(async () => {
        const wish = signInRequestOf(queryOf(request), parts.origins);
        const until = new Date(parts.clock.now() + SIGN_IN_LIFE * 1000);
        const { isRoomTrusted } = parts;
        return { status: 200, html: questionPage(wish, { until, isRoomTrusted }), headers: {} };
      }),
  },
  {
    method: 'POST',
    path: '/v1/sign-in',
    access: 'checked',
    handle: async ({ request }) =>
      replyWithPage(async () => {
        refuseOtherPages(request, parts.url);
        const wish = signInRequestOf(await readForm(request, BODY_LIMIT), parts.origins);
        const { address, flow } = await parts.signIn.begin(wish);
        return { status: 200, html: onwardPage(address), headers: { 'Set-Cookie': flowCookie(flow) } };
      }),
  },
  {
    method: 'GET',
    path: '/v1/callback',
    access: 'checked',
    handle: async ({ request }) =>
      replyWithPage(async () => {
        const finished = await parts.signIn.finish(queryOf(request).toString(), flowOf(request));
        const headers = { 'Set-Cookie': NO_FLOW_COOKIE };
        if ('back' in finished) return { status: 302, html: '', headers: { ...headers, Location: finished.back } };
        await parts.deviceSignIns?.finish(finished.deviceSignIn, finished.code);
        return { status: 200, html: answeredPage(true), headers };
      }),
  },
  {
    method: 'POST',
    path: '/v1/person',
    access: 'checked',
    handle: async ({ request }) => {
      const { code, verifier, client } = codeBody(fieldsOf(await readBytes(request, BODY_LIMIT)));
      const identity = await parts.signIn.redeem(code, verifier, client.thumbprint);
      const begun = await parts.sessions.begin(identity, client);
      return { status: 201, body: { data: sealed(parts, begun, { person: begun.proof }) } };
    },
  },
  {
    method: 'POST',
    path: '/v1/person/renew',
    access: 'checked',
    handle: async ({ request }) => {
      const { next } = nextBody(fieldsOf(await readBytes(request, BODY_LIMIT)));
      const renewed = await parts.sessions.renew(next);
      return { status: 200, body: { data: sealed(parts, renewed, { person: renewed.proof }) } };
    },
  },
  {
    method: 'POST',
    path: '/v1/person/link',
    access: 'checked',
    handle: async ({ request }) => {
      const { next, user } = linkBodyWithCode(fieldsOf(await readBytes(request, BODY_LIMIT)));
      const continued = await parts.sessions.use(next, 'key.link_made', { user });
      const now = Math.floor(parts.clock.now() / 1000);
      const { key, url, roomService } = parts;
      const link = signLink(key, { issuer: url, audience: roomService, user, person: continued.person, now });
      return { status: 200, body: { data: { link, ...sealed(parts, continued, {}) } } };
    },
  },
  {
    method: 'DELETE',
    path: '/v1/person',
    access: 'checked',
    handle: async ({ request }) => {
      const { next } = nextBody(fieldsOf(await readBytes(request, BODY_LIMIT)));
      await parts.sessions.end(next);
      return { status: 200, body: { data: { ended: true } } };
    },
  },
];

/** Seals the next secret, and more, to the client. */
function sealed(
  { url, key }: PersonParts,
  { next, client }: ContinuedSession,
  more: Readonly<Record<string, string>>,
): object {
  const read = clientKeyOf(client.jwk);
  if (read === undefined) throw new TypeError('a stored client key cannot be read');
  const sealer = new AnswerSealer(url, key, read);
  try {
    return sealer.sealText(JSON.stringify({ ...more, next }));
  } finally {
    sealer.end();
  }
}

const queryOf = (request: IncomingMessage): URLSearchParams =>
  new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'));
