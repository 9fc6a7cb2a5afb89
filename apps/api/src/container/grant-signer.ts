import { join } from 'node:path';
import { grantSigner, openSigningKey, signingKeyFrom } from '@strongroom/adapter-local';
import type { GrantSigner } from '@strongroom/ports';
import type { Settings } from '../config/settings.ts';
import { KEPT } from './adapters/kept.ts';

/** The signer of key grants, with the key of the settings or one in the folder of keys; undefined without a key service. */
export async function openGrantSigner({
  keyServiceUrl,
  grantKey,
  dataDir,
}: Pick<Settings, 'keyServiceUrl' | 'grantKey' | 'dataDir'>): Promise<GrantSigner | undefined> {
  if (keyServiceUrl === undefined) return undefined;
  if (grantKey !== undefined) return grantSigner(signingKeyFrom(grantKey));
  return grantSigner(await openSigningKey(join(dataDir, KEPT.keys), 'grant.key'));
}
