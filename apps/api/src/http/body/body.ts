import type { IncomingMessage } from 'node:http';
import { NAME_REPORTED, readFields, refuseFields, UNKNOWN_REPORTED } from '../describe/dto.ts';
import type { FieldClass } from '../describe/is.ts';
import { TransportError } from '../errors/errors.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readBytes, unpack } from './body-bytes.ts';
import type { BodyLimits } from './body-limits.ts';
import { parseJson } from './json-text.ts';
import { isJson, packingOf } from './media-type.ts';

/** Time for a body to arrive. */
const MILLISECONDS = 30_000;

/** Reads the body of an operation as its class. An empty body is an empty object. Throws TransportError, DomainError. */
export async function readBody<T extends object>(
  type: FieldClass<T>,
  exchange: Exchange,
  limits: BodyLimits,
): Promise<T> {
  if (!mayHaveBody(exchange.request)) return readFields(type, {});
  return readFields(type, plainObject(await readValue(exchange, limits)));
}

/**
 * For an operation without a body: accepts none, `{}` or `null`, which some clients send for none. Returns a promise only for a
 * request that has one.
 */
export const refuseBody = (exchange: Exchange, limits: BodyLimits): Promise<void> | undefined =>
  mayHaveBody(exchange.request) ? refuseFieldsOf(exchange, limits) : undefined;

async function refuseFieldsOf(exchange: Exchange, limits: BodyLimits): Promise<void> {
  const sent = await readValue(exchange, limits);
  if (sent === null) return;
  const names = Object.keys(plainObject(sent));
  if (names.length > 0)
    refuseFields(
      names.slice(0, UNKNOWN_REPORTED).map((name) => ({ field: name.slice(0, NAME_REPORTED), ...NOTHING_TAKEN })),
    );
}

const NOTHING_TAKEN = { rule: 'unknown', message: 'this operation takes no fields' };

function mayHaveBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** The parsed body; an empty one is `{}`. */
async function readValue(exchange: Exchange, limits: BodyLimits): Promise<unknown> {
  const { request } = exchange;
  const declared = request.headers['content-length'];
  // Without a length, only the first byte shows whether there is a body.
  const accepted = isJson(request);
  if (!accepted && declared !== undefined) throw new TransportError('UNSUPPORTED_MEDIA_TYPE');
  const packing = packingOf(request);
  if (declared !== undefined && Number(declared) > limits.bytes) throw new TransportError('PAYLOAD_TOO_LARGE');
  exchange.takeBody();
  const bytes = await readBytes(request, accepted ? limits.bytes : 0, MILLISECONDS).catch((error: unknown) => {
    if (!accepted && error instanceof TransportError && error.code === 'PAYLOAD_TOO_LARGE')
      throw new TransportError('UNSUPPORTED_MEDIA_TYPE');
    throw error;
  });
  if (bytes.length === 0) return {};
  return parseJson(packing === 'gzip' ? await unpack(bytes, limits.bytes) : bytes, limits);
}

function plainObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseFields([{ field: '', rule: 'object', message: 'the body must be a JSON object' }]);
  return { ...value };
}
