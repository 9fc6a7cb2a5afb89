import { type Strongroom, StrongroomError } from '@strongroom/client';
import { cleanLine, type Terminal } from '@strongroom/command-line';
import { isFor, isOnTop, type StoredDevice } from './devices.ts';
import { canonicalServiceAddress } from './is-same-service.ts';
import type { KeyChoice } from './key-choice.ts';
import type { TrustedKeys } from './key-session.ts';

/** The key service of a service, or the reason why its keys cannot be used, as the end of a sentence. */
export type OfferedKeys = Readonly<
  { choice: KeyChoice } | { reason: string; needsDevice?: true; signInAt?: Readonly<{ url: string; key: string }> }
>;

/** The user who signs in at a service, and the enrolments of this machine. */
type Caller = Readonly<{
  url: string;
  user: string;
  devices: readonly StoredDevice[];
  /** Key services that this machine has signed in to, of all services. */
  known: readonly TrustedKeys[] | undefined;
}>;

/** The mode in which the statement of the service suffices, so that its key may be trusted. */
const WORD_IS_ENOUGH = 'grant';
/** The mode in which people sign in at the key service. */
const SIGN_IN = 'oidc';

/**
 * Asks a service for its key service. On a machine that was
 * enrolled or signed in for this service, only the key service of that time is trusted, whatever the service says.
 */
export async function offeredKeys(
  client: Strongroom,
  { url: service, user, devices, known }: Caller,
  signal?: AbortSignal,
): Promise<OfferedKeys> {
  const offered = await keyServiceOf(client, signal);
  const here = devices.filter((one) => isFor(one, service));
  const enrolled = here.filter((one) => !isOnTop(one));
  const trusted = known?.find((one) => one.service === canonicalServiceAddress(service)) ?? here.find(isOnTop);
  if (trusted !== undefined) {
    const fault = faultOfOffer(offered, trusted);
    if (fault !== undefined) return { reason: fault };
    if (offered?.proof !== SIGN_IN) return { reason: UNASKED };
  }
  const mine = enrolled.find((one) => isFor(one, service, user));
  if (mine !== undefined) {
    const fault = faultOfOffer(offered, mine);
    return fault === undefined ? { choice: choiceOf(mine) } : { reason: fault };
  }
  if (offered === null && enrolled.length === 0) return { reason: NONE };
  if (offered === null || offered.proof === null || offered.key === null)
    return {
      reason: `the key service${offered ? ` at ${offered.url}` : ''} does not answer; sign in again once it does`,
    };
  if (offered.proof === SIGN_IN && enrolled.length === 0)
    return { signInAt: { url: offered.url, key: offered.key }, reason: signInReason(offered.url) };
  if (offered.proof !== WORD_IS_ENOUGH || enrolled.length > 0)
    return {
      needsDevice: true,
      reason: `the key service at ${offered.url} asks for an enrolled device; ask its operator for a code, and run \`strongroom devices enrol\``,
    };
  return { choice: { kind: 'key-service', url: offered.url, key: offered.key } };
}

/** A machine that signed in before does not change its trust because the service alone says so. */
const UNASKED = 'the service says that its key service asks for no sign-in any more; ask its operator before you go on';

const NONE = 'the service has no key service; choose with `strongroom keys use` what unwraps keys';

const signInReason = (url: string): string =>
  `the key service at ${url} asks you to sign in there; run \`strongroom login\` with --browser or --email`;

type Offer = Awaited<ReturnType<Strongroom['service']['offer']>>['key_service'];

export async function keyServiceOf(client: Strongroom, signal?: AbortSignal): Promise<Offer> {
  const { key_service: offered } = await client.service.offer({ signal }).catch((error: unknown) => {
    if (error instanceof StrongroomError && error.status === 404) return { key_service: null };
    throw error;
  });
  return offered;
}

/** The end of a sentence for a service that names another key service than the one that is trusted here. */
export function faultOfOffer(offered: Offer, { url, key }: Pick<StoredDevice, 'url' | 'key'>): string | undefined {
  if (offered === null || (offered.url === url && (offered.key === null || offered.key === key))) return undefined;
  return `the service names the key service at ${offered.url} (key ${offered.key === null ? 'unknown' : fingerprint(offered.key)}), and this machine trusts the one at ${url} (key ${fingerprint(key)}); ask the operator of the key service before you go on`;
}

export const choiceOf = ({ url, key, device }: StoredDevice): KeyChoice => ({ kind: 'key-service', url, key, device });

/** The first characters of a thumbprint, for people who compare two. */
export const fingerprint = (thumbprint: string): string => thumbprint.slice(0, 16);

/** Says on standard error why no key is available yet. Returns the end of the sentence of a sign-in. */
export function reportKeyChoice(offered: OfferedKeys | undefined, { err }: Pick<Terminal, 'err'>): string {
  if (offered === undefined) return '';
  if ('reason' in offered) {
    err(`${cleanLine(`No file can be opened yet: ${offered.reason}.`)}\n`);
    return '';
  }
  const { choice } = offered;
  return choice.kind === 'key-service' ? ` Keys come from ${choice.url} (key ${fingerprint(choice.key)}).` : '';
}
