import { DoesNotFitYet } from '@strongroom/application';
import type { OpenBlobStore } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';

/** Opens a bucket of Cloud Storage. Throws DoesNotFitYet, and Unavailable without an answer. */
export const openBlobStore: OpenBlobStore<Settings> = async ({ settings, clock }) => {
  const { gcsBucket, gcsHmacId, gcsHmacSecret, gcsWeakerDeletion, gcsEndpoint } = settings;
  if (gcsBucket === undefined) throw new TypeError('these settings were not read to their end');
  const { BucketUnfit, GcsBlobStore } = await import('@strongroom/adapter-gcs');
  try {
    return await GcsBlobStore.open({
      bucket: gcsBucket,
      hmac:
        gcsHmacId === undefined || gcsHmacSecret === undefined
          ? undefined
          : { accessId: gcsHmacId, secret: gcsHmacSecret },
      weakerDeletion: gcsWeakerDeletion,
      endpoint: gcsEndpoint,
      clock,
    });
  } catch (error) {
    throw error instanceof BucketUnfit ? new DoesNotFitYet(`STRONGROOM_BLOBS=gcs: ${error.message}`) : error;
  }
};
