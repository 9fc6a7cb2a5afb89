import { join } from 'node:path';
import { grantSigner, openSigningKeys, signingKeyFrom } from '@strongroom/adapter-local';
import type { GrantSigner } from '@strongroom/ports';
import type { Settings } from '../config/settings.ts';
import { KEPT } from './adapters/kept.ts';

/**
 * The signer of key grants, with the keys of the settings or those in the folder of keys; undefined without a key service. The
 * first key signs, and all are published.
 */
export async function openGrantSigner({
  keyServiceUrl,
  grantKeys,
  dataDir,
}: Pick<Settings, 'keyServiceUrl' | 'grantKeys' | 'dataDir'>): Promise<GrantSigner | undefined> {
  if (keyServiceUrl === undefined) return undefined;
  const [first, ...others] =
    grantKeys === undefined
      ? await openSigningKeys(join(dataDir, KEPT.keys), 'grant.key')
      : grantKeys.map(signingKeyFrom);
  if (first === undefined) throw new TypeError('no key signs grants');
  return grantSigner(first, others);
}
