import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import type { KeyServiceLink, LinkedPerson } from '@strongroom/application';
import { CLOCK_SKEW, type Instant, isUuid, LINK_HEADER, LINK_LIFE } from '@strongroom/domain';
import type { Clock } from '@strongroom/ports';

type Parts = Readonly<{
  /** Address of the key service, the issuer of links. */
  keyService: string;
  /** Address of this service, their audience. */
  roomService: () => string;
  /** The key set of the key service. */
  keys: () => Promise<unknown>;
  clock: Pick<Clock, 'now'>;
}>;

type Fields = Readonly<Record<string, unknown>>;

/** Longest text of an issuer and of an id of a person. */
const MAX_TEXT = 255;

/** Verifies links by the present keys of the key service: links are rare, and its key may have changed. */
export const linkVerifier =
  ({ keyService, roomService, keys, clock }: Parts): KeyServiceLink['linked'] =>
  async (link) => {
    const [head = '', payload = '', signature = '', ...rest] = link.split('.');
    const [header, bytes] = [fieldsOf(head), bytesOf(signature)];
    if (header?.['typ'] !== LINK_HEADER.typ || header['alg'] !== LINK_HEADER.alg || rest.length > 0) return undefined;
    const { kid } = header;
    if (bytes === undefined || typeof kid !== 'string') return undefined;
    const key = keyIn(await keys(), kid);
    if (key === undefined || !verify(null, Buffer.from(`${head}.${payload}`), key, bytes)) return undefined;
    const claims = fieldsOf(payload);
    if (claims?.['iss'] !== keyService || claims['aud'] !== roomService()) return undefined;
    return isNow(claims, clock.now()) ? personOf(claims) : undefined;
  };

function isNow({ iat, exp }: Fields, time: Instant): boolean {
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return false;
  const [from, until, now] = [Number(iat), Number(exp), Math.floor(time / 1000)];
  return until - from >= 1 && until - from <= LINK_LIFE && from <= now + CLOCK_SKEW && until > now - CLOCK_SKEW;
}

function personOf({ sub, person }: Fields): LinkedPerson | undefined {
  const user = typeof sub === 'string' && sub.startsWith('user:') ? sub.slice(5) : undefined;
  if (!isUuid(user) || !isFields(person)) return undefined;
  const { iss, id } = person;
  return isName(iss) && isName(id) ? { user, person: { iss, id } } : undefined;
}

/** No line break: it separates the two in the key of a person. */
const isName = (input: unknown): input is string =>
  typeof input === 'string' && input.length > 0 && input.length <= MAX_TEXT && !/[\p{Cc}\p{Cs}]/u.test(input);

/** The Ed25519 key of a set with that RFC 7638 thumbprint. */
function keyIn(set: unknown, kid: string): KeyObject | undefined {
  const list = isFields(set) && Array.isArray(set['keys']) ? set['keys'] : [];
  for (const entry of list.filter(isFields)) {
    const { kty, crv, x } = entry;
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') continue;
    if (hash('sha256', JSON.stringify({ crv, kty, x }), 'base64url') === kid)
      return createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  }
  return undefined;
}

const isFields = (input: unknown): input is Fields =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
}

function fieldsOf(part: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(bytesOf(part)?.toString('utf8') ?? '');
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
