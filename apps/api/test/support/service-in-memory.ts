import {
  Argon2Hasher,
  createSecrets,
  MemoryBlobStore,
  MemoryDocumentStore,
  MemoryKeyring,
  MemoryMailer,
  MemoryRateLimiter,
  memoryAuditKeys,
  systemClock,
  systemIds,
} from '@strongroom/adapter-local';
import { secondFactors } from '@strongroom/adapter-local/second-factors';
import { identityProvider } from '@strongroom/adapter-oidc';
import { type Application, type Configuration, createApplication, openHome, type Ports } from '@strongroom/application';
import {
  bearerSecret,
  DEFAULT_EXTERNAL_CLEARANCE,
  DEFAULT_LABELS,
  DEFAULT_ROLE_CLEARANCES,
  Email,
  type Label,
} from '@strongroom/domain';
import type { HttpServer } from '@strongroom/http-kernel';
import type { BlobGateway, Log } from '@strongroom/ports';
import { routesWith } from '../../src/http/routes.ts';
import { AnswerCheck } from '../../src/http/serve/check-answer.ts';
import { httpService } from '../../src/http/service.ts';
import { Caller } from './caller.ts';

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Ports of one process, in memory, with additional access for tests. */
export type TestPorts = Ports & Readonly<{ blobs: Ports['blobs'] & BlobGateway; mailer: MemoryMailer }>;

export type World = Readonly<{
  /** `http://127.0.0.1:port` */
  url: string;
  app: Application;
  ports: TestPorts;
  /** The first owner, with their own token. */
  owner: Caller;
  ownerToken: string;
  /** A caller without a credential. */
  visitor: Caller;
  stop: () => Promise<void>;
}>;

type Options = Readonly<{
  perMinute?: number;
  roomsPerMinute?: number;
  /** Denials of a user in a minute that have an event of their own. */
  denialsPerMinute?: number;
  uploadsPerMinute?: number;
  /** Number of trusted hops of `X-Forwarded-For`. */
  hops?: number;
  /** Address under which people reach the service, as its settings say. */
  publicUrl?: string;
  corsOrigins?: readonly string[];
  ports?: (memory: TestPorts) => TestPorts;
  log?: Log;
  shareMaxLabel?: Label;
  /** Whether every answer is checked against its description; true by default. */
  check?: boolean;
  /** The identity provider, and whether passwords are taken beside it. */
  identity?: Readonly<{
    issuer: string;
    clientSecret: string;
    claim?: string;
    trustsEmail?: boolean;
    jitDomains?: readonly string[];
    passwords?: boolean;
  }>;
  /** Whether people sign in by device code; true by default. */
  deviceCode?: boolean;
  keyService?: Configuration['keyService'];
  externalOwners?: Configuration['externalOwners'];
  secondFactor?: Configuration['secondFactor'];
  /** Whether news come by mail; they do not by default. */
  news?: Configuration['news'];
  /** Whether mails are sent; true by default. */
  isMailSent?: boolean;
  /** Name in its address: passkeys are bound to a name. 127.0.0.1 by default. */
  host?: 'localhost';
  times?: ConstructorParameters<typeof HttpServer>[1];
}>;

function memoryPorts(baseUrl: () => string, log: Log = QUIET): TestPorts {
  return {
    documents: new MemoryDocumentStore(),
    blobs: new MemoryBlobStore({ baseUrl, signingKey: new Uint8Array(32).fill(7), clock: systemClock }),
    keys: new MemoryKeyring({ clock: systemClock }),
    mailer: new MemoryMailer(),
    limiter: new MemoryRateLimiter(),
    passwords: new Argon2Hasher(),
    factors: secondFactors,
    clock: systemClock,
    ids: systemIds,
    secrets: createSecrets('the secret of a service under test'),
    log,
    auditKeys: memoryAuditKeys(),
  };
}

/** The whole service on a free port of this machine. Every answer is checked against its route's description. */
export async function startService(options: Options = {}): Promise<World> {
  let url = '';
  const memory = memoryPorts(() => url, options.log);
  const ports = options.ports?.(memory) ?? memory;
  const configuration = {
    labelRules: {
      scheme: DEFAULT_LABELS,
      roleClearances: DEFAULT_ROLE_CLEARANCES,
      externalClearance: DEFAULT_EXTERNAL_CLEARANCE,
      shareMaxLabel: options.shareMaxLabel ?? null,
    },
    publicUrl: () => url,
    signIn: {
      password: options.identity?.passwords ?? true,
      oidc: options.identity !== undefined,
      jitDomains: options.identity?.jitDomains ?? [],
      deviceCode: options.deviceCode ?? true,
    },
    ...(options.keyService && { keyService: options.keyService }),
    ...(options.news && { news: options.news }),
    ...(options.isMailSent === undefined ? {} : { isMailSent: options.isMailSent }),
    ...(options.secondFactor && { secondFactor: options.secondFactor }),
    ...(options.externalOwners && { externalOwners: options.externalOwners }),
    uploadUrlTtl: 900,
    pendingLimits: { filesPerUser: 1000, bytesPerUser: 10 * 1024 ** 3, filesPerRoom: 10_000 },
    downloadUrlTtl: 60,
    mailLimits: { perRecipientPerDay: 20, newPeoplePerHour: 1_000_000, newPeoplePerDay: 1_000_000 },
    roomsPerMinute: options.roomsPerMinute ?? 1_000_000,
    denialsPerMinute: options.denialsPerMinute ?? 1_000_000,
    uploadsPerMinute: options.uploadsPerMinute ?? 1_000_000,
  };
  const ownerToken = bearerSecret('apiToken', ports.secrets.random(32));
  const home = await openHome(ports, configuration, {
    ownerEmail: Email.parse('owner@strongroom.local'),
    ownerToken: async () => ownerToken,
  });
  const app = createApplication(ports, configuration, home);
  await app.checkpointer?.begin();
  const server = httpService({
    app,
    routes: routesWith(DEFAULT_LABELS),
    authenticator: app.sessions,
    limiter: ports.limiter,
    clock: ports.clock,
    ids: ports.ids,
    log: ports.log,
    gateway: ports.blobs,
    checks: {},
    audit: app.checkpointer,
    publicOrigin: () => url,
    unsubscribe: { app },
    scim: { app },
    signIn: options.identity && {
      app,
      secrets: ports.secrets,
      clock: ports.clock,
      limiter: ports.limiter,
      publicOrigin: () => url,
      provider: identityProvider(
        { claim: 'sub', trustsEmail: false, ...options.identity, clientId: 'strongroom' },
        ports.log,
      ),
    },
    settings: {
      rateLimit: options.perMinute ?? 1_000_000,
      trustedProxies: options.hops ?? 0,
      publicUrl: options.publicUrl,
      corsOrigins: options.corsOrigins,
    },
    ...(options.check === false ? {} : { check: new AnswerCheck() }),
    times: options.times,
  });
  const { port } = await server.listen('127.0.0.1', 0);
  url = `http://${options.host ?? '127.0.0.1'}:${port}`;
  app.worker.start();
  const visitor = new Caller(`${url}/api/v1`, undefined);
  return {
    url,
    app,
    ports,
    visitor,
    owner: visitor.as(ownerToken),
    ownerToken,
    stop: async () => {
      await server.stop();
      await app.worker.stop();
      await ports.documents.close();
    },
  };
}
