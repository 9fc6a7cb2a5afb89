import type { Terminal } from '@strongroom/command-line';
import { type Finding, fail, ok, ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import type { faultOfOuterKey } from '../container/token.ts';
import { readSetting } from '../service/setting.ts';

/** File with the public key of the outer layer around keys of the keyring; undefined if there is no layer. */
export const outerKeyOf = (terminal: Pick<Terminal, 'environment'>): string | undefined =>
  readSetting(terminal, ROOM_SERVICE_VARIABLES.keysOuter) ?? undefined;

/** Checks that a service could wrap with this key. */
export async function checkOuterKey(file: string, faultOf: typeof faultOfOuterKey): Promise<Finding> {
  const fault = await faultOf(file);
  return fault === undefined
    ? ok('outer layer', file)
    : fail('outer layer', fault, 'docs/how-to/keep-keys-in-an-hsm.md tells how to make the key pair');
}
