import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { type KeyPerson, KeyRefusal, PERSON_HEADER, PERSON_LIFE } from '@strongroom/domain';
import type { Clock, SigningKey } from '@strongroom/ports';
import { compactToken } from '../tokens/compact.ts';
import { refuseUnfitPerson, type SignedPerson, verifyPerson } from '../tokens/person.ts';
import type { ProofOf, Proofs, ProvenPerson } from './proven.ts';

/** A person as the identity provider has proven them, and how. Times in seconds since 1970. */
export type Identity = Readonly<{
  person: KeyPerson;
  authTime: number | null;
  acr: string | null;
  amr: readonly string[];
}>;

type Deps = Readonly<{
  clock: Pick<Clock, 'now'>;
  /** Address of this key service: issuer and audience of the proofs. */
  url: string;
  key: SigningKey;
  isReady: () => boolean;
}>;

const REMEMBERED = 1000;

/** Makes the proofs of people who signed in, and judges them. */
export class PersonProofs implements Proofs {
  readonly #deps: Deps;
  readonly #publicKey: KeyObject;
  /** Proofs with a verified signature, by their text. */
  readonly #verified = new Map<string, SignedPerson>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#publicKey = createPublicKey({ key: { ...deps.key.publicKey }, format: 'jwk' });
  }

  isReady = (): boolean => this.#deps.isReady();

  /** A proof for a client, that ends at `until` at the latest: seconds since 1970. */
  make({ person, authTime, acr, amr }: Identity, client: string, until: number): string {
    const { key, url } = this.#deps;
    const iat = this.#now();
    return compactToken(
      { ...PERSON_HEADER, kid: key.thumbprint },
      {
        iss: url,
        aud: url,
        iat,
        exp: Math.min(iat + PERSON_LIFE, until),
        jti: randomBytes(16).toString('base64url'),
        sub: person.id,
        idp: person,
        auth_time: authTime,
        acr,
        amr,
        cnf: { jkt: client },
      },
      (text) => key.sign(text),
    );
  }

  async forKeys({ person: proof, client }: ProofOf): Promise<ProvenPerson> {
    if (proof === undefined) throw new KeyRefusal('PERSON_INVALID', 'person-missing');
    const signed = this.#signed(proof);
    refuseUnfitPerson(signed, { client, now: this.#now() });
    const { person, acr, amr } = signed;
    return { person, device: null, acr, amr };
  }

  /** A proof is sent with every request of a quarter of an hour: its signature is verified once. */
  #signed(proof: string): SignedPerson {
    const known = this.#verified.get(proof);
    if (known !== undefined) return known;
    const { url, key } = this.#deps;
    const signed = verifyPerson(proof, { url, kid: key.thumbprint, key: this.#publicKey });
    if (this.#verified.size >= REMEMBERED) this.#verified.clear();
    this.#verified.set(proof, signed);
    return signed;
  }

  #now = (): number => Math.floor(this.#deps.clock.now() / 1000);
}
