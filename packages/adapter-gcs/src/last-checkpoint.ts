import { type LastCheckpoint, MAX_CHECKPOINT_BYTES, Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import { BucketApi } from './bucket/bucket-api.ts';
import { type Access, clientOf, reach } from './connect.ts';

const CALL_MS = 5000;

export type GcsLastCheckpointOptions = Pick<Access, 'bucket' | 'endpoint' | 'auth'> &
  Readonly<{ prefix: string; name: string }>;

/**
 * The last signed checkpoint of an audit log as the object `<prefix>audit.checkpoint` of a bucket, which all processes share.
 * Needs the rights to read, create and, since it is replaced, delete objects.
 */
export function gcsLastCheckpoint({ prefix, name, ...access }: GcsLastCheckpointOptions): LastCheckpoint {
  const { bucket, auth } = reach(access);
  const api = new BucketApi(bucket);
  const file = bucket.file(`${prefix}audit.checkpoint`);
  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await new Deadline(CALL_MS).bound(clientOf(auth).then(work));
    } catch (error) {
      throw new Unavailable('blobs', { cause: error });
    }
  };
  return {
    noted: name,
    lastSigned: async () => {
      const path = `/o/${encodeURIComponent(file.name)}`;
      await inTime(async () => undefined);
      const found = await api.ask({ method: 'GET', path, query: { fields: 'name' } }, new Deadline(CALL_MS));
      if (found.outcome !== 'done') return undefined;
      // An object may be as long as its writer likes; a signed note is not.
      const [content] = await inTime(() => file.download({ start: 0, end: MAX_CHECKPOINT_BYTES - 1 }));
      return content.toString('utf8');
    },
    noteSigned: async (checkpoint) => {
      const contentType = 'text/plain; charset=utf-8';
      await inTime(() => file.save(checkpoint, { resumable: false, contentType }));
    },
  };
}
