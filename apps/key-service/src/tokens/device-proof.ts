import { type KeyObject, verify } from 'node:crypto';
import { DEVICE_CLOCK_SKEW, DEVICE_HEADER, DEVICE_LIFE, isUuid, KeyRefusal } from '@strongroom/domain';
import { fromBase64url } from './base64url.ts';
import { compactOf } from './compact.ts';
import { clockTime } from './grant.ts';

/** The conditions of a device's proof. `covers`: digest of what it is for, base64url. `now`: seconds since 1970. */
export type ProofRules = Readonly<{ audience: string; covers: string; now: number }>;

/** A proof whose signature is right, and that is for this request. */
export type DeviceProof = Readonly<{ device: string; jti: string }>;

const JTI_LENGTH = 22;
export const MAX_PROOF_LENGTH = 2048;

/** The expectation of each check, for authors of clients. */
const EXPECTED = {
  'device-form': 'The proof is three parts in canonical base64url, the last one a signature of 64 bytes.',
  'device-typ': `The typ of the proof is ${DEVICE_HEADER.typ}.`,
  'device-header': `The header of the proof is exactly alg ${DEVICE_HEADER.alg}, typ, and kid.`,
  'device-kid': 'The kid of the proof is the id of the device.',
  'device-signature':
    'The signature of the proof is not the one of this device over header and claims as sent (ES256: r and s, 32 bytes each).',
  'device-claims':
    'The proof has iss, aud, gh, iat and exp in whole seconds, and jti: 16 bytes in canonical base64url.',
  'device-issuer': 'The iss of the proof is the id of the device, like kid.',
  'device-audience':
    'The aud of the proof is the address of this key service, as GET /service of the room service names it.',
  'device-life': `The proof ends at most ${DEVICE_LIFE} seconds after it begins.`,
  'device-covers':
    'The gh of the proof is not the SHA-256 of this request: of the grants as sent, joined by line feeds, or of method, path and base64url SHA-256 of the body, joined by line feeds.',
} as const;

const invalid = (rule: keyof typeof EXPECTED): KeyRefusal =>
  new KeyRefusal('PERSON_INVALID', rule, { message: EXPECTED[rule] });

/** The device that a proof names. Nothing is verified. Throws KeyRefusal for another form or typ. */
export function deviceOf(proof: string): string {
  const header = compactOf(proof)?.header;
  if (header === undefined) throw invalid('device-form');
  if (header['typ'] !== DEVICE_HEADER.typ) throw invalid('device-typ');
  if (header['alg'] !== DEVICE_HEADER.alg || Object.keys(header).length !== 3) throw invalid('device-header');
  if (!isUuid(header['kid'])) throw invalid('device-kid');
  return header['kid'];
}

/** Verifies a proof by the key of the device that it names. Throws KeyRefusal. */
export function verifyDeviceProof(proof: string, key: KeyObject, { audience, covers, now }: ProofRules): DeviceProof {
  const device = deviceOf(proof);
  const token = compactOf(proof);
  if (token === undefined || !verify('sha256', token.signed, { key, dsaEncoding: 'ieee-p1363' }, token.signature))
    throw invalid('device-signature');
  const { iss, aud, iat, exp, jti, gh } = token.claims ?? {};
  if (!isWhole(iat) || !isWhole(exp) || typeof jti !== 'string') throw invalid('device-claims');
  if (jti.length !== JTI_LENGTH || fromBase64url(jti) === undefined) throw invalid('device-claims');
  if (iss !== device) throw invalid('device-issuer');
  if (aud !== audience) throw invalid('device-audience');
  if (exp - iat < 1 || exp - iat > DEVICE_LIFE) throw invalid('device-life');
  if (iat > now + DEVICE_CLOCK_SKEW)
    throw new KeyRefusal('PERSON_EXPIRED', 'device-not-yet', {
      message: `The proof of the device begins ${clockTime(iat)}, here it is ${clockTime(now)}. Set the clock of the device.`,
    });
  if (exp <= now - DEVICE_CLOCK_SKEW)
    throw new KeyRefusal('PERSON_EXPIRED', 'device-expired', {
      message: `The proof of the device ended ${clockTime(exp)}, here it is ${clockTime(now)}. Set the clock of the device, or make a new proof.`,
    });
  if (gh !== covers) throw invalid('device-covers');
  return { device, jti };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
