import { createHash } from 'node:crypto';
import { percentEncode } from '@strongroom/store-kit';
import { type Signer, scopeOf } from './signer.ts';

/** A request that a client without credentials will send. */
export type RequestToSign = Readonly<{
  method: 'GET' | 'PUT' | 'POST' | 'HEAD' | 'DELETE';
  /** Scheme, host and port that the request goes to. */
  origin: string;
  /** Percent-encoded, beginning with a slash. */
  path: string;
  /** Headers that the request must have with these values. */
  headers?: Readonly<Record<string, string>>;
  /** Parameters other than those of the signature. */
  query?: Readonly<Record<string, string>>;
  /** Start of its validity, in whole seconds since 1970. */
  from: number;
  /** Seconds of validity, at most 604 800 (seven days). */
  seconds: number;
}>;

const MAX_SECONDS = 604_800;

/**
 * A signed URL of Cloud Storage, version 4: https://cloud.google.com/storage/docs/authentication/signatures. Throws
 * TypeError for a validity that V4 does not allow; rejects as the signer does.
 */
export async function signedUrl(signer: Signer, request: RequestToSign): Promise<string> {
  const { from, seconds } = request;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS)
    throw new TypeError(`the validity of a signed address is not a whole number of seconds from 1 to ${MAX_SECONDS}`);
  const { canonical, query, date } = canonicalRequest(signer, request);
  const day = date.slice(0, 8);
  const hash = createHash('sha256').update(canonical).digest('hex');
  const signature = await signer.sign([signer.algorithm, date, scopeOf(day), hash].join('\n'), day);
  return `${request.origin}${request.path}?${query}&X-Goog-Signature=${signature}`;
}

/** The text that is hashed and signed: https://cloud.google.com/storage/docs/authentication/canonical-requests. */
function canonicalRequest(
  { algorithm, accessId }: Signer,
  request: RequestToSign,
): Readonly<{ canonical: string; query: string; date: string }> {
  const date = basicDate(request.from);
  // The host is signed without its port, as in Google's libraries and test vectors.
  const headers = canonicalHeaders({ ...request.headers, host: new URL(request.origin).hostname });
  const names = headers.map(([name]) => name).join(';');
  const query = canonicalQuery({
    ...request.query,
    'X-Goog-Algorithm': algorithm,
    'X-Goog-Credential': `${accessId}/${scopeOf(date.slice(0, 8))}`,
    'X-Goog-Date': date,
    'X-Goog-Expires': String(request.seconds),
    'X-Goog-SignedHeaders': names,
  });
  const content = headers.find(([name]) => name === 'x-goog-content-sha256')?.[1] ?? 'UNSIGNED-PAYLOAD';
  const lines = headers.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = [request.method, request.path, query, lines, names, content].join('\n');
  return { canonical, query, date };
}

/** `YYYYMMDDThhmmssZ`. */
const basicDate = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');

const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .toSorted(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const canonicalHeaders = (headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/\s+/g, ' ')] as const)
    .toSorted(byName);

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);
