import type { Embedded } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Finding, fail, ok } from './finding.ts';

/** File with the public key of the outer layer around keys of the keyring; undefined if there is no layer. */
export function outerKeyOf({ variable }: Pick<Terminal, 'variable'>): string | undefined {
  const file = variable('STRONGROOM_KEYS_OUTER');
  return file === 'none' ? undefined : file;
}

/** Checks that a service could wrap with this key. */
export async function checkOuterKey(file: string, faultOf: Embedded['faultOfOuterKey']): Promise<Finding> {
  const fault = await faultOf(file);
  return fault === undefined
    ? ok('outer layer', file)
    : fail('outer layer', fault, 'docs/how-to/keep-keys-in-an-hsm.md tells how to make the key pair');
}
