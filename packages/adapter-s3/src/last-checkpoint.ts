import { type LastCheckpoint, MAX_CHECKPOINT_BYTES } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import { textUpTo } from './bucket/bounded-text.ts';
import { BucketApi } from './bucket/bucket-api.ts';
import { type BucketCredentials, connectBucket } from './bucket/connect.ts';

const CALL_MS = 5000;

export type S3LastCheckpointOptions = BucketCredentials & Readonly<{ prefix: string; name: string }>;

/**
 * The last signed checkpoint of an audit log as the object `<prefix>audit.checkpoint` of a bucket, which all processes share.
 * Needs the rights s3:PutObject, s3:GetObject and s3:ListBucket, without which a missing object is a refused one.
 */
export function s3LastCheckpoint({ prefix, name, ...access }: S3LastCheckpointOptions): LastCheckpoint {
  const api = new BucketApi(connectBucket(access), access.bucket, access.endpoint);
  const key = `${prefix}audit.checkpoint`;
  return {
    noted: name,
    lastSigned: async () => {
      const deadline = new Deadline(CALL_MS);
      const body = await api.get(key, undefined, deadline);
      return body === undefined ? undefined : deadline.bound(textUpTo(body, MAX_CHECKPOINT_BYTES));
    },
    noteSigned: (checkpoint) => api.put(key, Buffer.from(checkpoint), new Deadline(CALL_MS)),
  };
}
