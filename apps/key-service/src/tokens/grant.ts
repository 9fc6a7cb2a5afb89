import { type KeyObject, verify } from 'node:crypto';
import {
  CLOCK_SKEW,
  GRANT_HEADER,
  GRANT_LIFE,
  GRANT_OPS,
  type GrantClaims,
  isUuid,
  KeyRefusal,
} from '@strongroom/domain';
import { fromBase64url } from './base64url.ts';
import { type CompactToken, isRecord } from './compact.ts';
import { isWellFormed } from './well-formed.ts';

/** A grant whose signature is right, as it was sent. */
export type SignedGrant = Readonly<{ claims: GrantClaims; kid: string }>;

/** Checks of a grant. `keyOf`: the public key of the room service with that thumbprint. */
export type GrantRules = Readonly<{
  issuer: string;
  audience: string;
  keyOf: KeyOf;
}>;

export type KeyOf = (kid: string) => KeyObject | undefined;

const TEXTS = [
  'iss',
  'aud',
  'jti',
  'sub',
  'op',
  'org',
  'room',
  'room_label',
  'file',
  'label',
  'kms_key_id',
  'wdk',
  'evt',
] as const;
const SUBJECT = /^(user|share):(.+)$/;
const HASH_LENGTH = 43;
const JTI_LENGTH = 22;
const MAX_TEXT = 512;

const invalid = (rule: string): KeyRefusal => new KeyRefusal('GRANT_INVALID', rule);

/** The thumbprint that the header of a token names; undefined where there is none. Nothing of it is verified. */
export function kidOf(token: CompactToken | undefined): string | undefined {
  const kid = token?.header['kid'];
  return typeof kid === 'string' ? kid : undefined;
}

/** Verifies form, header and signature of a token; undefined for one without the form. Throws KeyRefusal. What it throws tells nothing of the claims. */
export function verifyGrant(token: CompactToken | undefined, { keyOf }: Pick<GrantRules, 'keyOf'>): SignedGrant {
  if (token === undefined) throw invalid('grant-form');
  const { header, claims, signed, signature } = token;
  if (header['typ'] !== GRANT_HEADER.typ) throw invalid('grant-typ');
  if (header['alg'] !== GRANT_HEADER.alg) throw invalid('grant-alg');
  if (Object.keys(header).length !== 3 || typeof header['kid'] !== 'string') throw invalid('grant-header');
  const key = keyOf(header['kid']);
  if (key === undefined) throw invalid('grant-kid');
  if (!verify(null, signed, key, signature)) throw invalid('grant-signature');
  if (claims === undefined || !isGrant(claims)) throw invalid('grant-claims');
  return { claims, kid: header['kid'] };
}

/** Checks who made it, for whom, and when. `now`: seconds since 1970. Throws KeyRefusal. */
export function refuseUnfit({ iss, aud, iat, exp }: GrantClaims, rules: GrantRules, now: number): void {
  if (iss !== rules.issuer) throw invalid('grant-issuer');
  if (aud !== rules.audience) throw invalid('grant-audience');
  if (exp - iat < 1 || exp - iat > GRANT_LIFE) throw invalid('grant-life');
  if (iat > now + CLOCK_SKEW)
    throw new KeyRefusal('GRANT_INVALID', 'grant-not-yet', {
      message: `The key grant begins ${clockTime(iat)}, here it is ${clockTime(now)}. The clocks of room service and key service differ.`,
    });
  if (exp <= now - CLOCK_SKEW)
    throw new KeyRefusal('GRANT_EXPIRED', 'grant-expired', {
      message: `The key grant ended ${clockTime(exp)}, here it is ${clockTime(now)}. Ask the room service for a new one, or have its clock set.`,
    });
}

export const clockTime = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19).concat('Z');

function isGrant(claims: Readonly<Record<string, unknown>>): claims is GrantClaims {
  const { iat, exp, cnf, person } = claims;
  for (const name of TEXTS) {
    const text = claims[name];
    if (typeof text !== 'string' || text === '' || text.length > MAX_TEXT || !isWellFormed(text)) return false;
  }
  const [sub = '', jti = '', wdk = '', op] = [claims['sub'], claims['jti'], claims['wdk'], claims['op']].map(String);
  const subject = SUBJECT.exec(sub);
  return (
    Number.isSafeInteger(iat) &&
    Number.isSafeInteger(exp) &&
    isUuid(subject?.[2]) &&
    [claims['org'], claims['room'], claims['file'], claims['evt']].every(isUuid) &&
    isHash(wdk) &&
    jti.length === JTI_LENGTH &&
    fromBase64url(jti) !== undefined &&
    GRANT_OPS.some((known) => known === op) &&
    isRecord(cnf) &&
    typeof cnf['jkt'] === 'string' &&
    isHash(cnf['jkt']) &&
    (person === undefined || isPerson(person)) &&
    // A link never speaks for a person.
    (person === undefined || subject?.[1] === 'user')
  );
}

const isHash = (text: string): boolean => text.length === HASH_LENGTH && fromBase64url(text) !== undefined;

function isPerson(input: unknown): boolean {
  if (!isRecord(input)) return false;
  return [input['iss'], input['id']].every(
    (text) => typeof text === 'string' && text !== '' && text.length <= MAX_TEXT && isWellFormed(text),
  );
}
