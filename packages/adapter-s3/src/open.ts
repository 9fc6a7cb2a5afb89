import { type BlobGateway, type BlobStore, type Clock, Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import { BucketApi } from './bucket/bucket-api.ts';
import { BucketChecks, type BucketRequirements } from './bucket/bucket-checks.ts';
import { BucketUnfit } from './bucket/bucket-unfit.ts';
import { type BucketCredentials, connectBucket } from './bucket/connect.ts';
import { ObjectJoins } from './bucket/joins.ts';
import { ObjectNames } from './bucket/object-names.ts';
import { S3Failure } from './bucket/s3-failure.ts';
import { testBucket } from './bucket/self-test.ts';
import { type PublicBucket, SignedAddresses } from './direct/addresses.ts';
import { DirectStore } from './direct/direct-store.ts';
import { type CutUploadRule, testDirectAddresses } from './direct/self-test.ts';
import { signingKeyOf } from './direct/signing-key.ts';
import { ObjectVersions } from './direct/versions.ts';
import { GatewayStore, type GatewayStoreOptions } from './through/through-service.ts';

export type S3BlobStoreOptions = BucketCredentials & GatewayStoreOptions;

export type DirectS3Options = BucketCredentials &
  PublicBucket &
  Readonly<{
    clock: Pick<Clock, 'now'>;
    /** Prefix of the names of all objects; empty if the service has the bucket for itself. */
    prefix: string;
    /** Number of keys per page of a list, 1000 by default. */
    pageSize?: number;
    /** Whether to accept a server that stores the beginning of an upload that was cut off; it breaks BS-15. */
    cutUploads?: CutUploadRule;
    /** Origin of the web pages that use the addresses; undefined while it is not known. */
    pageOrigin?: () => string | undefined;
  }>;

/** Whether bytes pass through the service, or clients reach the S3 server themselves. */
export type TransferRoute = 'through-service' | 'direct';

/** Milliseconds to find credentials: the machine may have to be asked for them. */
const CREDENTIALS_MS = 8000;

/**
 * Opens the store after checking the settings, the rights and the bucket. Rejects with BucketUnfit if the operator must
 * change something, and with Unavailable if the server does not reply.
 */
export async function openS3Blobs(options: S3BlobStoreOptions): Promise<BlobStore & BlobGateway> {
  const api = apiOf(options);
  const checks = checksOf(api, options.prefix, throughDemands(api));
  await checks.atStart().catch(asUnfit);
  return new GatewayStore(api, options, () => checks.whileServing());
}

/** Opens a store whose addresses lead to the S3 server. */
export async function openDirectS3Blobs(options: DirectS3Options): Promise<BlobStore> {
  const clients = connectBucket(options);
  const api = new BucketApi(clients, options.bucket, options.endpoint);
  const names = new ObjectNames(options.prefix);
  const key = await signingKeyOf(options, clients.client, new Deadline(CREDENTIALS_MS)).catch(asUnfit);
  const addresses = new SignedAddresses(options, key, names, options.clock);
  const versions = new ObjectVersions(api);
  const { clock, pageSize = 1000, pageOrigin = () => undefined, cutUploads = 'refuse' } = options;
  const tested = { api, versions, addresses, clock, pageOrigin, cutUploads };
  const checks = checksOf(api, options.prefix, {
    versioning: 'needed',
    selfTest: (probes, deadline, isStart) => testDirectAddresses(tested, probes, deadline, isStart),
    removeProbe: (name, deadline) => versions.removeAll(name, deadline),
  });
  await checks.atStart().catch(asUnfit);
  return new DirectStore({
    versions,
    addresses,
    joins: new ObjectJoins(api),
    names,
    pageSize,
    check: () => checks.whileServing(),
  });
}

/** Reads the settings of the bucket, tries a write, and leaves nothing in it. Rejects as `openS3Blobs` does. */
export async function inspectS3Bucket(
  options: BucketCredentials & Readonly<{ prefix: string; way?: TransferRoute | undefined }>,
): Promise<void> {
  const clients = connectBucket(options);
  const api = new BucketApi(clients, options.bucket, options.endpoint);
  const isDirect = options.way === 'direct';
  if (isDirect) await signingKeyOf(options, clients.client, new Deadline(CREDENTIALS_MS)).catch(asUnfit);
  const versions = new ObjectVersions(api);
  const demands = isDirect
    ? ({
        ...throughDemands(api),
        versioning: 'needed',
        removeProbe: (name, deadline) => versions.removeAll(name, deadline),
      } satisfies BucketRequirements)
    : throughDemands(api);
  await checksOf(api, options.prefix, demands).inspected().catch(asUnfit);
}

const apiOf = (options: BucketCredentials): BucketApi =>
  new BucketApi(connectBucket(options), options.bucket, options.endpoint);

const checksOf = (api: BucketApi, prefix: string, demands: BucketRequirements): BucketChecks =>
  new BucketChecks(api, new ObjectNames(prefix).probe(''), demands);

const throughDemands = (api: BucketApi): BucketRequirements => ({
  versioning: 'unfit',
  selfTest: (probes, deadline) => testBucket(api, probes, deadline),
  removeProbe: (name, deadline) => api.remove(name, deadline),
});

function asUnfit(error: unknown): never {
  const cause = error instanceof Unavailable ? error.cause : undefined;
  throw cause instanceof BucketUnfit || (cause instanceof S3Failure && cause.isUnfit)
    ? new BucketUnfit(cause.message, { cause })
    : error;
}
