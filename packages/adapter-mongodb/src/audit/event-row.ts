import { BSON } from 'mongodb';
import type { EventRow } from './layout.ts';

/** Fields that a query of events reads. */
export type EventFields = Pick<EventRow, 'seq' | 'head' | 'tail' | 'ip'>;

const [DOUBLE, STRING, INT32] = [0x01, 0x02, 0x10];
/** Bytes of the length of a document or of a text. */
const LENGTH = 4;

/**
 * Decodes a row of events. A report reads a hundred thousand of them, and the decoder of the driver, which knows every type,
 * takes twice as long; it reads rows with other fields or types.
 */
export function decodeEventRow(bytes: Buffer): EventFields {
  let [seq, head, tail, ip]: [number | undefined, ...(string | undefined)[]] = [undefined];
  for (let at = LENGTH; at < bytes.length - 1; ) {
    const type = bytes[at];
    const end = bytes.indexOf(0, at + 1);
    const name = bytes.toString('latin1', at + 1, end);
    at = end + 1;
    if (name === 'seq' && type === INT32) {
      seq = bytes.readInt32LE(at);
      at += 4;
    } else if (name === 'seq' && type === DOUBLE) {
      seq = bytes.readDoubleLE(at);
      at += 8;
    } else if (type === STRING && (name === 'head' || name === 'tail' || name === 'ip')) {
      const length = bytes.readInt32LE(at);
      const text = bytes.toString('utf8', at + LENGTH, at + LENGTH + length - 1);
      if (name === 'head') head = text;
      else if (name === 'tail') tail = text;
      else ip = text;
      at += LENGTH + length;
    } else return decodeAny(bytes);
  }
  if (seq === undefined) return decodeAny(bytes);
  return {
    seq,
    ...(head !== undefined && { head }),
    ...(tail !== undefined && { tail }),
    ...(ip !== undefined && { ip }),
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of the collection of events
const decodeAny = (bytes: Buffer): EventFields => BSON.deserialize(bytes) as EventFields;
