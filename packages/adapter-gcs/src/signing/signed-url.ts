import { createHash } from 'node:crypto';
import { percent } from './percent.ts';
import { type Signer, scopeOf } from './signer.ts';

/** A request that somebody else will make, without credentials of his own. */
export type RequestToSign = Readonly<{
  method: 'GET' | 'PUT' | 'POST' | 'HEAD' | 'DELETE';
  /** Scheme, host and port that the request goes to. */
  origin: string;
  /** Percent-encoded, beginning with a slash. */
  path: string;
  /** Headers that the request must carry with these very values. */
  headers?: Readonly<Record<string, string>>;
  /** Parameters beside those of the signature. */
  query?: Readonly<Record<string, string>>;
  /** From when on it is good, in whole seconds since 1970. */
  from: number;
  /** For how many seconds, at most 604 800 (seven days). */
  seconds: number;
}>;

const LONGEST = 604_800;

/**
 * A signed URL of Cloud Storage, version 4: https://cloud.google.com/storage/docs/authentication/signatures. Throws
 * TypeError for a life that V4 does not know; rejects as the signer does.
 */
export async function signedUrl(signer: Signer, request: RequestToSign): Promise<string> {
  const { from, seconds } = request;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(seconds) || seconds < 1 || seconds > LONGEST)
    throw new TypeError(`a signed address lives for a whole number of seconds, at most ${LONGEST}`);
  const { canonical, query, date } = canonicalRequest(signer, request);
  const day = date.slice(0, 8);
  const hash = createHash('sha256').update(canonical).digest('hex');
  const signature = await signer.sign([signer.algorithm, date, scopeOf(day), hash].join('\n'), day);
  return `${request.origin}${request.path}?${query}&X-Goog-Signature=${signature}`;
}

/** What is hashed and signed: https://cloud.google.com/storage/docs/authentication/canonical-requests. */
function canonicalRequest(
  { algorithm, accessId }: Signer,
  request: RequestToSign,
): Readonly<{ canonical: string; query: string; date: string }> {
  const date = basicDate(request.from);
  // The host is signed without its port: Google's own libraries do so, and their vectors ask for it.
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
    .map(([name, value]) => [percent(name), percent(value)] as const)
    .toSorted(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const canonicalHeaders = (headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/\s+/g, ' ')] as const)
    .toSorted(byName);

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);
