import type { KeyPerson, KeyRefusal } from '@strongroom/domain';

/** A person who proved themself, and by which device; null for none. */
export type ProvenPerson = Readonly<{
  person: KeyPerson;
  device: string | null;
  /** The refusal of the device's proof that came with a sign-in. */
  deviceRefusal?: KeyRefusal;
  /** How they signed in, as the identity provider says. */
  acr: string | null;
  amr: readonly string[];
}>;

/** The proofs of one request, and what it asks for. `client`: thumbprint of its key. */
export type ProofOf = Readonly<{
  device: string | undefined;
  person: string | undefined;
  grants: readonly string[];
  client: string;
}>;

/** Has people prove themselves, in one of the modes. */
export interface Proofs {
  /** Whether a proof can be judged: the identity provider has answered once. */
  isReady: () => boolean;
  /** The person who asks for keys. Throws KeyRefusal. */
  forKeys: (sent: ProofOf) => Promise<ProvenPerson>;
}
