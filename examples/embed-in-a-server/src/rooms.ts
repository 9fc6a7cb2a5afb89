import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Argon2Hasher,
  auditKeysIn,
  checkpointFile,
  createSecrets,
  FileBlobStore,
  LineLog,
  LocalKeyring,
  loadOrCreateSecrets,
  MemoryRateLimiter,
  openSqliteDocuments,
  systemClock,
  systemIds,
} from '@strongroom/adapter-local';
import { type Application, createApplication, type Mail, openHome } from '@strongroom/application';
import {
  type BearerSecret,
  bearerSecret,
  DEFAULT_EXTERNAL_CLEARANCE,
  DEFAULT_LABELS,
  DEFAULT_ROLE_CLEARANCES,
  Email,
  MAIL_LIMITS,
} from '@strongroom/domain';
import type { BlobGateway, Mailer } from '@strongroom/ports';

type Place = Readonly<{ folder: string; publicUrl: () => string; mailer: Mailer; name: string }>;

export type Rooms = Readonly<{
  app: Application;
  gateway: BlobGateway;
  ownerToken: BearerSecret;
  stop: () => Promise<void>;
}>;

/** The application on our adapters in a folder, and on your mailer. The secret and the keys are made once and kept. */
export async function openRooms({ folder, publicUrl, mailer, name }: Place): Promise<Rooms> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = (file: string): string => join(folder, file);
  const clock = systemClock;
  const secrets = createSecrets(await loadOrCreateSecrets(folder));
  const documents = await openSqliteDocuments({ path: at('rooms.db') });
  const blobs = await FileBlobStore.open({
    folder: at('objects'),
    baseUrl: publicUrl,
    signingKey: secrets.derive('blob-addresses', 'signing-key'),
    clock,
  });
  const ports = {
    documents,
    blobs,
    keys: await LocalKeyring.open({ folder: at('keys'), clock }),
    mailer,
    limiter: new MemoryRateLimiter(),
    passwords: new Argon2Hasher(),
    clock,
    ids: systemIds,
    secrets,
    log: new LineLog({
      level: 'warn',
      pretty: false,
      write: (line) => process.stderr.write(line),
      now: () => Date.now(),
    }),
    // Without these the audit log is not signed, and no stranger can verify it.
    auditKeys: auditKeysIn({ file: at('audit.key'), isMade: true, lastCheckpoint: checkpointFile(at('checkpoint')) }),
  };
  const configuration = {
    labelRules: {
      scheme: DEFAULT_LABELS,
      roleClearances: DEFAULT_ROLE_CLEARANCES,
      externalClearance: DEFAULT_EXTERNAL_CLEARANCE,
      shareMaxLabel: null,
    },
    publicUrl,
    uploadUrlTtl: 900,
    downloadUrlTtl: 60,
    roomsPerMinute: 30,
    uploadsPerMinute: 3000,
    mailLimits: MAIL_LIMITS,
    pendingLimits: { filesPerUser: 1000, bytesPerUser: 10 * 2 ** 30, filesPerRoom: 10_000 },
    mails: {
      name,
      activationUrl: (secret: string) => `${publicUrl()}/welcome#${secret}`,
      signInUrl: () => `${publicUrl()}/sign-in`,
      write: (mail: Mail) => ({ subject: `[${name}] ${mail.subject}`, text: textOf(mail) }),
    },
  };
  const tokenFile = at('owner.token');
  const home = await openHome(ports, configuration, {
    ownerEmail: Email.parse('owner@example.com'),
    ownerToken: async () => {
      const token = bearerSecret('apiToken', secrets.random(32));
      await writeFile(tokenFile, token, { mode: 0o600 });
      return token;
    },
  });
  const app = createApplication(ports, configuration, home);
  // A log that may not be continued, as that of a restored backup, is recognised before the first request.
  await app.checkpointer?.begin();
  app.checkpointer?.start();
  app.worker.start();
  return {
    app,
    gateway: blobs,
    ownerToken: (await readFile(tokenFile, 'utf8')) as BearerSecret,
    stop: async () => {
      await Promise.all([app.worker.stop(), app.checkpointer?.stop()]);
      await documents.close();
    },
  };
}

/** Your template. A block is a paragraph, a link, a text to copy, or the words of a person, which must stay marked as theirs. */
const textOf = ({ blocks }: Mail): string =>
  blocks
    .map((block) => {
      if (typeof block === 'string') return block;
      if ('link' in block) return block.link;
      return 'copy' in block ? block.copy : `> ${block.quote.replaceAll('\n', '\n> ')}`;
    })
    .join('\n\n');
