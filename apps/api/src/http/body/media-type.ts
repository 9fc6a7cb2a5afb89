import type { IncomingMessage } from 'node:http';
import { TransportError } from '../errors/errors.ts';

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*("?)([^;"\s]*)\1/gi;
/** `utf8` is not a registered name, but some clients send it. */
const UTF_8 = /^utf-?8$/i;

/** Whether the body is announced as JSON in UTF-8. */
export function isJson(request: IncomingMessage): boolean {
  const type = request.headers['content-type'];
  if (type === undefined) return false;
  if (type === 'application/json') return true;
  if (!JSON_MEDIA_TYPE.test(type)) return false;
  return [...type.matchAll(CHARSET)].every(([, , charset = '']) => UTF_8.test(charset));
}

/** The encoding of the body: `gzip` or none. Throws UNSUPPORTED_MEDIA_TYPE for any other. */
export function packingOf(request: IncomingMessage): 'gzip' | undefined {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return undefined;
  if (encoding === 'gzip' || encoding === 'x-gzip') return 'gzip';
  throw new TransportError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'A body may be sent as it is or with "Content-Encoding: gzip".',
    headers: ['Accept-Encoding', 'gzip'],
  });
}
