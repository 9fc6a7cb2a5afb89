import { ClientName, isUuid, KeyRefusal, MAX_GRANT_LENGTH, MAX_KEYS_AT_ONCE, type ProofMode } from '@strongroom/domain';
import {
  exchangeOf,
  type IncomingMessage,
  parseJson,
  readForm as readFormOf,
  readJsonBytes,
} from '@strongroom/http-kernel';
import type { DeviceRequest } from '../people/device-sign-ins.ts';
import { forClient } from '../people/wish.ts';
import { fromBase64 } from '../tokens/base64url.ts';
import { type ClientKey, clientKeyOf, type PointKey } from '../tokens/client-key.ts';
import { isWellFormed } from '../tokens/well-formed.ts';

/** Bytes of a body. */
export const BODY_LIMIT = 16_384;
export const BATCH_LIMIT = 262_144;

const MAX_REASON = 200;
const MAX_WRAPPED = 2048;
const MAX_CODE = 100;
const MAX_NAME = 100;
const MAX_SEALED = 2048;
const MAX_VERIFIER = 128;

type Fields = Readonly<Record<string, unknown>>;
type KeyItem = Readonly<{ grant: string; wrappedDek: string }>;

const invalid = (message: string): KeyRefusal => new KeyRefusal('VALIDATION_ERROR', 'fields', { message });

