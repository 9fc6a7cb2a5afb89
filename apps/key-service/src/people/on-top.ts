import { isSamePerson, type KeyPerson, KeyRefusal } from '@strongroom/domain';
import type { ProofOf, Proofs, ProvenPerson } from './proven.ts';

/**
 * The proof of a sign-in, with that of a device on top where one is sent. A refused proof of a device counts as no device, so that
 * files whose label needs none still open on a machine whose device was removed.
 */
export class OnTop implements Proofs {
  readonly #signIn: Proofs;
  readonly #device: Proofs;

  constructor(signIn: Proofs, device: Proofs) {
    this.#signIn = signIn;
    this.#device = device;
  }

  isReady = (): boolean => this.#signIn.isReady();

  async forKeys(sent: ProofOf): Promise<ProvenPerson> {
    const proven = await this.#signIn.forKeys(sent);
    if (sent.device === undefined) return proven;
    try {
      const { person, device } = await this.#device.forKeys(sent);
      if (!isSamePerson(spelled(person), spelled(proven.person)))
        throw new KeyRefusal('DEVICE_REQUIRED', 'device-person', {
          message: 'The device is enrolled for another person than the one who signed in.',
        });
      return { ...proven, device };
    } catch (error) {
      if (!(error instanceof KeyRefusal)) throw error;
      return { ...proven, deviceRefusal: error };
    }
  }
}

/** The operator may write the issuer of the provider with a slash at its end, and its tokens without. */
const spelled = ({ iss, id }: KeyPerson): KeyPerson => ({ iss: URL.parse(iss)?.href ?? iss, id });
