import { StrongroomError } from '../base/error.ts';
import type { GrantedKey } from '../base/key-unwrapper.ts';
import { fromBase64Url, toBase64Url } from '../content/bytes.ts';
import { isEnvelope, unsafeAs } from '../http/answer.ts';
import { boundedSeconds } from '../http/retry-after.ts';
import type { PointKey } from './client-key.ts';
import { deviceProof } from './device.ts';
import { asKeyServiceError, type KeyServiceCall, sendKeyRequest } from './requests.ts';
import type { SealedKey } from './sealed-key.ts';

type Row = Readonly<{
  index: number;
  data?: SealedKey;
  error?: Readonly<{ code: string; message: string; status: number; retry_after?: number }>;
}>;
type PublicKey = Readonly<{ kty: string; crv: string; x: string }>;

/** Asks for keys in one call: each grant gets its key or the error. Throws errors common to all. */
export async function askKeys(
  ask: KeyServiceCall,
  granted: readonly GrantedKey[],
  clientKey: PointKey,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, SealedKey | StrongroomError>> {
  const items = granted.map(({ grant, wrappedDek }) => ({ grant, wrapped_dek: wrappedDek }));
  const covered = granted.map(({ grant }) => grant).join('\n');
  const body = async (): Promise<object> => {
    return { items, client_key: clientKey, ...(await proofFor(ask, covered)) };
  };
  const answer = await sendKeyRequest(ask, { method: 'POST', path: '/v1/unwrap/batch', body, signal, isGranted: true });
  const rows = isEnvelope(answer) ? unsafeAs<readonly Row[]>(answer.data) : [];
  const answers = new Map<string, SealedKey | StrongroomError>();
  for (const { index, data, error } of rows) {
    const grant = granted[index]?.grant;
    if (grant === undefined) continue;
    if (data !== undefined) answers.set(grant, data);
    else if (error !== undefined) answers.set(grant, asKeyServiceError(ask.url, refusalOf(error)));
  }
  return answers;
}

function refusalOf({ code, message, status, retry_after: seconds }: NonNullable<Row['error']>): StrongroomError {
  const retryAfter = Number.isSafeInteger(seconds) && (seconds ?? 0) > 0 ? boundedSeconds(seconds ?? 0) : undefined;
  return new StrongroomError(code, { message, status, retryAfter });
}

/** The proofs of the person that the client has: of a device, of a sign-in, or of both. */
async function proofFor(ask: KeyServiceCall, covered: string): Promise<Readonly<{ device?: string; person?: string }>> {
  const [session, device] = [await ask.session?.(), await ask.device?.()];
  return {
    ...(session === undefined ? {} : { person: session.proof }),
    ...(device === undefined ? {} : { device: await deviceProof(device, ask.url, covered) }),
  };
}

/** The key with which the key service signs. Throws KEY_SERVICE_CHANGED unless it has the thumbprint. */
export async function serviceKey(ask: KeyServiceCall, thumbprint: string): Promise<CryptoKey> {
  const answer = unsafeAs<Readonly<{ keys?: readonly PublicKey[] }>>(
    await sendKeyRequest(ask, { method: 'GET', path: '/.well-known/jwks.json' }),
  );
  const listed = answer.keys ?? [];
  for (const { kty, crv, x } of listed) {
    if (kty !== 'OKP' || crv !== 'Ed25519' || (await thumbprintOfKey(x)) !== thumbprint) continue;
    const bytes = fromBase64Url(`${x}=`, 32);
    if (bytes !== undefined) return crypto.subtle.importKey('raw', bytes, 'Ed25519', true, ['verify']);
  }
  throw new StrongroomError('KEY_SERVICE_CHANGED', {
    message: `The key service at ${ask.url} has another key than the one you trust. Ask its operator, then sign in again.`,
  });
}

async function thumbprintOfKey(x: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}
