import type { KeyRingSeen, KeyRingSettings } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Finding, fail, ok } from './finding.ts';

/** Settings of keys in Cloud KMS; undefined if there are none. */
export function keyRingOf({ variable }: Pick<Terminal, 'variable'>): KeyRingSettings | 'unnamed' | undefined {
  if (variable('STRONGROOM_KEYS') !== 'cloud-kms') return undefined;
  const keyRing = variable('STRONGROOM_KMS_KEY_RING');
  if (keyRing === undefined) return 'unnamed';
  const scope = variable('STRONGROOM_KMS_KEY_PER') === 'organisation' ? 'organisation' : 'room';
  return { keyRing, scope, endpoint: variable('STRONGROOM_KMS_ENDPOINT') };
}

/** Checks whether a service with this identity could use the key ring. */
export async function checkKeyRing(
  settings: KeyRingSettings | 'unnamed',
  inspect: (settings: KeyRingSettings) => Promise<KeyRingSeen>,
): Promise<Finding> {
  if (settings === 'unnamed')
    return fail('key ring', 'STRONGROOM_KMS_KEY_RING is missing', 'name the key ring that the service uses');
  const seen = await inspect(settings);
  if (seen.state === 'fits')
    return ok('key ring', `${settings.keyRing}, one key a${settings.scope === 'room' ? ' room' : 'n organisation'}`);
  return seen.state === 'unfit'
    ? fail('key ring', seen.reason, 'docs/how-to/run-on-gcp.md tells which permissions it takes, and why')
    : fail(
        'key ring',
        `Cloud KMS cannot be asked (${seen.reason})`,
        'look at the network and at the credentials of this user',
      );
}
