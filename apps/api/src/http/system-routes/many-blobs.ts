import { ClientGone, errorBody, type Refusals, sendAnswer, TransportError } from '@strongroom/http-kernel';
import { type BlobGateway, BlobRefusal } from '@strongroom/ports';
import { addressOf } from './address-of.ts';
import { objectsIn, type SentObject } from './objects-in.ts';
import { sendMany } from './send-many-blobs.ts';
import type { SystemRoute } from './system-route.ts';
import { uploadBody } from './upload-body.ts';

const METHODS = 'POST';
const READ = 'read';
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Maximum time of a body, in milliseconds: longer than 8 MiB take on a line of 256 kbit/s. */
const MAX_MS = 300_000;

/** Objects of a request that are stored at a time: two requests find room among the eight uploads of a user [BS-21]. */
const AT_A_TIME = 4;

type Row = Readonly<{ index: number; status: number; data?: object; error?: object }>;

/** Small objects that share one request: each stands after a line with its signed address, and has a row in the answer. */
export const manyBlobsPath = (gateway: BlobGateway, refusals: Refusals): SystemRoute => ({
  path: '/blobs',
  pattern: '/blobs',
  methods: METHODS,
  serve: async (exchange) => {
    const { method, headers } = exchange.request;
    if (method !== 'POST') throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', METHODS] });
    if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new TransportError('PAYLOAD_TOO_LARGE');
    if (exchange.query === READ) return sendMany(gateway, refusals, exchange);
    const objects = objectsIn(inTime(uploadBody(exchange)));
    const data = await storeAll(objects, async (index, { address, bytes }) => {
      try {
        return { index, status: 200, data: await gateway.put(addressOf(address), one(bytes)) };
      } catch (error) {
        if (error instanceof ClientGone) throw error;
        if (index === 0 && isForged(error)) {
          // The rest of the body is not read.
          exchange.response.shouldKeepAlive = false;
          throw error;
        }
        const refusal = refusals.of(error);
        if (refusal.cause !== undefined) refusals.log(exchange, error);
        return { index, status: refusal.status, error: errorBody(refusal).error };
      }
    });
    void sendAnswer(exchange, { status: 200, headers: [], content: { kind: 'json', data } });
  },
});

const isForged = (error: unknown): boolean => error instanceof BlobRefusal && error.code === 'SIGNATURE_INVALID';

/** After a malformed body, what began ends before the refusal. Rejects at once with the error of the first object. */
async function storeAll(
  objects: AsyncGenerator<SentObject>,
  work: (index: number, object: SentObject) => Promise<Row>,
): Promise<readonly Row[]> {
  const rows: Promise<Row>[] = [];
  const running = new Set<Promise<unknown>>();
  let forged: Promise<never> = new Promise(() => undefined);
  try {
    for (;;) {
      if (running.size >= AT_A_TIME) await Promise.race(running);
      const next = await Promise.race([objects.next(), forged]);
      if (next.done === true) break;
      const row = work(rows.length, next.value);
      if (rows.length === 0) forged = row.then(() => new Promise<never>(() => undefined));
      forged.catch(() => undefined);
      const ended = row.catch(() => undefined).finally(() => running.delete(ended));
      running.add(ended);
      rows.push(row);
    }
  } finally {
    // It may wait for bytes that never come.
    objects.return(undefined).catch(() => undefined);
    await Promise.all(running);
  }
  return Promise.all(rows);
}

async function* one(bytes: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await bytes;
}

/** Throws REQUEST_TIMEOUT: nothing that arrived needs to have had a valid address. */
async function* inTime(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const end = performance.now() + MAX_MS;
  for await (const piece of pieces) {
    if (performance.now() > end) throw new TransportError('REQUEST_TIMEOUT');
    yield piece;
  }
}
