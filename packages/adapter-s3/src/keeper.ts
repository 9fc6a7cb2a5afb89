import { createHash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type CheckpointKeeper, MAX_CHECKPOINT_BYTES } from '@strongroom/ports';
import { checkpointName, checkpointPrefix, Deadline, longestCheckpoint } from '@strongroom/store-kit';
import { textUpTo } from './bucket/bounded-text.ts';
import { BucketApi } from './bucket/bucket-api.ts';
import { type BucketCredentials, connectBucket } from './bucket/connect.ts';

/** Milliseconds for a call, including its search for the longest checkpoint. */
const CALL_MS = 12_000;

export type S3KeeperOptions = BucketCredentials & Readonly<{ prefix: string; name: string }>;

/**
 * Keeps checkpoints of audit logs as objects `<prefix><log>.<size>.checkpoint` of a bucket, which may lock objects. None is
 * replaced or deleted. Needs the rights s3:PutObject, s3:GetObject and s3:ListBucket. Rejects with Unavailable.
 */
export function s3Keeper({ prefix, name, ...access }: S3KeeperOptions): CheckpointKeeper {
  const api = new BucketApi(connectBucket(access), access.bucket, access.endpoint);
  return {
    name,
    every: 0,
    keep: async ({ origin, size, note }) => {
      const Body = Buffer.from(note);
      const command = new PutObjectCommand({
        Bucket: access.bucket,
        Key: `${prefix}${checkpointName(origin, size)}`,
        Body,
        ContentLength: Body.byteLength,
        // A bucket that locks its objects demands it.
        ContentMD5: createHash('md5').update(Body).digest('base64'),
        IfNoneMatch: '*',
      });
      await api.ask(
        {
          right: 's3:PutObject',
          expected: ['PreconditionFailed'],
          send: (client, abortSignal) => client.send(command, { abortSignal }),
        },
        new Deadline(CALL_MS),
      );
    },
    latest: async (origin, below) => {
      const deadline = new Deadline(CALL_MS);
      const list = async (after: string) => {
        const asked = { prefix: `${prefix}${checkpointPrefix(origin)}`, after: `${prefix}${after}` };
        const { objects, hasMore } = await api.list(asked, deadline);
        return { names: objects.map((object) => object.name.slice(prefix.length)), hasMore };
      };
      const size = await longestCheckpoint(origin, list, below);
      if (size === undefined) return undefined;
      const body = await api.get(`${prefix}${checkpointName(origin, size)}`, undefined, deadline);
      if (body === undefined) return undefined;
      return { size, note: await deadline.bound(textUpTo(body, MAX_CHECKPOINT_BYTES)) };
    },
  };
}
