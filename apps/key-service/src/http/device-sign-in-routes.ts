import { requesterAt } from '@strongroom/application';
import { KeyRefusal, SIGN_IN_LIFE } from '@strongroom/domain';
import type { IncomingMessage } from '@strongroom/http-kernel';
import type { Clock } from '@strongroom/ports';
import type { DeviceSignIns, PendingSignIn } from '../people/device-sign-ins.ts';
import type { SignIn } from '../people/sign-in.ts';
import { flowCookie, replyWithPage } from './page-reply.ts';
import { BODY_LIMIT, deviceCodeBody, deviceSignInBody, fieldsOf, readBytes, readForm } from './request.ts';
import type { Route, RouteCall } from './server.ts';
import { answeredPage, codePage, deviceQuestionPage, onwardPage } from './sign-in-pages.ts';

export type DeviceSignInParts = Readonly<{
  signIn: SignIn;
  deviceSignIns: DeviceSignIns;
  clock: Pick<Clock, 'now'>;
  /** Address of this key service. */
  url: string;
}>;

/** Sign-in in a browser of another computer, where a person types a code (RFC 8628). */
export function deviceSignInRoutes(parts: DeviceSignInParts): readonly Route[] {
  /** The sign-in of a form that a page of this key service sent: each asks the person. */
  const typed = async ({ request, ip }: RouteCall): Promise<Readonly<{ waiting: PendingSignIn; code: string }>> => {
    refuseOtherPages(request, parts.url);
    const code = (await readForm(request, BODY_LIMIT)).get('user_code') ?? '';
    return { code, waiting: await parts.deviceSignIns.find(code, requesterAt(ip)) };
  };
  return [
    {
      method: 'POST',
      path: '/v1/device-sign-in',
      access: 'checked',
      handle: async ({ request, id, ip }) => {
        const asked = deviceSignInBody(fieldsOf(await readBytes(request, BODY_LIMIT)));
        const begun = await parts.deviceSignIns.begin({ ...asked, ip }, requesterAt(ip), id);
        const data = {
          device_code: begun.deviceCode,
          user_code: begun.userCode,
          verification_uri: `${parts.url}/device`,
          expires_in: begun.expiresIn,
          interval: begun.interval,
        };
        return { status: 201, body: { data } };
      },
    },
    {
      method: 'POST',
      path: '/v1/device-sign-in/token',
      access: 'checked',
      handle: async ({ request }) => {
        const { deviceCode } = deviceCodeBody(fieldsOf(await readBytes(request, BODY_LIMIT)));
        return { status: 200, body: { data: { code: await parts.deviceSignIns.redeem(deviceCode) } } };
      },
    },
    {
      method: 'GET',
      path: '/device',
      access: 'checked',
      handle: async () => replyWithPage(async () => ({ status: 200, html: codePage(), headers: {} })),
    },
    {
      method: 'POST',
      path: '/device',
      access: 'checked',
      handle: async (call) =>
        replyWithPage(async () => {
          const { waiting, code } = await typed(call);
          const until = new Date(parts.clock.now() + SIGN_IN_LIFE * 1000);
          return { status: 200, html: deviceQuestionPage(waiting, { code, until }), headers: {} };
        }),
    },
    {
      method: 'POST',
      path: '/device/go-on',
      access: 'checked',
      handle: async (call) =>
        replyWithPage(async () => {
          const { client, challenge, acrValues, id } = (await typed(call)).waiting;
          const contexts = acrValues === undefined ? {} : { acrValues };
          const { address, flow } = await parts.signIn.begin({ client, challenge, ...contexts, deviceSignIn: id });
          return { status: 200, html: onwardPage(address), headers: { 'Set-Cookie': flowCookie(flow) } };
        }),
    },
    {
      method: 'POST',
      path: '/device/refuse',
      access: 'checked',
      handle: async (call) =>
        replyWithPage(async () => {
          await parts.deviceSignIns.refuse((await typed(call)).waiting);
          return { status: 200, html: answeredPage(false), headers: {} };
        }),
    },
  ];
}

/** Only a page of this key service may ask a person. Throws KeyRefusal. */
export function refuseOtherPages({ headers }: IncomingMessage, url: string): void {
  if (headers.origin !== url) throw new KeyRefusal('ORIGIN_REFUSED', 'origin');
}
