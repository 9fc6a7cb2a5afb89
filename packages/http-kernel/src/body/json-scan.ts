import { TransportError } from '../answer/refusal.ts';

/** Bounds of a JSON body, checked before it is parsed. */
export type BodyLimits = Readonly<{
  /** Bytes, both packed and unpacked. */
  bytes: number;
  /** Members of one object. */
  members: number;
  /** Members of objects and entries of arrays, in the whole body. */
  values: number;
  /** A media type that is taken besides `application/json`, in lower case. */
  alsoTakes?: string;
  /** Throws the refusal of a body with more members or values. `message`: a clause about the body. */
  refuseMany: (message: string) => never;
}>;

/** Maximum nesting of arrays and objects. */
const MAX_DEPTH = 32;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/** The bounds of a text that was read. */
export type JsonBounds = Pick<BodyLimits, 'members' | 'values' | 'refuseMany'>;

/**
 * Refuses a JSON text that would cost too much to parse and validate: one pass, without recursion, that stops at the
 * first excess. Duplicate names count each. Throws INVALID_JSON for depth, that of `refuseMany` for members and entries.
 */
export function refuseExcess(text: string, { members, values, refuseMany }: JsonBounds): void {
  /** Members so far of each open object; -1 for an open array. */
  const open: number[] = [];
  let inAll = 0;
  const count = (): void => {
    if (++inAll > values) refuseMany(`the body may hold at most ${values} members and entries`);
  };
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = endOfString(text, i);
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (open.length === MAX_DEPTH)
        throw new TransportError('INVALID_JSON', { message: `The body is nested deeper than ${MAX_DEPTH} levels.` });
      open.push(unit === OPEN_BRACE ? 0 : -1);
      if (unit === OPEN_BRACKET) {
        i = endOfBlanks(text, i);
        if (text.charCodeAt(i + 1) !== CLOSE_BRACKET) count();
      }
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) open.pop();
    else if (unit === COMMA) {
      if (open.at(-1) === -1) count();
    } else if (unit === COLON) {
      count();
      const soFar = (open.pop() ?? 0) + 1;
      if (soFar > members) refuseMany(`an object may have at most ${members} members`);
      open.push(soFar);
    }
  }
}

/** Index of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === QUOTE) return i;
  }
  return text.length;
}

/** Index of the last blank after `start`, or `start`. */
function endOfBlanks(text: string, start: number): number {
  let i = start;
  while (text.charCodeAt(i + 1) <= SPACE) i++;
  return i;
}
