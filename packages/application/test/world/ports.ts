import { join } from 'node:path';
import {
  Argon2Hasher,
  createSecrets,
  FileBlobStore,
  LocalKeyring,
  MemoryBlobStore,
  MemoryDocumentStore,
  MemoryKeyring,
  MemoryMailer,
  MemoryRateLimiter,
  openSqliteDocuments,
  systemIds,
} from '@strongroom/adapter-local';
import { secondFactors } from '@strongroom/adapter-local/second-factors';
import {
  DEFAULT_EXTERNAL_CLEARANCE,
  DEFAULT_LABELS,
  DEFAULT_ROLE_CLEARANCES,
  type LabelRules,
} from '@strongroom/domain';
import type { BlobGateway, Clock, Log } from '@strongroom/ports';
import type { Configuration, Ports } from '../../src/index.ts';

export const LABEL_RULES: LabelRules = {
  scheme: DEFAULT_LABELS,
  roleClearances: DEFAULT_ROLE_CLEARANCES,
  externalClearance: DEFAULT_EXTERNAL_CLEARANCE,
  shareMaxLabel: null,
};

export const CONFIGURATION: Configuration = {
  labelRules: LABEL_RULES,
  publicUrl: () => 'https://rooms.example',
  uploadUrlTtl: 900,
  downloadUrlTtl: 60,
  mailLimits: { perRecipientPerDay: 20, newPeoplePerHour: 1_000_000, newPeoplePerDay: 1_000_000 },
  roomsPerMinute: 1_000_000,
  denialsPerMinute: 1_000_000,
  uploadsPerMinute: 1_000_000,
  pendingLimits: { filesPerUser: 1000, bytesPerUser: 10 * 1024 ** 3, filesPerRoom: 10_000 },
};

/** The operator sets one secret for every process of a folder. */
const SECRET = 'the secret of a service under test';
const ADDRESSES = { baseUrl: () => 'https://rooms.example', signingKey: new Uint8Array(32).fill(7) };

/** All parts of the local adapters, with additional access for tests. */
export type TestPorts = Ports & Readonly<{ blobs: Ports['blobs'] & BlobGateway; mailer: MemoryMailer; log: TestLog }>;

/** Collects warnings, so that a test can expect them, or their absence. */
export class TestLog implements Log {
  readonly warnings: Readonly<{ message: string; fields: Readonly<Record<string, unknown>> }>[] = [];
  info(): void {}
  warn(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.warnings.push({ message, fields });
  }
  error(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.warn(message, fields);
  }
}

const common = (clock: Clock) => ({
  clock,
  ids: systemIds,
  secrets: createSecrets(SECRET),
  mailer: new MemoryMailer(),
  log: new TestLog(),
  limiter: new MemoryRateLimiter(),
  passwords: new Argon2Hasher(),
  factors: secondFactors,
});

export const memoryPorts = (clock: Clock): TestPorts => ({
  ...common(clock),
  documents: new MemoryDocumentStore(),
  blobs: new MemoryBlobStore({ ...ADDRESSES, clock }),
  keys: new MemoryKeyring({ clock }),
});

/** Documents in SQLite; objects and keys in memory. */
export const sqlitePorts = async (folder: string, clock: Clock): Promise<TestPorts> => ({
  ...memoryPorts(clock),
  documents: await openSqliteDocuments({ path: join(folder, 'documents.db'), deadlineMs: 20_000 }),
});

/** Everything on disk, so that several processes can share it. */
export const folderPorts = async (folder: string, clock: Clock): Promise<TestPorts> => ({
  ...common(clock),
  documents: await openSqliteDocuments({ path: join(folder, 'documents.db'), deadlineMs: 20_000 }),
  blobs: await FileBlobStore.open({ ...ADDRESSES, folder: join(folder, 'blobs'), clock }),
  keys: await LocalKeyring.open({ folder: join(folder, 'keys'), clock }),
});
