import type { IncomingMessage } from 'node:http';
import { readBytes, unpack } from './body-bytes.ts';
import { readFields, refuseFields } from './dto.ts';
import { TransportError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { FieldClass } from './is.ts';
import { parseJson } from './json-text.ts';
import { isJson, packingOf } from './media-type.ts';

/** Bytes of a JSON body, packed or not. */
const MAX_BODY = 1_048_576;
/** A body has so long to arrive. */
const MILLISECONDS = 30_000;

/** Reads the body of an operation as its class. An empty body is an empty object. Throws TransportError, DomainError. */
export async function readBody<T extends object>(type: FieldClass<T>, exchange: Exchange): Promise<T> {
  return readFields(type, mayHaveBody(exchange.request) ? await readObject(exchange) : {});
}

/** For an operation without a body: takes none or `{}`. */
export async function refuseBody(exchange: Exchange): Promise<void> {
  if (!mayHaveBody(exchange.request)) return;
  const names = Object.keys(await readObject(exchange));
  if (names.length > 0)
    refuseFields(names.slice(0, 20).map((name) => ({ field: name.slice(0, 100), ...NOTHING_TAKEN })));
}

const NOTHING_TAKEN = { rule: 'unknown', message: 'this operation takes no fields' };

function mayHaveBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

async function readObject(exchange: Exchange): Promise<Readonly<Record<string, unknown>>> {
  const { request, response } = exchange;
  const declared = request.headers['content-length'];
  // Without a length, whether there is a body at all is seen when the first byte of it comes.
  const accepted = isJson(request);
  if (!accepted && declared !== undefined) throw new TransportError('UNSUPPORTED_MEDIA_TYPE');
  const packing = packingOf(request);
  if (declared !== undefined && Number(declared) > MAX_BODY) throw new TransportError('PAYLOAD_TOO_LARGE');
  if (exchange.awaitsContinue) {
    exchange.awaitsContinue = false;
    response.writeContinue();
  }
  const bytes = await readBytes(request, accepted ? MAX_BODY : 0, MILLISECONDS).catch((error: unknown) => {
    if (!accepted && error instanceof TransportError && error.code === 'PAYLOAD_TOO_LARGE')
      throw new TransportError('UNSUPPORTED_MEDIA_TYPE');
    throw error;
  });
  if (bytes.length === 0) return {};
  return plainObject(parseJson(packing === 'gzip' ? await unpack(bytes, MAX_BODY) : bytes));
}

function plainObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseFields([{ field: '', rule: 'object', message: 'the body must be a JSON object' }]);
  return { ...value };
}
