import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import { DEVICE_CLOCK_SKEW, DEVICE_LIFE, KeyRefusal, SECOND } from '@strongroom/domain';
import type { Clock, RateLimiter } from '@strongroom/ports';
import type { ProofOf, Proofs, ProvenPerson } from '../people/proven.ts';
import { deviceOf, MAX_PROOF_LENGTH, verifyDeviceProof } from '../tokens/device-proof.ts';
import { type EnrolledDevice, type Enrolment, personOf } from './enrolment.ts';

type ProvenDevice = ProvenPerson & Readonly<{ device: string }>;

type Deps = Readonly<{
  devices: Pick<Enrolment, 'find'>;
  limiter: RateLimiter;
  clock: Pick<Clock, 'now'>;
  /** Address of this key service: audience of proofs, and issuer of the people it draws itself. */
  url: string;
}>;

const MISSING =
  'This needs the proof of an enrolled device: device beside the grants, Authorization: Strongroom-Device for other calls.';

/** Covers the life of a proof and the difference of two clocks. */
const ONCE = { limit: 1, milliseconds: (DEVICE_LIFE + 2 * DEVICE_CLOCK_SKEW) * SECOND };
const REMEMBERED = 1000;

/** Judges the proofs of devices. */
export class DeviceProofs implements Proofs {
  readonly #deps: Deps;
  /** Imported keys of devices, by id: a device never gets another key. */
  readonly #keys = new Map<string, KeyObject>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  isReady = (): boolean => true;

  /** The person who asks for keys. The answer is sealed to the client of the grants, so a replay gains nothing. Throws KeyRefusal. */
  async forKeys({ device: proof, grants }: ProofOf): Promise<ProvenPerson> {
    if (proof === undefined) throw new KeyRefusal('PERSON_INVALID', 'device-missing', { message: MISSING });
    const { device } = await this.#verified(proof, grants.join('\n'));
    return device;
  }

  /** The person who makes a call without a grant. A proof of it counts once. Throws KeyRefusal. */
  async forCall(
    header: string | undefined,
    { method, path, body }: Readonly<{ method: string; path: string; body: Uint8Array }>,
  ): Promise<ProvenDevice> {
    const proof = /^Strongroom-Device (\S+)$/.exec(header ?? '')?.[1];
    if (proof === undefined) throw new KeyRefusal('PERSON_INVALID', 'device-missing', { message: MISSING });
    const digest = hash('sha256', body, 'base64url');
    const { device, jti } = await this.#verified(proof, [method, path, digest].join('\n'));
    const { limiter, clock } = this.#deps;
    const { allowed } = await limiter.take(`proof:${device.device}:${jti}`, ONCE, clock.now());
    if (!allowed) throw new KeyRefusal('PERSON_INVALID', 'device-repeated');
    return device;
  }

  async #verified(proof: string, covered: string): Promise<Readonly<{ device: ProvenDevice; jti: string }>> {
    const { devices, clock, url } = this.#deps;
    if (proof.length > MAX_PROOF_LENGTH) throw new KeyRefusal('PERSON_INVALID', 'device-form');
    const known = await devices.find(deviceOf(proof));
    if (known === undefined) throw new KeyRefusal('PERSON_INVALID', 'device-unknown');
    const now = Math.floor(clock.now() / 1000);
    const covers = hash('sha256', covered, 'base64url');
    const { device, jti } = verifyDeviceProof(proof, this.#keyOf(known), { audience: url, covers, now });
    return { device: { person: personOf(known, url), device, acr: null, amr: [] }, jti };
  }

  #keyOf({ id, key }: EnrolledDevice): KeyObject {
    const held = this.#keys.get(id);
    if (held !== undefined) return held;
    const imported = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...key }, format: 'jwk' });
    if (this.#keys.size >= REMEMBERED) this.#keys.clear();
    this.#keys.set(id, imported);
    return imported;
  }
}
