import { stat } from 'node:fs/promises';
import { type Finding, fail, ok, quoteForShell, warn } from '@strongroom/settings';
import type { inspectToken } from '../container/token.ts';
import type { VaultTokenSettings } from '../service/stores.ts';
import { isMountedOpen, modeText } from './modes.ts';

const PAGE = 'docs/how-to/keep-keys-in-an-hsm.md tells how to set up the tokens';

/** Checks that a service could use this token, and cannot decrypt what it wraps. */
export async function checkToken(
  settings: VaultTokenSettings | Readonly<{ missing: readonly string[] }>,
  inspect: (settings: VaultTokenSettings) => ReturnType<typeof inspectToken>,
): Promise<readonly Finding[]> {
  if ('missing' in settings)
    return [fail('token', `${settings.missing.join(', ')} missing`, `set what the service uses; ${PAGE}`)];
  const seen = await inspect(settings);
  if (seen.state !== 'fits')
    return [
      seen.state === 'unfit'
        ? fail('token', seen.reason, PAGE)
        : fail('token', `it cannot be used (${seen.reason})`, 'look at the HSM and its connection'),
    ];
  return [
    ok('token', `${settings.token}, ${seen.isNew ? 'no key yet' : 'with keys of this service'}`),
    settings.outer === undefined
      ? warn('outer layer', 'none: the PIN of this service can decrypt', `name STRONGROOM_KEYS_OUTER; ${PAGE}`)
      : ok('outer layer', settings.outer),
    ...(await pinFinding(settings.pinFile)),
  ];
}

async function pinFinding(file: string): Promise<readonly Finding[]> {
  if (process.platform === 'win32') return [];
  const found = await stat(file);
  return isMountedOpen(found)
    ? [warn('PIN file', `${file} has mode ${modeText(found.mode)}`, `chmod 600 ${quoteForShell(file)}`)]
    : [ok('PIN file', 'for the owner only')];
}
