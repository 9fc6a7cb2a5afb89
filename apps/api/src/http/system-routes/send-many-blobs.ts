import {
  type Exchange,
  generalHeaders,
  type Refusals,
  readBytes,
  sendContinue,
  streamTo,
  TransportError,
} from '@strongroom/http-kernel';
import type { BlobGateway } from '@strongroom/ports';
import { addressOf } from './address-of.ts';

const MAX_OBJECTS = 100;
const MAX_OBJECT_BYTES = 64 * 1024;
/** Longer than any address. */
const MAX_LINE = 2048;
/** Time for the list to arrive, in milliseconds. */
const LIST_MS = 30_000;
/** Bytes that are sent at once. */
const PIECE_BYTES = 64 * 1024;

/** Small objects in one answer. The body lists signed addresses, one a line; each object follows a line of its status and size. */
export async function sendMany(gateway: BlobGateway, refusals: Refusals, exchange: Exchange): Promise<void> {
  sendContinue(exchange);
  const list = await readBytes(exchange.request, MAX_OBJECTS * MAX_LINE, LIST_MS);
  const lines = list.toString('latin1').split('\n');
  if (lines.pop() !== '') throw new TransportError('BAD_REQUEST', { message: 'Each line is an address.' });
  if (lines.length > MAX_OBJECTS) throw new TransportError('PAYLOAD_TOO_LARGE');
  const headers = [
    ...generalHeaders(exchange),
    'Content-Type',
    'application/octet-stream',
    'Content-Disposition',
    'attachment',
    'Content-Security-Policy',
    "default-src 'none'; sandbox",
  ];
  await streamTo(
    exchange,
    200,
    headers,
    together(lines, (line) => framed(gateway, refusals, exchange, line)),
  );
}

async function* together(
  lines: readonly string[],
  read: (line: string) => Promise<readonly Uint8Array[]>,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for (const line of lines) {
    for (const piece of await read(line)) {
      pieces.push(piece);
      size += piece.length;
    }
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(pieces);
    [pieces, size] = [[], 0];
  }
  yield Buffer.concat(pieces);
}

/** The line and the bytes of an object, or the line of a refusal. */
async function framed(
  gateway: BlobGateway,
  refusals: Refusals,
  exchange: Exchange,
  line: string,
): Promise<readonly Uint8Array[]> {
  try {
    const { size, body } = await gateway.get(addressOf(line), undefined);
    const pieces: Uint8Array[] = [];
    let read = 0;
    for await (const piece of body) {
      if (size > MAX_OBJECT_BYTES) throw new TransportError('PAYLOAD_TOO_LARGE');
      pieces.push(Buffer.from(piece));
      read += piece.length;
    }
    return [Buffer.from(`200 ${read}\n`), ...pieces];
  } catch (error) {
    const refusal = refusals.of(error);
    if (refusal.cause !== undefined) refusals.log(exchange, error);
    return [Buffer.from(`${refusal.status} 0\n`)];
  }
}
