import type { Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import { readSetting } from './setting.ts';
import type { TokenSettings, VaultTokenSettings } from './stores.ts';

type EnvironmentReader = Pick<Terminal, 'environment'>;

const { pkcs11Library, pkcs11Token, pkcs11PinFile } = ROOM_SERVICE_VARIABLES;

/** The token that the settings of the service name, or the settings that are missing. */
export function tokenOf(terminal: EnvironmentReader): TokenSettings | Readonly<{ missing: readonly string[] }> {
  const wanted = [pkcs11Library, pkcs11Token, pkcs11PinFile] as const;
  const [library, token, pinFile] = wanted.map((variable) => readSetting(terminal, variable));
  if (library !== undefined && token !== undefined && pinFile !== undefined) return { library, token, pinFile };
  return {
    missing: wanted.filter((variable) => readSetting(terminal, variable) === undefined).map(({ name }) => name),
  };
}

/** The token of a service whose keys are in one; undefined if they are elsewhere. */
export function vaultTokenOf(
  terminal: EnvironmentReader,
): VaultTokenSettings | Readonly<{ missing: readonly string[] }> | undefined {
  if (readSetting(terminal, ROOM_SERVICE_VARIABLES.keys) !== 'pkcs11') return undefined;
  const outer = readSetting(terminal, ROOM_SERVICE_VARIABLES.keysOuter);
  if (outer === undefined) return { missing: [ROOM_SERVICE_VARIABLES.keysOuter.name] };
  const token = tokenOf(terminal);
  return 'missing' in token ? token : { ...token, outer: outer ?? undefined };
}
