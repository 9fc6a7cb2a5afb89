import type { KeyServiceHint, KeyServiceLink } from '@strongroom/application';
import type { Settings } from '../config/settings.ts';
import type { PublicAddress } from './public-address.ts';

/** Milliseconds. */
const DEADLINE = 1500;
const FRESH = 60_000;
const FAILED = 5000;

/** The key service of the settings, as the configuration of the application. */
export function keyServiceLink(
  { keyServiceUrl: url }: Pick<Settings, 'keyServiceUrl'>,
  publicAddress: PublicAddress,
): Readonly<{ keyService?: KeyServiceLink }> {
  if (url === undefined) return {};
  return { keyService: { url, issuer: () => new URL(publicAddress.url).origin, hint: remembered(() => ask(url)) } };
}

/** Asks at most once a minute, and sooner after a failure. Callers at the same time share one request. */
function remembered(fetchHint: () => Promise<KeyServiceHint | null>): KeyServiceLink['hint'] {
  let held: Promise<KeyServiceHint | null> | undefined;
  let until = 0;
  return () => {
    if (held !== undefined && performance.now() < until) return held;
    until = performance.now() + FAILED;
    held = fetchHint().then((hint) => {
      until = performance.now() + (hint === null ? FAILED : FRESH);
      return hint;
    });
    return held;
  };
}

/** Null for anything but a status of a key service. */
async function ask(url: string): Promise<KeyServiceHint | null> {
  try {
    const answer = await fetch(`${url}/v1/status`, { redirect: 'error', signal: AbortSignal.timeout(DEADLINE) });
    const read: unknown = await answer.json();
    const data: unknown = typeof read === 'object' && read !== null && 'data' in read ? read.data : undefined;
    if (typeof data !== 'object' || data === null || !('proof' in data) || !('key' in data)) return null;
    const { proof, key } = data;
    return typeof proof === 'string' && typeof key === 'string' ? { proof, key } : null;
  } catch {
    return null;
  }
}
