import { expect } from '@jest/globals';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { aChallenge, openSealedAnswer, type SignedIn } from './person.ts';
import { aClient, type Client, type KeyAnswer, type Setting } from './setting.ts';

type Begun = Readonly<{ device_code: string; user_code: string; verification_uri: string }>;

/** A program that began a sign-in by device code. */
export type DeviceProgram = Readonly<{ client: Client; verifier: string; begun: Begun }>;

/** The authentication context that the programs ask for. */
const ACR = 'urn:x:mfa';

export async function aProgram(setting: Setting): Promise<DeviceProgram> {
  const client = aClient();
  const { verifier, challenge } = aChallenge();
  const body = { client_jkt: client.jkt, challenge, name: 'strongroom on <laptop>', acr_values: ACR };
  const { status, json } = await setting.post('/v1/device-sign-in', body);
  expect([status, json.data]).toMatchObject([201, { expires_in: 600, interval: 5 }]);
  return { client, verifier, begun: json.data as unknown as Begun };
}

/** Sends a form of the pages, as their own unless an origin is given. */
export const send = (
  { url }: Setting,
  browser: BrowserByHand,
  { path, code, origin = url }: Readonly<{ path: string; code: string; origin?: string }>,
): Promise<Response> =>
  browser.ask(`${url}${path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ user_code: code }).toString(),
  });

/** Goes on from the page. Returns the address at the provider, for one of its people. */
export async function addressFor(
  setting: Setting,
  { user_code: code }: Pick<Begun, 'user_code'>,
  browser: BrowserByHand,
): Promise<string> {
  const page = await (await send(setting, browser, { path: '/device/go-on', code })).text();
  const address = (/content="0;url=([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
  expect(new URL(address).searchParams.get('acr_values')).toBe(ACR);
  return `${address}&login_hint=ada`;
}

/** Goes on from the page as a person of the provider. Returns the last page. */
export async function continueAtProvider(
  setting: Setting,
  begun: Begun,
  browser = new BrowserByHand(),
): Promise<string> {
  return (await browser.follow(await addressFor(setting, begun, browser))).text();
}

/** The answer to a program that asks: a code for its proof, or the code of the refusal. */
export async function askOnce(setting: Setting, { device_code }: Pick<Begun, 'device_code'>): Promise<string> {
  const { json } = await setting.post('/v1/device-sign-in/token', { device_code });
  return json.error?.code ?? (json.data as unknown as { code: string }).code;
}

export const redeemCode = (
  setting: Setting,
  code: string,
  { client, verifier }: Pick<DeviceProgram, 'client' | 'verifier'>,
): Promise<KeyAnswer> => setting.post('/v1/person', { code, verifier, client_key: client.jwk });

/** The whole sign-in of a program. */
export async function signedIn(setting: Setting): Promise<SignedIn> {
  const program = await aProgram(setting);
  await continueAtProvider(setting, program.begun);
  const { json } = await redeemCode(setting, await askOnce(setting, program.begun), program);
  const { person: proof = '', next } = await openSealedAnswer(setting, json, program.client);
  return { client: program.client, proof, next };
}
