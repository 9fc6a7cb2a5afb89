import { ClientGone, TransportError } from '@strongroom/http-kernel';

/** An object of a request, and the path and query of its address. */
export type SentObject = Readonly<{ address: string; bytes: Promise<Uint8Array> }>;

const MAX_OBJECTS = 100;
/** Bytes of an object, with an authentication tag that should have been removed. */
const MAX_OBJECT_BYTES = 64 * 1024 + 16;
/** Longer than any address and its size. */
const MAX_LINE = 2048;
const LINE = /^(\/\S+) (\d{1,6})$/;
const LF = 0x0a;

/**
 * The objects of a body as they arrive: each is a line of its address, a space and its size in bytes, then the bytes. The first
 * one comes before its bytes, so that a sender without a valid address is refused at once. Throws BAD_REQUEST, PAYLOAD_TOO_LARGE.
 */
export async function* objectsIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<SentObject> {
  const first = arrival();
  let rest = Buffer.alloc(0);
  let count = 0;
  let head: Readonly<{ address: string; size: number }> | undefined;
  try {
    for await (const piece of pieces) {
      rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
      for (;;) {
        if (head === undefined) {
          const end = rest.indexOf(LF);
          if (end < 0 && rest.length <= MAX_LINE) break;
          head = headOf(rest.subarray(0, end));
          rest = rest.subarray(end + 1);
          if (++count > MAX_OBJECTS) throw new TransportError('PAYLOAD_TOO_LARGE');
          if (count === 1) yield { address: head.address, bytes: first.promise };
        }
        const { address, size } = head;
        if (rest.length < size) break;
        const bytes = rest.subarray(0, size);
        if (count === 1) first.resolve(bytes);
        else yield { address, bytes: Promise.resolve(bytes) };
        rest = rest.subarray(size);
        head = undefined;
      }
    }
    if (head !== undefined || rest.length > 0) throw malformed();
  } catch (error) {
    first.reject(error);
    throw error;
  } finally {
    first.reject(new ClientGone());
  }
}

/** Bytes that are still to come. */
function arrival() {
  let [resolve, reject] = [(_bytes: Uint8Array): void => undefined, (_reason: unknown): void => undefined];
  const promise = new Promise<Uint8Array>((...settle) => {
    [resolve, reject] = settle;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

function headOf(line: Buffer): Readonly<{ address: string; size: number }> {
  const [, address, digits] = LINE.exec(line.toString('latin1')) ?? [];
  if (address === undefined || digits === undefined) throw malformed();
  const size = Number(digits);
  if (size > MAX_OBJECT_BYTES) throw new TransportError('PAYLOAD_TOO_LARGE');
  return { address, size };
}

const malformed = (): TransportError =>
  new TransportError('BAD_REQUEST', {
    message: 'Before each object stands a line with its address, a space and its size in bytes.',
  });
