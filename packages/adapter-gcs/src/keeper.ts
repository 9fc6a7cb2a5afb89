import { type CheckpointKeeper, MAX_CHECKPOINT_BYTES, Unavailable } from '@strongroom/ports';
import { checkpointName, checkpointPrefix, Deadline, longestCheckpoint } from '@strongroom/store-kit';
import { BucketApi } from './bucket/bucket-api.ts';
import { JsonPart } from './bucket/json.ts';
import { type BucketCredentials, clientOf, reachBucket } from './connect.ts';

/** Milliseconds for a call, with its search for the longest checkpoint. */
const CALL_MS = 12_000;
/** Names per page of a list. */
const PAGE = 1000;

export type GcsKeeperOptions = Pick<BucketCredentials, 'bucket' | 'endpoint' | 'auth'> &
  Readonly<{ prefix: string; name: string }>;

/**
 * Keeps checkpoints of audit logs as objects `<prefix><log>.<size>.checkpoint` of a bucket, which may have a retention policy.
 * None is replaced or deleted. Needs the rights to create, read and list objects. Rejects with Unavailable.
 */
export function gcsKeeper({ prefix, name, ...access }: GcsKeeperOptions): CheckpointKeeper {
  const reached = reachBucket(access);
  const api = new BucketApi(reached);
  // A machine without credentials starts nevertheless: a keeper that fails is named.
  const inTime = async (): Promise<Deadline> => {
    const deadline = new Deadline(CALL_MS);
    await answered(clientOf(reached.auth), deadline);
    return deadline;
  };
  return {
    name,
    every: 0,
    keep: async ({ origin, size, note }) => {
      // `unmet`: it is kept already, or an earlier try stored it and its answer was lost.
      const query = { name: `${prefix}${checkpointName(origin, size)}`, ifGenerationMatch: '0' };
      const answer = await api.ask({ method: 'POST', path: '/o', query, text: note }, await inTime());
      if (answer.outcome === 'missing') throw new Unavailable('blobs');
    },
    latest: async (origin, below) => {
      const deadline = await inTime();
      const list = async (after: string) => {
        const query = {
          prefix: `${prefix}${checkpointPrefix(origin)}`,
          // The first name after it in byte order.
          startOffset: `${prefix}${after}\u0001`,
          maxResults: String(PAGE),
          fields: 'nextPageToken,items(name)',
        };
        const answer = await api.ask({ method: 'GET', path: '/o', query }, deadline);
        // An empty list is answered with 200; 404 means a missing bucket.
        if (answer.outcome !== 'done') throw new Unavailable('blobs');
        const page = new JsonPart(answer.body);
        const names = page.parts('items').map((item) => item.needed('name').slice(prefix.length));
        return { names, hasMore: page.text('nextPageToken') !== undefined };
      };
      const size = await longestCheckpoint(origin, list, below);
      if (size === undefined) return undefined;
      const note = await api.text(`${prefix}${checkpointName(origin, size)}`, MAX_CHECKPOINT_BYTES, deadline);
      return { size, note };
    },
  };
}

async function answered<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  try {
    return await deadline.bound(work);
  } catch (error) {
    throw new Unavailable('blobs', { cause: error });
  }
}
