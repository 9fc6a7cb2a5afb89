import type { FileId, Instant, InvitationId, JobId, ReceiptId, RoomId, UserId } from '@strongroom/domain';

/** What each kind of job is told. Ids only: everything else is read when the job runs. */
export type JobData = {
  /** Destroys key, objects and wrapped keys of a deleted room; resumable after any file. */
  'destroy-room': { roomId: RoomId; receiptId: ReceiptId };
  /** Removes what was uploaded through addresses that outlived the deletion. */
  'sweep-room': { roomId: RoomId; receiptId: ReceiptId };
  /** Removes the objects and links of a deleted file, then its tombstone. */
  'delete-file': { roomId: RoomId; fileId: FileId };
  'send-invitation': { userId: UserId; invitationId: InvitationId };
};

export type JobKind = keyof JobData;

export type Job<K extends JobKind = JobKind> = {
  [Kind in K]: Readonly<{ id: JobId; kind: Kind; data: Readonly<JobData[Kind]>; dueAt: Instant; leasedUntil: Instant; attempts: number }>;
}[K];

/** A job to be written in the same commit as its cause. Due at once unless told otherwise. */
export const newJob = <K extends JobKind>(job: Readonly<{ kind: K; data: JobData[K]; dueAt?: Instant }>, id: string, now: Instant): Job =>
  ({ id: id as JobId, kind: job.kind, data: job.data, dueAt: job.dueAt ?? now, leasedUntil: 0 as Instant, attempts: 0 }) as Job;
