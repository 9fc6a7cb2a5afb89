import { DoesNotFitYet } from '@strongroom/application';
import type { OpenBlobStore } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';
import { s3Credentials } from './s3-credentials.ts';

/** Opens a bucket of an S3 server. Throws DoesNotFitYet, and Unavailable if the server does not reply. */
export const openBlobStore: OpenBlobStore<Settings> = async ({
  settings,
  baseUrl,
  signingKey,
  earlierSigningKeys,
  clock,
  log,
}) => {
  const { s3Bucket, s3Endpoint, s3Region, s3PathStyle, s3Prefix, s3Way, s3PublicEndpoint, s3CutUploads } = settings;
  if (s3Bucket === undefined) throw new TypeError('these settings were not read to their end');
  const { BucketUnfit, openDirectS3Blobs, openS3Blobs } = await import('@strongroom/adapter-s3');
  const bucket = {
    ...s3Credentials(settings, log),
    clock,
    bucket: s3Bucket,
    endpoint: s3Endpoint,
    region: s3Region,
    pathStyle: s3PathStyle === undefined ? undefined : s3PathStyle === 'yes',
    prefix: s3Prefix ?? '',
  };
  try {
    if (s3Way === 'through-service') return await openS3Blobs({ ...bucket, baseUrl, signingKey, earlierSigningKeys });
    return await openDirectS3Blobs({
      ...bucket,
      publicEndpoint: s3PublicEndpoint,
      cutUploads: s3CutUploads,
      pageOrigin: () => pageOrigin(baseUrl()),
    });
  } catch (error) {
    throw error instanceof BucketUnfit ? new DoesNotFitYet(`STRONGROOM_BLOBS=s3: ${error.message}`) : error;
  }
};

/** Origin of the web pages; undefined while the port is not chosen yet. */
function pageOrigin(baseUrl: string): string | undefined {
  const { origin, port } = new URL(baseUrl);
  return port === '0' ? undefined : origin;
}
