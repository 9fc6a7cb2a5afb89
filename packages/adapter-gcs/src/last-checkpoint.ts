import { type LastCheckpoint, MAX_CHECKPOINT_BYTES, Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import { BucketApi } from './bucket/bucket-api.ts';
import { type BucketCredentials, clientOf, reachBucket } from './connect.ts';

const CALL_MS = 5000;

export type GcsLastCheckpointOptions = Pick<BucketCredentials, 'bucket' | 'endpoint' | 'auth'> &
  Readonly<{ prefix: string; name: string }>;

/**
 * The last signed checkpoint of an audit log as the object `<prefix>audit.checkpoint` of a bucket, which all processes share.
 * Needs the rights to read, create and, since it is replaced, delete objects.
 */
export function gcsLastCheckpoint({ prefix, name, ...access }: GcsLastCheckpointOptions): LastCheckpoint {
  const reached = reachBucket(access);
  const api = new BucketApi(reached);
  const file = `${prefix}audit.checkpoint`;
  const inTime = async (): Promise<Deadline> => {
    const deadline = new Deadline(CALL_MS);
    await deadline.bound(clientOf(reached.auth)).catch((error: unknown) => {
      throw new Unavailable('blobs', { cause: error });
    });
    return deadline;
  };
  return {
    noted: name,
    lastSigned: async () => {
      const path = `/o/${encodeURIComponent(file)}`;
      const deadline = await inTime();
      // Asked first, because only this answer tells a missing object from a missing bucket.
      const found = await api.ask({ method: 'GET', path, query: { fields: 'name' } }, deadline);
      // An object may be as long as its writer likes; a signed note is not.
      return found.outcome === 'done' ? api.text(file, MAX_CHECKPOINT_BYTES, deadline) : undefined;
    },
    noteSigned: async (checkpoint) => {
      const query = { name: file };
      const answer = await api.ask({ method: 'POST', path: '/o', query, text: checkpoint }, await inTime());
      if (answer.outcome !== 'done') throw new Unavailable('blobs');
    },
  };
}
