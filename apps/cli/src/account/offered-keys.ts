import { type Strongroom, StrongroomError } from '@strongroom/client';
import type { KeyChoice } from './key-choice.ts';

/** The key service of a service, or the reason why its keys cannot be used, as the end of a sentence. */
export type OfferedKeys = Readonly<{ choice: KeyChoice } | { reason: string }>;

/** The mode in which the word of the service is enough, so that its hint may be trusted. */
const WORD_IS_ENOUGH = 'grant';

/** Asks a service for its key service; undefined for a service that has none, or is too old to say. */
export async function offeredKeys(client: Strongroom, signal: AbortSignal): Promise<OfferedKeys | undefined> {
  const { key_service: offered } = await client.service.offer({ signal }).catch((error: unknown) => {
    if (error instanceof StrongroomError && error.status === 404) return { key_service: null };
    throw error;
  });
  if (offered === null) return undefined;
  const { url, proof, key } = offered;
  if (proof === null || key === null)
    return { reason: `the key service at ${url} does not answer; sign in again once it does` };
  if (proof !== WORD_IS_ENOUGH)
    return { reason: `the key service at ${url} asks for a proof that this program cannot give` };
  return { choice: { kind: 'key-service', url, key } };
}

/** The first characters of a thumbprint, for people who compare two. */
export const fingerprint = (thumbprint: string): string => thumbprint.slice(0, 16);
