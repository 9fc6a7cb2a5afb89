import { type KeyObject, verify } from 'node:crypto';
import { CLOCK_SKEW, DEVICE_HEADER, DEVICE_LIFE, isUuid, KeyRefusal } from '@strongroom/domain';
import { fromBase64url } from './base64url.ts';
import { compactOf } from './compact.ts';
import { clockTime } from './grant.ts';

/** The conditions of a device's proof. `covers`: digest of what it is for, base64url. `now`: seconds since 1970. */
export type ProofRules = Readonly<{ audience: string; covers: string; now: number }>;

/** A proof whose signature is right, and that is for this request. */
export type DeviceProof = Readonly<{ device: string; jti: string }>;

const JTI_LENGTH = 22;
export const MAX_PROOF_LENGTH = 2048;

const invalid = (rule: string): KeyRefusal => new KeyRefusal('PERSON_INVALID', rule);

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
  if (iat > now + CLOCK_SKEW)
    throw new KeyRefusal('PERSON_INVALID', 'device-not-yet', {
      message: `The proof of the device begins ${clockTime(iat)}, here it is ${clockTime(now)}. Set the clock of the device.`,
    });
  if (exp <= now - CLOCK_SKEW)
    throw new KeyRefusal('PERSON_EXPIRED', 'device-expired', {
      message: `The proof of the device ended ${clockTime(exp)}, here it is ${clockTime(now)}. Set the clock of the device, or make a new proof.`,
    });
  if (gh !== covers) throw invalid('device-covers');
  return { device, jti };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
