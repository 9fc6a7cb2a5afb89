import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { KeyPerson } from '@strongroom/domain';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { aClient, type Client, type KeyAnswer, type Setting } from './setting.ts';

/** A sign-in of a person with a client, as its program does it by hand. */
export type SignedIn = { client: Client; proof: string; next: string };

/** A secret of a program, and its challenge. */
export type Challenge = Readonly<{ verifier: string; challenge: string }>;

export function aChallenge(): Challenge {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const BACK = 'http://127.0.0.1:4711/?state=mine';

type Begun = Readonly<{ client: Client; challenge: string; back?: string; more?: Readonly<Record<string, string>> }>;

export const wishOf = ({ client, challenge, back = BACK, more }: Begun): string =>
  new URLSearchParams({ client_jkt: client.jkt, challenge, return: back, ...more }).toString();

/** Goes on from the page of the key service. Returns the address at the provider. */
export const continueAtProvider = (setting: Setting, browser: BrowserByHand, wish: string): Promise<string> =>
  browser.goOn(`${setting.url}/v1/sign-in?${wish}`);

/** Signs in at a real provider. Returns the code that the browser brings back. */
export async function codeFor(
  setting: Setting,
  begun: Begun,
  hint = 'ada',
  browser = new BrowserByHand(),
): Promise<string> {
  const address = await continueAtProvider(setting, browser, wishOf(begun));
  const last = await browser.follow(`${address}&login_hint=${hint}`, (next) =>
    next.startsWith('http://127.0.0.1:4711/'),
  );
  const back = new URL(last.headers.get('location') ?? 'about:blank');
  if (back.searchParams.get('state') !== 'mine') throw new Error(`not brought back, but to ${back.href}`);
  return back.searchParams.get('code') ?? '';
}

/** Signs in as a person of the provider, and redeems the code. */
export async function signsIn(
  setting: Setting,
  hint = 'ada',
  more: Readonly<Record<string, string>> = {},
): Promise<SignedIn> {
  const client = aClient();
  const { verifier, challenge } = aChallenge();
  const code = await codeFor(setting, { client, challenge, more }, hint);
  const { json } = await setting.post('/v1/person', { code, verifier, client_key: client.jwk });
  const { person: proof, next } = await openSealedAnswer(setting, json, client);
  if (proof === undefined) throw new Error('there is no proof');
  return { client, proof, next };
}

/** Opens a sealed answer without a grant as a client does, without any code of the service. */
export async function openSealedAnswer(
  setting: Setting,
  { data, error }: KeyAnswer['json'],
  client: Client,
): Promise<Readonly<{ person?: string; next: string }>> {
  if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
  const { epk, sealed, sig } = data as unknown as { epk: Record<string, string>; sealed: string; sig: string };
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x: epk['x'], y: epk['y'] }))
    .digest('base64url');
  const info = ['strongroom/v1/person', setting.url, client.jkt, thumbprint].join('\n');
  const key = createPublicKey({ key: { ...setting.answerKey.publicKey }, format: 'jwk' });
  const signed = Buffer.from(['strongroom/v1/answer', info, sealed].join('\n'));
  if (!verify(null, signed, key, Buffer.from(sig, 'base64url'))) throw new Error('the signature is wrong');
  const publicKey = createPublicKey({ key: epk, format: 'jwk' });
  const shared = diffieHellman({ privateKey: client.privateKey, publicKey });
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), info, 32)),
    bytes.subarray(0, 12),
  ).setAuthTag(bytes.subarray(-16));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString());
}

/** The person that a proof names. */
export const personOf = (proof: string): KeyPerson =>
  (JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString()) as { idp: KeyPerson }).idp;
