import { SettingsDoNotFit } from '@strongroom/application';
import type { OpenBlobStore } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';

/** Opens a bucket of an S3 server. Throws SettingsDoNotFit, and Unavailable if the server does not reply. */
export const openBlobStore: OpenBlobStore<Settings> = async ({ settings, baseUrl, signingKey, clock }) => {
  const { s3Bucket, s3Endpoint, s3Region, s3PathStyle, s3Prefix } = settings;
  if (s3Bucket === undefined) throw new TypeError('these settings were not read to their end');
  const { BucketUnfit, openS3Blobs } = await import('@strongroom/adapter-s3');
  try {
    return await openS3Blobs({
      baseUrl,
      signingKey,
      clock,
      bucket: s3Bucket,
      endpoint: s3Endpoint,
      region: s3Region,
      pathStyle: s3PathStyle === undefined ? undefined : s3PathStyle === 'yes',
      prefix: s3Prefix ?? '',
    });
  } catch (error) {
    throw error instanceof BucketUnfit ? new SettingsDoNotFit(`STRONGROOM_BLOBS=s3: ${error.message}`) : error;
  }
};
