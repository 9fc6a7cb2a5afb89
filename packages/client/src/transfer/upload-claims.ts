import type { FileCalls } from '../calls/files.ts';
import { removeUnconfirmed } from './leftovers.ts';
import type { UploadGroup } from './upload-group.ts';
import type { ClaimedJob, UploadJob } from './upload-job.ts';
import type { UploadMemory } from './upload-memory.ts';

type DoneJob<F, U> = Readonly<{ job: UploadJob<F, U>; content: string; since: number }>;

/** Files by their state in the memory of uploads. */
export type ClaimedFiles<F, U> = Readonly<{
  /** Not announced by any run. */
  fresh: readonly UploadJob<F, U>[];
  /** Announced by an earlier run, by the key of that request. */
  begun: ReadonlyMap<string, readonly ClaimedJob<F, U>[]>;
  done: readonly DoneJob<F, U>[];
  /** Claimed by another run. */
  elsewhere: readonly Readonly<{ job: UploadJob<F, U>; process: string }>[];
}>;

/** Claims files for this run. Removes announced files that they replace. */
export async function claimFiles<F, U>(
  memory: UploadMemory<U>,
  files: FileCalls,
  jobs: readonly UploadJob<F, U>[],
): Promise<ClaimedFiles<F, U>> {
  const fresh: UploadJob<F, U>[] = [];
  const begun = new Map<string, ClaimedJob<F, U>[]>();
  const done: DoneJob<F, U>[] = [];
  const elsewhere: Readonly<{ job: UploadJob<F, U>; process: string }>[] = [];
  const claims = await memory.claim(jobs.map(({ upload, again = false }) => ({ upload, again })));
  for (const [at, job] of jobs.entries()) {
    const claim = claims[at];
    if (claim === undefined) throw new TypeError('the memory answered for fewer uploads');
    if (claim.state === 'done') done.push({ job, content: claim.file, since: claim.since });
    else if (claim.state === 'elsewhere') elsewhere.push({ job, process: claim.process });
    else if (claim.state === 'begun') {
      const group = begun.get(claim.request) ?? [];
      group.push({ place: claim.place, job, before: { id: claim.file } });
      begun.set(claim.request, group);
    } else {
      if (claim.abandoned !== undefined) await removeUnconfirmed(files, claim.abandoned);
      fresh.push(job);
    }
  }
  return { fresh, begun, done, elsewhere };
}

/** A group of new files, which the memory holds before it is announced. */
export async function freshGroup<F, U>(
  memory: UploadMemory<U>,
  jobs: readonly UploadJob<F, U>[],
): Promise<UploadGroup<ClaimedJob<F, U>>> {
  const items = jobs.map(({ description }) => description);
  const uploads = jobs.map(({ upload }) => upload);
  const idempotencyKey = await memory.announce(uploads, items);
  return { idempotencyKey, items, files: jobs.map((job, place) => ({ place, job, before: undefined })) };
}
