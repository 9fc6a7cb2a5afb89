import { createHash, createHmac, createPublicKey, createVerify, timingSafeEqual } from 'node:crypto';

/** Keys that may sign: service accounts by e-mail with a key (private or public), HMAC keys by access id. */
export type Keys = Readonly<{ accounts: Readonly<Record<string, string>>; hmac: Readonly<Record<string, string>> }>;

/** A request as received, not decoded. */
export type SignedRequest = Readonly<{
  method: string;
  /** Includes the query. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
}>;

export type Verdict =
  | 'accepted'
  | 'AccessDenied'
  | 'MalformedSecurityHeader'
  | 'SignatureDoesNotMatch'
  | 'ExpiredToken';

const PARAMETERS = ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'].map(
  (name) => `X-Goog-${name}`,
);
const EARLY = 15 * 60;

/**
 * Verifies a V4 signature as described on Google's pages, without code of the signer. As strict as they allow: each
 * parameter once, sorted header names, the host without its port, every x-goog header signed.
 */
export function judgeSignature({ method, target, headers }: SignedRequest, keys: Keys, now: number): Verdict {
  const [path = ''] = target.split('?', 1);
  const query = parseQuery(target.slice(path.length + 1));
  if (query === undefined) return 'SignatureDoesNotMatch';
  if (!PARAMETERS.every((name) => query.has(name))) return 'AccessDenied';
  const [algorithm = '', credential = '', date = '', expires = '', signed = '', signature = ''] = PARAMETERS.map(
    (name) => query.get(name),
  );
  const [, account = '', day] = /^(.+)\/(\d{8})\/[a-z0-9-]+\/storage\/goog4_request$/.exec(credential) ?? [];
  const from = secondsOf(date);
  if (from === undefined || day !== date.slice(0, 8) || !/^\d{1,6}$/.test(expires)) return 'SignatureDoesNotMatch';
  if (Number(expires) < 1 || Number(expires) > 604_800) return 'SignatureDoesNotMatch';

  const names = signed.split(';');
  const isSorted = names.every((name, index) => name === name.toLowerCase() && name > (names[index - 1] ?? ''));
  if (!isSorted || !names.includes('host') || !names.every((name) => headers[name] !== undefined))
    return 'MalformedSecurityHeader';
  if (Object.keys(headers).some((name) => name.startsWith('x-goog-') && !names.includes(name)))
    return 'SignatureDoesNotMatch';

  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Goog-Signature')
    .map(([name, value]) => `${strictlyEncoded(name)}=${strictlyEncoded(value)}`)
    .sort()
    .join('&');
  const lines = names.map((name) => `${name}:${canonicalValue(name, headers[name] ?? '')}\n`).join('');
  const content = names.includes('x-goog-content-sha256') ? headers['x-goog-content-sha256'] : 'UNSIGNED-PAYLOAD';
  const canonical = `${method}\n${path}\n${canonicalQuery}\n${lines}\n${signed}\n${content}`;
  const scope = credential.slice(account.length + 1);
  const text = `${algorithm}\n${date}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  if (!isSigned(text, algorithm, account, scope, signature, keys)) return 'SignatureDoesNotMatch';
  if (now < from - EARLY) return 'AccessDenied';
  return now > from + Number(expires) ? 'ExpiredToken' : 'accepted';
}

function isSigned(
  text: string,
  algorithm: string,
  account: string,
  scope: string,
  signature: string,
  keys: Keys,
): boolean {
  if (!/^(?:[0-9a-f]{2})+$/.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  if (algorithm === 'GOOG4-RSA-SHA256') {
    const key = keys.accounts[account];
    return key !== undefined && createVerify('sha256').update(text).verify(createPublicKey(key), given);
  }
  const secret = keys.hmac[account];
  if (algorithm !== 'GOOG4-HMAC-SHA256' || secret === undefined) return false;
  const key = scope
    .split('/')
    .reduce<string | Buffer>((k, part) => createHmac('sha256', k).update(part).digest(), `GOOG4${secret}`);
  const right = createHmac('sha256', key).update(text).digest();
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Every parameter once, in any order; undefined for a repeated name or a wrong percent-encoding. */
export function parseQuery(query: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const at = pair.indexOf('=');
    try {
      const name = decodeURIComponent(at < 0 ? pair : pair.slice(0, at));
      if (found.has(name)) return undefined;
      found.set(name, at < 0 ? '' : decodeURIComponent(pair.slice(at + 1)));
    } catch {
      return undefined;
    }
  }
  return found;
}

const strictlyEncoded = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => {
    const sign = String.fromCharCode(byte);
    return /[A-Za-z0-9\-_.~]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

const canonicalValue = (name: string, value: string): string =>
  name === 'host' ? value.replace(/:\d+$/, '') : value.replace(/^[ \t]+|[ \t]+$/g, '').replace(/[ \t]+/g, ' ');

function secondsOf(date: string): number | undefined {
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date) ?? [];
  const [year, month, day, hour, minute, second] = parts.map(Number);
  if (year === undefined || month === undefined) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
}
