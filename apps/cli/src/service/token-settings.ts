import type { TokenSettings, VaultTokenSettings } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Asked = Pick<Terminal, 'variable'>;

const NAMES = {
  library: 'STRONGROOM_PKCS11_LIBRARY',
  token: 'STRONGROOM_PKCS11_TOKEN',
  pinFile: 'STRONGROOM_PKCS11_PIN_FILE',
} as const;

/** The token that the settings of the service name, or the settings that are missing. */
export function tokenOf({ variable }: Asked): TokenSettings | Readonly<{ missing: readonly string[] }> {
  const [library, token, pinFile] = [variable(NAMES.library), variable(NAMES.token), variable(NAMES.pinFile)];
  if (library !== undefined && token !== undefined && pinFile !== undefined) return { library, token, pinFile };
  return { missing: Object.values(NAMES).filter((name) => variable(name) === undefined) };
}

/** The same for a service whose keys are in a token; undefined if they are elsewhere. */
export function vaultTokenOf(
  terminal: Asked,
): VaultTokenSettings | Readonly<{ missing: readonly string[] }> | undefined {
  if (terminal.variable('STRONGROOM_KEYS') !== 'pkcs11') return undefined;
  const outer = terminal.variable('STRONGROOM_KEYS_OUTER');
  if (outer === undefined) return { missing: ['STRONGROOM_KEYS_OUTER'] };
  const token = tokenOf(terminal);
  return 'missing' in token ? token : { ...token, outer: outer === 'none' ? undefined : outer };
}
