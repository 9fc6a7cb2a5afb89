import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Argon2Hasher,
  auditKeysIn,
  checkpointFile,
  createSecrets,
  LocalKeyring,
  loadOrCreateSecrets,
  MemoryBlobStore,
  MemoryMailer,
  MemoryRateLimiter,
  openSqliteDocuments,
  type SqliteDocumentStore,
  systemClock,
  systemIds,
} from '@strongroom/adapter-local';
import { secondFactors } from '@strongroom/adapter-local/second-factors';
import {
  type Application,
  type Configuration,
  type Credential,
  createApplication,
  openHome,
  type Ports,
} from '@strongroom/application';
import {
  type BearerSecret,
  bearerSecret,
  DEFAULT_EXTERNAL_CLEARANCE,
  DEFAULT_LABELS,
  DEFAULT_ROLE_CLEARANCES,
  type Email,
  type FileId,
  type KmsKeyId,
  type OrgId,
  type RequestId,
  type RoomId,
} from '@strongroom/domain';
import { build, ROOT } from '@strongroom/test-servers/built';
import {
  aFolder,
  aTerminal,
  execute,
  type Result,
  type Surroundings,
  type TerminalOptions,
} from '../../../scripts/terminals.ts';
import { run } from '../src/program/run.ts';

export { aFolder, aTerminal, type Result, there, traceOf } from '../../../scripts/terminals.ts';

const MAIN = join(ROOT, 'apps/admin/dist/main.js');

/** Runs the command as operators have it, in its own process, with none of our environment. */
export async function strongroomAdmin(args: readonly string[], surroundings: Surroundings = {}): Promise<Result> {
  await build();
  return execute([MAIN, ...args], surroundings);
}

/** The same from its sources, each module a file: a start that needs four times the processor time. */
export const strongroomAdminFromSources = (args: readonly string[], surroundings: Surroundings): Promise<Result> =>
  execute(['-C', '@strongroom/source', join(ROOT, 'apps/admin/src/main.ts'), ...args], surroundings);

/** Runs the command within this process, with streams in memory: faster, and it can be a terminal. */
export async function strongroomAdminHere(args: readonly string[], here: TerminalOptions = {}): Promise<Result> {
  const { result, terminal } = aTerminal(here);
  const code = await run(args, { terminal });
  return { code, ...result };
}

const BINDING = {
  orgId: systemIds.uuid<OrgId>(),
  roomId: systemIds.uuid<RoomId>(),
  fileId: systemIds.uuid<FileId>(),
};

/** A data folder that contains only a keyring. */
export async function aKeyring() {
  const data = await aFolder();
  const keyring = await LocalKeyring.open({ folder: join(data, 'keys'), clock: systemClock });
  return {
    data,
    newKey: () => keyring.createKey(BINDING),
    wrap: async (key: KmsKeyId): Promise<string> => (await keyring.wrapNewDataKey(key, BINDING)).wrappedDek,
    destroy: (key: KmsKeyId) => keyring.destroyKey(key),
  };
}

const CONFIGURATION: Configuration = {
  labelRules: {
    scheme: DEFAULT_LABELS,
    roleClearances: DEFAULT_ROLE_CLEARANCES,
    externalClearance: DEFAULT_EXTERNAL_CLEARANCE,
    shareMaxLabel: null,
  },
  publicUrl: () => 'http://127.0.0.1',
  uploadUrlTtl: 900,
  pendingLimits: { filesPerUser: 1000, bytesPerUser: 10 * 1024 ** 3, filesPerRoom: 10_000 },
  downloadUrlTtl: 60,
  mailLimits: { perRecipientPerDay: 20, newPeoplePerHour: 1_000_000, newPeoplePerDay: 1_000_000 },
  roomsPerMinute: 1_000_000,
  uploadsPerMinute: 1_000_000,
};

export type Service = Readonly<{
  data: string;
  app: Application;
  documents: SqliteDocumentStore;
  ownerToken: BearerSecret;
  /** The credential of a token. Rejects with a DomainError. */
  identify: (secret: string) => Promise<Credential>;
  close: () => Promise<void>;
}>;

/** A data folder after the first start of a service, and the service on it. */
export async function aService(): Promise<Service> {
  const data = await aFolder();
  const secrets = createSecrets(await loadOrCreateSecrets(join(data, 'keys')));
  const documents = await openSqliteDocuments({ path: join(data, 'strongroom.db') });
  const keys = await LocalKeyring.open({ folder: join(data, 'keys'), clock: systemClock });
  await keys.createKey(BINDING);
  for (const name of ['blobs', 'mail']) await mkdir(join(data, name), { mode: 0o700 });
  const ports: Ports = {
    documents,
    keys,
    secrets,
    blobs: new MemoryBlobStore({
      baseUrl: () => 'http://127.0.0.1',
      signingKey: new Uint8Array(32),
      clock: systemClock,
    }),
    mailer: new MemoryMailer(),
    limiter: new MemoryRateLimiter(),
    passwords: new Argon2Hasher(),
    factors: secondFactors,
    clock: systemClock,
    ids: systemIds,
    auditKeys: auditKeysIn({
      file: join(data, 'keys', 'audit.key'),
      isMade: true,
      lastCheckpoint: checkpointFile(join(data, 'audit.checkpoint')),
    }),
    log: { info: () => undefined, warn: console.warn, error: console.error },
  };
  const ownerToken = bearerSecret('apiToken', secrets.random(32));
  await writeFile(join(data, 'owner.token'), `${ownerToken}\n`, { mode: 0o600 });
  const home = await openHome(ports, CONFIGURATION, {
    ownerEmail: 'owner@strongroom.local' as Email,
    ownerToken: async () => ownerToken,
  });
  const app = createApplication(ports, CONFIGURATION, home);
  return {
    data,
    app,
    documents,
    ownerToken,
    identify: async (secret) =>
      (await app.sessions.identify(secret, undefined, { id: systemIds.uuid<RequestId>(), ip: '::1' })).credential,
    close: () => documents.close(),
  };
}

/** The data folder of a service that has stopped. */
export async function aStoppedService(): Promise<string> {
  const service = await aService();
  await service.close();
  return service.data;
}
