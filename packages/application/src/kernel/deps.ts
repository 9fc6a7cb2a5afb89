import type {
  AuditEvent,
  Email,
  KeyPerson,
  Label,
  LabelRules,
  MailLimits,
  NewsLevel,
  OrgId,
  OrgUnitId,
  UserId,
} from '@strongroom/domain';
import type {
  AuditKeys,
  BlobStore,
  CheckpointKeeper,
  Clock,
  DocumentStore,
  ErasedPeople,
  GrantSigner,
  Ids,
  KeyVault,
  Log,
  Mailer,
  OutgoingCalls,
  PasswordHasher,
  RateLimiter,
  SecondFactors,
  Secrets,
  WitnessPeer,
} from '@strongroom/ports';
import type { Names } from '../store/names.ts';
import type { CheckpointSigning } from './checkpoint-signing.ts';
import type { Lists } from './lists.ts';
import type { MailPresentation } from './mail.ts';
import type { OperationRunner } from './operation-runner.ts';

/** The ports, as implemented by adapters. */
export type Ports = Readonly<{
  documents: DocumentStore;
  blobs: BlobStore;
  keys: KeyVault;
  mailer: Mailer;
  limiter: RateLimiter;
  passwords: PasswordHasher;
  factors: SecondFactors;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  log: Log;
  /** The keys that sign the audit log. Without them nothing is signed. */
  auditKeys?: AuditKeys;
  /** The list of erased people. Without it a restored store brings them back. */
  erasedPeople?: ErasedPeople;
  /** Signs key grants. Without it, or without `keyService`, no grant is made. */
  grants?: GrantSigner;
  /** Calls the receivers of webhooks. Without it none is reached. */
  calls?: OutgoingCalls;
  /** Witnesses of the audit log. */
  witnesses?: readonly WitnessPeer[];
  /** Keepers of its checkpoints. */
  keepers?: readonly CheckpointKeeper[];
  /** Mailboxes that get a checkpoint once a day. */
  checkpointsTo?: readonly Email[];
}>;

/** The key service that people get keys from. */
export type KeyServiceLink = Readonly<{
  /** Its address, the audience of grants. */
  url: string;
  /** The address of this service, the issuer of grants: `scheme://host[:port]`. */
  issuer: () => string;
  /** Mode and key of the key service as it tells them, which clients take as a hint; null while it does not answer. */
  hint: () => Promise<KeyServiceHint | null>;
  /** The mode as it was last known, without waiting; null as long as it is unknown. */
  proof: () => string | null;
  /**
   * Verifies a link by the key of the key service; undefined for one that is not valid now. Rejects with Unavailable while that
   * key is unknown.
   */
  linked: (link: string) => Promise<LinkedPerson | undefined>;
}>;

/** A person who asked the key service to be linked to a user. */
export type LinkedPerson = Readonly<{ user: string; person: KeyPerson }>;

/** `key`: thumbprint of the key with which it signs answers. */
export type KeyServiceHint = Readonly<{ proof: string; key: string }>;

/** Ways to sign in. */
export type SignInWays = Readonly<{
  password: boolean;
  oidc: boolean;
  /** Sign-in by a code that a person types in the web application (RFC 8628). */
  deviceCode: boolean;
  /** Domains whose verified addresses become members at their first sign-in by the identity provider. */
  jitDomains: readonly string[];
}>;

/** The configuration of an operator. */
export type Configuration = Readonly<{
  labelRules: LabelRules;
  /**
   * Base URL of links: `https://host`, without a slash at the end. A function, because the port may be assigned when
   * listening.
   */
  publicUrl: () => string;
  /** Seconds. */
  uploadUrlTtl: number;
  /** Seconds. */
  downloadUrlTtl: number;
  /** Rooms a user may create per minute: each has a key of its own at the key service. */
  roomsPerMinute: number;
  /** Denials of a user that this process records one by one in a minute; 60 by default. Further ones are counted. */
  denialsPerMinute?: number;
  /** Uploads a user may announce per minute: each wraps a key. */
  uploadsPerMinute: number;
  /** Days for which audit events are kept, and the addresses of their callers; for ever without a number. */
  auditKeepDays?: number | undefined;
  auditKeepIpDays?: number | undefined;
  /** Days after their last invitation for which a user is kept who never accepts; for ever without a number. */
  invitedKeepDays?: number | undefined;
  /** The ways to sign in; by default passwords only. */
  signIn?: SignInWays;
  /** Whether people who sign in with a password need a second factor; `optional` by default. */
  secondFactor?: 'optional' | 'required';
  /** False where mails stay in a folder of the operator. */
  isMailSent?: boolean;
  /** Absent where people have key management of their own. */
  keyService?: KeyServiceLink;
  /** Mails that go out at once, of which further ones wait; `MAIL_LIMITS` by default. */
  mailLimits: MailLimits;
  /** Whether room owners invite by e-mail address; `owners` by default. */
  roomInvitations?: 'owners' | 'off';
  /** Whether every write is refused and no job runs; false by default. */
  isReadOnly?: boolean;
  /** Whether external users own rooms; `off` by default. */
  externalOwners?: 'on' | 'off';
  /** The organisation as holders of links read it; absent where the operator names none. */
  organisation?: string | undefined;
  /** Mails name rooms up to this label; by default only those of the lowest. */
  mailLabel?: Label;
  /** The level of mails with news for people who chose none. `off`, the default: no one gets any. */
  news?: NewsLevel | 'off';
  /** How mails speak for the service. */
  mails?: MailPresentation;
  /** An event as receivers of webhooks get it. */
  eventBody?: (event: AuditEvent) => object;
  /** Maximum number of unconfirmed uploads, and of their bytes. */
  pendingLimits: Readonly<{ filesPerUser: number; bytesPerUser: number; filesPerRoom: number }>;
}>;

/** The organisation this process serves, as found or created at start. */
export type Home = Readonly<{ orgId: OrgId; rootUnitId: OrgUnitId }>;

/** Everything an operation can use; each operation picks its part with `Pick`. */
export type Deps = Ports &
  Configuration &
  Home &
  Readonly<{
    runner: OperationRunner;
    lists: Lists;
    /** Finds and sorts the files of a room. */
    names: Names;
    checkpointer: CheckpointSigning | undefined;
    /** Charges a user for documents that a request looks through. Throws RATE_LIMIT_EXCEEDED. */
    countReading: (userId: UserId, documents: number) => Promise<void>;
  }>;
