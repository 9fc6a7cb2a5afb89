import { isUtf8 } from 'node:buffer';
import { TransportError } from './errors.ts';

/** How deep lists and objects may stand in each other. */
const MAX_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/** Parses the bytes of a JSON text. Throws INVALID_JSON for wrong UTF-8, wrong JSON, too much depth and unspeakable numbers. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new TransportError('INVALID_JSON', { message: 'The body is not valid UTF-8.' });
  // A byte-order mark is no part of the text (RFC 8259 section 8.1 lets a reader ignore it).
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const text = bytes.toString('utf8', start);
  refuseDepth(text);
  const value = parsed(text);
  refuseInfinity(value);
  return value;
}

/** Before parsing, and without recursion: what is nested 45 000 deep never becomes a value. */
function refuseDepth(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = endOfString(text, i);
    else if (unit === OPEN_BRACKET || unit === OPEN_BRACE) {
      if (++depth > MAX_DEPTH)
        throw new TransportError('INVALID_JSON', { message: `The body is nested deeper than ${MAX_DEPTH} levels.` });
    } else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE) depth--;
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === QUOTE) return i;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TransportError('INVALID_JSON');
  }
}

/** `1e999` is valid JSON and no number that could be stored or shown. The depth was bounded before. */
function refuseInfinity(value: unknown): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new TransportError('INVALID_JSON', { message: 'The body holds a number that is too large.' });
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) refuseInfinity(inner);
  }
}
