import { fromBase64Url, toBase64Url } from '../content/bytes.ts';
import { StrongroomError } from '../error.ts';
import { isEnvelope, readAnswer, unsafeAs } from '../http/answer.ts';
import { inTime } from '../http/in-time.ts';
import { onTheWay } from '../http/on-the-way.ts';
import { withRetries } from '../http/retries.ts';
import type { GrantedKey } from '../key-unwrapper.ts';
import type { Network } from '../settings.ts';
import type { PointKey } from './client-key.ts';
import type { SealedKey } from './sealed-key.ts';

export type Ask = Readonly<{ url: string; network: Network }>;

type Row = Readonly<{
  index: number;
  data?: SealedKey;
  error?: Readonly<{ code: string; message: string; status: number }>;
}>;
type PublicKey = Readonly<{ kty: string; crv: string; x: string }>;

const FIXED = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/** Asks for keys in one call: each grant gets its key or the error. Throws errors common to all. */
export async function askKeys(
  ask: Ask,
  granted: readonly GrantedKey[],
  clientKey: PointKey,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, SealedKey | StrongroomError>> {
  const items = granted.map(({ grant, wrappedDek }) => ({ grant, wrapped_dek: wrappedDek }));
  const answer = await send(ask, '/v1/unwrap/batch', { items, client_key: clientKey }, signal);
  const rows = isEnvelope(answer) ? unsafeAs<readonly Row[]>(answer.data) : [];
  const answers = new Map<string, SealedKey | StrongroomError>();
  for (const { index, data, error } of rows) {
    const grant = granted[index]?.grant;
    if (grant === undefined) continue;
    if (data !== undefined) answers.set(grant, data);
    else if (error !== undefined) answers.set(grant, new StrongroomError(error.code, { ...error }));
  }
  return answers;
}

/** The key with which the key service signs. Throws KEY_NOT_UNWRAPPED unless it has the thumbprint. */
export async function serviceKey(ask: Ask, thumbprint: string): Promise<CryptoKey> {
  const answer = unsafeAs<Readonly<{ keys?: readonly PublicKey[] }>>(
    await send(ask, '/.well-known/jwks.json', undefined, undefined),
  );
  const listed = answer.keys ?? [];
  for (const { kty, crv, x } of listed) {
    if (kty !== 'OKP' || crv !== 'Ed25519' || (await thumbprintOfKey(x)) !== thumbprint) continue;
    const bytes = fromBase64Url(`${x}=`, 32);
    if (bytes !== undefined) return crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
  }
  throw new StrongroomError('KEY_NOT_UNWRAPPED', {
    message: `The key service at ${ask.url} has another key than the one you trust. Ask its operator, then sign in again.`,
  });
}

async function thumbprintOfKey(x: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}

/** Sends a request, again while the key service does not answer. Throws KEY_SERVICE_UNAVAILABLE, or a code of the key service. */
async function send(
  { url, network }: Ask,
  path: string,
  body: object | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { fetch, timeout, retries } = network;
  const init =
    body === undefined
      ? { ...FIXED }
      : { ...FIXED, method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const once = (): Promise<unknown> =>
    inTime(timeout, signal, async (ending) => {
      const response = await onTheWay(fetch(url + path, { ...init, signal: ending }));
      return readAnswer(response, await onTheWay(response.text()));
    });
  return withRetries(once, retries, signal).catch((error: unknown) => {
    const isDown = error instanceof StrongroomError && (error.status === 0 || error.status === 503);
    if (!isDown) throw error;
    throw new StrongroomError('KEY_SERVICE_UNAVAILABLE', {
      message: `The key service at ${url} does not answer: your files are there, and open once it does.`,
      cause: error,
    });
  });
}
