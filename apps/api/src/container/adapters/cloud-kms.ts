import { DoesNotFitYet, SettingsUnfit } from '@strongroom/application';
import type { OpenKeyVault } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';

const DAY = 86_400;

/** Opens keys in Cloud KMS. Throws SettingsUnfit, and Unavailable without an answer. */
export const openKeyVault: OpenKeyVault<Settings> = async ({ settings }) => {
  const { kmsKeyRing, kmsKeyPer, kmsBinding, kmsDestroyAfter, kmsEndpoint } = settings;
  if (kmsKeyRing === undefined) throw new TypeError('these settings were not read to their end');
  const { CloudKms, KeyRingUnfit, kmsClient, kmsEndpointOf } = await cloudKms();
  try {
    return await CloudKms.open({
      client: kmsClient(kmsEndpoint === undefined ? undefined : kmsEndpointOf(kmsEndpoint)),
      keyRing: kmsKeyRing,
      scope: kmsKeyPer,
      isBound: kmsBinding === 'file',
      destroyedAfter: kmsDestroyAfter === undefined ? undefined : kmsDestroyAfter * DAY,
    });
  } catch (error) {
    throw error instanceof KeyRingUnfit ? new DoesNotFitYet(`STRONGROOM_KEYS=cloud-kms: ${error.message}.`) : error;
  }
};

/** Loaded only if configured: Google's client generates code from strings. */
async function cloudKms() {
  try {
    return await import('@strongroom/adapter-cloud-kms');
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    throw new SettingsUnfit(
      "STRONGROOM_KEYS=cloud-kms does not work while Node runs with --disallow-code-generation-from-strings: Google's client makes code from strings. Leave that flag out of NODE_OPTIONS.",
    );
  }
}
