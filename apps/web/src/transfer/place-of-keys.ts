import type { Service } from '@strongroom/client';
import type { Enrolment } from '../keys/device-store.ts';
import type { StoredSignIn } from '../keys/sign-in-store.ts';
import type { KeyService, KeysMissing } from '../worker/messages.ts';

type Known = Readonly<{
  enrolled: Pick<Enrolment, 'url' | 'key' | 'device'> | null | undefined;
  signIn: Pick<StoredSignIn, 'user' | 'url' | 'key' | 'session'> | null | undefined;
  /** Undefined before the service has answered. */
  offer: Pick<Service, 'key_service'> | undefined;
}>;

/**
 * The place of the keys: the key service at which this browser is enrolled or signed in, whatever the service says. Before that a
 * page takes the word of the service. Undefined as long as the service does not answer: whatever needs keys waits for it.
 */
export function placeOfKeys({ enrolled, signIn, offer }: Known): KeyService | KeysMissing | undefined {
  const trusted = enrolled ?? signIn;
  if (trusted) {
    const { url, key } = trusted;
    return { url, key, device: enrolled?.device, signedIn: signIn?.session && signIn.user };
  }
  if (offer === undefined) return undefined;
  if (offer.key_service === null) return 'NO_KEY_MANAGEMENT';
  const { url, key } = offer.key_service;
  return key === null ? 'KEY_SERVICE_UNAVAILABLE' : { url, key };
}
