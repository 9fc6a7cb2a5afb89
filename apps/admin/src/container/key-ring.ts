import { CloudKms, KeyRingUnfit, kmsClient, kmsEndpointOf } from '@strongroom/adapter-cloud-kms';
import { Unavailable } from '@strongroom/ports';
import type { KeyRingSeen, KeyRingSettings } from '../service/stores.ts';

/** Checks the key ring like a starting service, with the credentials of the current user. */
export const inspectKeyRing: (settings: KeyRingSettings) => Promise<KeyRingSeen> = async ({
  keyRing,
  scope,
  endpoint,
}) => {
  const client = kmsClient(endpoint === undefined ? undefined : kmsEndpointOf(endpoint));
  try {
    await CloudKms.open({ client, keyRing, scope, isBound: false });
    return { state: 'fits' };
  } catch (error) {
    if (error instanceof KeyRingUnfit) return { state: 'unfit', reason: error.message };
    if (!(error instanceof Unavailable)) throw error;
    return { state: 'unreachable', reason: error.cause instanceof Error ? error.cause.message : error.message };
  } finally {
    await client.close().catch(() => undefined); // without credentials there is nothing to close
  }
};