/** Bounds of a body before it is parsed: a batch of 100 keys holds about 300 values. */
const BOUNDS = {
  members: 200,
  values: 1000,
  refuseMany: (message: string): never => {
    throw invalid(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  },
};

/** The bytes of a body in JSON. Rejects with TransportError, ClientGone. */
export const readBytes = (request: IncomingMessage, limit: number): Promise<Buffer> =>
  readJsonBytes(exchangeOf(request), limit);

/** The JSON object of a body. Throws TransportError, KeyRefusal. */
export function fieldsOf(body: Buffer): Fields {
  const value = parseJson(body, BOUNDS);
  if (!isObject(value)) throw new KeyRefusal('INVALID_JSON', 'json');
  return value;
}

/** The fields of a form of this key service. Rejects with TransportError, ClientGone. */
export const readForm = (request: IncomingMessage, limit: number): Promise<URLSearchParams> =>
  readFormOf(exchangeOf(request), limit);

type Common = Readonly<{
  client: ClientKey;
  device: string | undefined;
  person: string | undefined;
  reason: string | null;
}>;

/** The fields of a proof, by the mode of the key service. */
const PROOF_FIELDS: Readonly<Record<ProofMode, readonly string[]>> = {
  grant: [],
  device: ['device'],
  oidc: ['person', 'device'],
};

/** One key. Throws KeyRefusal. */
export function unwrapBody(body: Fields, mode: ProofMode): Common & Readonly<{ items: readonly KeyItem[] }> {
  onlyFields(body, ['grant', 'wrapped_dek', 'client_key', 'reason', ...PROOF_FIELDS[mode]]);
  return { ...commonOf(body), items: [itemOf(body)] };
}

/** Up to 100 keys. Throws KeyRefusal. */
export function batchBody(body: Fields, mode: ProofMode): Common & Readonly<{ items: readonly KeyItem[] }> {
  onlyFields(body, ['items', 'client_key', 'reason', ...PROOF_FIELDS[mode]]);
  const { items } = body;
  if (!Array.isArray(items)) throw invalid('items must be a list.');
  if (items.length === 0 || items.length > MAX_KEYS_AT_ONCE) throw new KeyRefusal('BULK_LIMIT_EXCEEDED', 'items');
  const read = items.map((item: unknown) => {
    if (!isObject(item)) throw invalid('items must be objects.');
    onlyFields(item, ['grant', 'wrapped_dek']);
    return itemOf(item);
  });
  return { ...commonOf(body), items: read };
}

/** A device to enrol. Throws KeyRefusal. */
export function deviceBody(body: Fields): Readonly<{ code: string; key: PointKey; name: string }> {
  onlyFields(body, ['code', 'public_key', 'name']);
  const { code, public_key: key, name = '' } = body;
  if (typeof code !== 'string' || code === '' || code.length > MAX_CODE) throw invalid('code must be a text.');
  const point = clientKeyOf(key)?.jwk;
  if (point === undefined) throw invalid('public_key must be a public P-256 key as a JWK, in canonical base64url.');
  if (typeof name !== 'string' || name.length > MAX_NAME || !isWellFormed(name))
    throw invalid(`name must be a text of at most ${MAX_NAME} characters.`);
  return { code, key: point, name };
}

/** A user of the room service to be linked to. Throws KeyRefusal. */
export function linkBody(body: Fields): Readonly<{ user: string }> {
  onlyFields(body, ['user']);
  const { user } = body;
  if (!isUuid(user)) throw invalid('user must be the id of a user of the room service.');
  return { user };
}

/** The code of a sign-in, to be redeemed. Throws KeyRefusal. */
export function codeBody(body: Fields): Readonly<{ code: string; verifier: string; client: ClientKey }> {
  onlyFields(body, ['code', 'verifier', 'client_key']);
  const code = textOf(body['code'], 'code', MAX_SEALED);
  return { code, verifier: textOf(body['verifier'], 'verifier', MAX_VERIFIER), client: clientOf(body['client_key']) };
}

/** A program that asks for a sign-in by device code. Throws KeyRefusal. */
export function deviceSignInBody(body: Fields): Omit<DeviceRequest, 'ip'> {
  onlyFields(body, ['client_jkt', 'challenge', 'acr_values', 'name']);
  const { client_jkt, challenge, acr_values, name } = body;
  const asked = forClient({ client_jkt, challenge, acr_values });
  if (!ClientName.is(name)) throw invalid(`name must be a text of 1 to ${MAX_NAME} characters in one line.`);
  return { ...asked, name };
}

/** The secret of a program whose sign-in waits. Throws KeyRefusal. */
export function deviceCodeBody(body: Fields): Readonly<{ deviceCode: string }> {
  onlyFields(body, ['device_code']);
  return { deviceCode: textOf(body['device_code'], 'device_code', MAX_CODE) };
}

/** The secret of a sign-in. Throws KeyRefusal. */
export function nextBody(body: Fields): Readonly<{ next: string }> {
  onlyFields(body, ['next']);
  return { next: textOf(body['next'], 'next', MAX_CODE) };
}

/** A user of the room service to be linked to, with the secret of a sign-in. Throws KeyRefusal. */
export function linkBodyWithCode({ next, ...rest }: Fields): Readonly<{ next: string; user: string }> {
  return { ...linkBody(rest), next: textOf(next, 'next', MAX_CODE) };
}

function textOf(value: unknown, name: string, max: number): string {
  if (typeof value !== 'string' || value === '' || value.length > max)
    throw invalid(`${name} must be a text of at most ${max} characters.`);
  return value;
}

function clientOf(key: unknown): ClientKey {
  const client = clientKeyOf(key);
  if (client === undefined) throw invalid('client_key must be a public P-256 key as a JWK, in canonical base64url.');
  return client;
}

function commonOf({ client_key: key, device, person, reason }: Fields): Common {
  const client = clientOf(key);
  if (device !== undefined && typeof device !== 'string') throw invalid('device must be a text.');
  if (person !== undefined && typeof person !== 'string') throw invalid('person must be a text.');
  if (reason === undefined) return { client, device, person, reason: null };
  if (typeof reason !== 'string' || !isWellFormed(reason)) throw invalid('reason must be a text.');
  return { client, device, person, reason: cut(reason) };
}

/** The first `MAX_REASON` characters of a text. The record stores no more. */
const cut = (text: string): string =>
  text.length <= MAX_REASON
    ? text
    : Array.from(text.slice(0, 2 * MAX_REASON))
        .slice(0, MAX_REASON)
        .join('');

function itemOf({ grant, wrapped_dek: wrappedDek }: Fields): KeyItem {
  if (typeof grant !== 'string' || grant === '' || grant.length > MAX_GRANT_LENGTH)
    throw invalid(`grant must be a text of at most ${MAX_GRANT_LENGTH} characters.`);
  if (
    typeof wrappedDek !== 'string' ||
    wrappedDek === '' ||
    wrappedDek.length > MAX_WRAPPED ||
    fromBase64(wrappedDek) === undefined
  )
    throw invalid('wrapped_dek must be strict base64.');
  return { grant, wrappedDek };
}

function onlyFields(body: Fields, known: readonly string[]): void {
  if (Object.keys(body).some((name) => !known.includes(name)))
    throw invalid(`The fields here are ${known.join(', ')}.`);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
