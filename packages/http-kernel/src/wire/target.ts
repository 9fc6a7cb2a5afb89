import type { IncomingMessage } from 'node:http';
import { TransportError } from '../answer/refusal.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** Maximum number of characters of a request target. The parser accepts 16 KiB of headers in all. */
const MAX_TARGET = 8192;
/** RFC 9112 section 3.2.2: an address with its host, as sent to a proxy. The host is ignored. */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;
/** RFC 9110 section 5.3: at most one of each may be sent; of two, it is unknown which one the client meant. */
const SINGLE = ['host', 'content-type', 'content-length', 'content-encoding'] as const;

/**
 * Path and query of a request target, as sent. Any form other than a path or an http address counts as path, and
 * `refuseMalformed` refuses it.
 */
export function targetOf(url: string): Pick<Exchange, 'path' | 'query'> {
  const from = url.startsWith('/') ? 0 : (ABSOLUTE.exec(url)?.[0].length ?? 0);
  const cut = url.indexOf('?', from);
  const path = cut === -1 ? url.slice(from) : url.slice(from, cut);
  return { path: path === '' && from > 0 ? '/' : path, query: cut === -1 ? '' : url.slice(cut + 1) };
}

const NONE: ReadonlySet<string> = new Set();

/** The names of headers that were sent more than once, in lower case. Node joins some of them, and drops others. */
export function repeatedIn({ headers, rawHeaders }: IncomingMessage): ReadonlySet<string> {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return NONE;
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return repeated;
}

/** Throws URI_TOO_LONG, EXPECTATION_FAILED, BAD_REQUEST. */
export function refuseMalformed({ request, repeated }: Exchange): void {
  const { headers, httpVersionMinor, url = '' } = request;
  if (url.length > MAX_TARGET) throw new TransportError('URI_TOO_LONG');
  if (!url.startsWith('/') && !ABSOLUTE.test(url))
    throw new TransportError('BAD_REQUEST', { message: 'The request target is neither a path nor an http address.' });
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new TransportError('EXPECTATION_FAILED');
  if (headers.host === undefined && httpVersionMinor > 0)
    throw new TransportError('BAD_REQUEST', { message: 'The "Host" header is missing.' });
  for (const name of SINGLE)
    if (repeated.has(name))
      throw new TransportError('BAD_REQUEST', { message: `The "${name}" header may be sent once only.` });
  if (!isWellEncoded(url))
    throw new TransportError('BAD_REQUEST', { message: 'The address is not well percent-encoded UTF-8.' });
}

/** Visible ASCII without `#`, whose percent-encoding is valid UTF-8 (RFC 3986 section 2). */
function isWellEncoded(url: string): boolean {
  if (/[^\x21-\x7e]|#/.test(url)) return false;
  if (!url.includes('%')) return true;
  try {
    // The bundler would remove a call whose result is not used.
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}
