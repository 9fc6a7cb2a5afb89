import {
  type Email,
  type Ending,
  EPOCH,
  type FileId,
  type Instant,
  type InvitationId,
  type InvitationMessage,
  type JobId,
  type Label,
  type OrgUnitId,
  type OwnerTaken,
  type ReceiptId,
  type RequestId,
  type RoomId,
  type TokenId,
  type UploadRequestId,
  type UserId,
  type WebhookId,
} from '@strongroom/domain';

/** Data of each kind of job: ids, if not said otherwise. Everything else is read when the job runs. */
export type JobData = {
  /** Mails a link to the user of the address, if it has one. The address, because the request reads no user. */
  'reset-password': { email: Email; request: Readonly<{ id: RequestId; ip: string }> };
  /** Destroys key, objects and wrapped keys of a deleted room; resumable after any file. */
  'destroy-room': { roomId: RoomId; receiptId: ReceiptId };
  /** Removes what was uploaded through addresses that outlived the deletion. */
  'sweep-room': { roomId: RoomId; receiptId: ReceiptId };
  /** Removes the objects and links of a deleted file, then its tombstone. `uploads`: other ids under which versions were uploaded. */
  'delete-file': { roomId: RoomId; fileId: FileId; uploads?: readonly FileId[] };
  /** Removes the object and links of a deleted version. */
  'delete-version': { roomId: RoomId; fileId: FileId; version: number; sealed: string };
  /** Removes an upload request that was not opened in time. */
  'forget-draft': { requestId: UploadRequestId };
  /** Removes objects of an item of the inbox that no waiting item needs, and the item some time after it was handled. */
  'sweep-item': { roomId: RoomId; itemId: FileId };
  /** Removes the links of a file in the bin, which are too many for the commit of its deletion. */
  'remove-links': { fileId: FileId };
  /** Ends all memberships of a deactivated user from before that epoch. */
  'leave-everything': { userId: UserId; epoch: number; by?: OwnerTaken };
  /** Completes the erasure of a person, who is encrypted with the secret of the service. */
  'forget-person': { sealed: string };
  /** Erases the stored answers that name a deleted org unit. */
  'forget-unit': { unitId: OrgUnitId };
  /** Removes the `last_used_at` records of tokens that no longer exist. */
  'forget-tokens': { tokenIds: readonly TokenId[] };
  /** Sends events to a webhook for as long as it is stored and enabled. */
  'deliver-webhook': { webhookId: WebhookId };
  /** Notes for each person that there are news of a room; one job for the whole log. */
  'follow-news': Readonly<Record<string, never>>;
  /** Notes some days before a link, an upload request or a membership ends that this is news for its person. */
  'note-ending': Ending & Readonly<{ roomId: RoomId }>;
  /** Mails news to the people whose mail is due; one job for all of them. */
  'send-news': Readonly<Record<string, never>>;
  /** Mails to every owner of the organisation that an administrator adopted a room. */
  'mail-adoption': { roomId: RoomId; userId: UserId; mailId: string };
  /** Mails to owners of the organisation that rooms of these labels have no owner any more. */
  'mail-orphans': { labels: readonly Label[]; mailId: string };
  /** Mails to a user that they were linked to a person of the key service. */
  'mail-key-person': { userId: UserId; mailId: string };
  /** Mails to the maker of a webhook that it was disabled. */
  'mail-webhook-disabled': { webhookId: WebhookId; userId: UserId; mailId: string };
  /** Mails to a user that they were linked to a person of the identity provider. */
  'mail-identity-linked': { userId: UserId; mailId: string };
  /** Mails the link to one of the addresses of a change, by the id of its confirmation. */
  'mail-email-change': { userId: UserId; confirmationId: InvitationId };
  /** Mails to the former address of a user that it is another one now. */
  'mail-email-changed': { userId: UserId; mailId: string; formerEmail: Email };
  /** Mails to a user that they are no longer linked to a person of the identity provider. */
  'mail-identity-unlinked': { userId: UserId; mailId: string; isOneself: boolean };
  /** `invitedBy` and `roomId` are absent in jobs of an older version. */
  'send-invitation': {
    userId: UserId;
    invitationId: InvitationId;
    invitedBy?: UserId;
    roomId?: RoomId;
    message?: InvitationMessage;
    isReset?: true;
  };
  /** Mails to an active user that they became a member of a room. */
  'mail-room-invitation': {
    roomId: RoomId;
    userId: UserId;
    invitedBy: UserId;
    message?: InvitationMessage;
    mailId: string;
  };
};

export type JobKind = keyof JobData;

export type Job<K extends JobKind = JobKind> = {
  [Kind in K]: Readonly<{
    id: JobId;
    kind: Kind;
    data: Readonly<JobData[Kind]>;
    dueAt: Instant;
    leasedUntil: Instant;
    attempts: number;
    /** When a job that fails was first due. */
    failingSince?: Instant;
    /** The turn of a mail that has to wait, and when it was counted. */
    turn?: Readonly<{ at: Instant; countedAt: Instant }>;
  }>;
}[K];

export type NewJob = { [K in JobKind]: Readonly<{ kind: K; data: Readonly<JobData[K]>; dueAt?: Instant }> }[JobKind];

/** Whether jobs of this kind send a mail. */
export const isMail = (kind: JobKind): boolean => kind === 'send-invitation' || kind.startsWith('mail-');

/** A job to be written in the same commit as its cause. Due at once by default. */
export const newJob = (job: NewJob, id: JobId, now: Instant): Job => ({
  ...job,
  id,
  dueAt: job.dueAt ?? now,
  leasedUntil: EPOCH,
  attempts: 0,
  ...(isMail(job.kind) && job.dueAt !== undefined && job.dueAt > now && { turn: { at: job.dueAt, countedAt: now } }),
});
