import type { Terminal } from '@strongroom/command-line';
import { type Finding, fail, ok, ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import { readSetting } from '../service/setting.ts';
import type { KeyRingSeen, KeyRingSettings } from '../service/stores.ts';

/** Settings of keys in Cloud KMS; undefined if there are none. */
export function keyRingOf(terminal: Pick<Terminal, 'environment'>): KeyRingSettings | 'unnamed' | undefined {
  if (readSetting(terminal, ROOM_SERVICE_VARIABLES.keys) !== 'cloud-kms') return undefined;
  const keyRing = readSetting(terminal, ROOM_SERVICE_VARIABLES.kmsKeyRing);
  if (keyRing === undefined) return 'unnamed';
  const scope = readSetting(terminal, ROOM_SERVICE_VARIABLES.kmsKeyPer);
  return { keyRing, scope, endpoint: readSetting(terminal, ROOM_SERVICE_VARIABLES.kmsEndpoint) };
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
