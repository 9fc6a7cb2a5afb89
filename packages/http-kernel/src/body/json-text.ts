import { isUtf8 } from 'node:buffer';
import { TransportError } from '../answer/refusal.ts';
import { type JsonBounds, refuseExcess } from './json-scan.ts';

/** Parses the bytes of a JSON text. Throws INVALID_JSON for wrong UTF-8, JSON, depth and infinite numbers; the error of `limits.refuseMany`. */
export function parseJson(bytes: Buffer, limits: JsonBounds): unknown {
  if (!isUtf8(bytes)) throw new TransportError('INVALID_JSON', { message: 'The body is not valid UTF-8.' });
  // A byte-order mark is not part of the text (RFC 8259 section 8.1 lets a reader ignore it).
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const text = bytes.toString('utf8', start);
  refuseExcess(text, limits);
  const value = parsed(text);
  refuseInfinity(value);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TransportError('INVALID_JSON');
  }
}

/** `1e999` is valid JSON, but not a number that can be stored or shown. The depth was checked before. */
function refuseInfinity(value: unknown): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new TransportError('INVALID_JSON', { message: 'The body holds a number that is too large.' });
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) refuseInfinity(inner);
  }
}
