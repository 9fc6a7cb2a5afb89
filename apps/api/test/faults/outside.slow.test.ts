import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { parseExposition } from '@strongroom/test-servers/exposition';
import { freePorts } from '@strongroom/test-servers/free-port';
import { CLIENT_SECRET, IdentityProviderProcess, roomService } from '@strongroom/test-servers/identity-provider';
import { type Litewitness, startLitewitness } from '@strongroom/test-servers/litewitness';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { firingAfter } from '../../../../scripts/monitoring/firing.ts';
import { build } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { KeyProcess } from '../support/key-process.ts';
import { MailServer } from '../support/mail-server.ts';
import { aFile, anEmail, aRoom, given } from '../support/people-of-process.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { withMovedClock } from '../support/wrong-clock.ts';
import { type Fault, FaultyLink } from '../system/faulty-link.ts';
import { UNLIMITED } from '../system/kill-rounds.ts';
import { writeCredentials } from './credentials-file.ts';
import { type Codes, codesIn, findingsOf, loggedAs, mapOf, PARTIES, type Party, samplesOf } from './parties.ts';
import { causeSince, doctorSays, steady } from './reports.ts';
import { callsOf } from './seen.ts';
import { type Certificate, certificateIn, TlsFront } from './tls-front.ts';
import { differences, scrapeOf } from './under-faults.ts';

/** The parties outside of the service, each with each fault, and what is seen of it. */
jest.setTimeout(540_000);

// oxlint-disable-next-line node/no-process-env -- programs of their own, and what compiles them
const environment = process.env;
/** Seconds between two questions to a witness or a keeper, and one more. */
const ASKED_AGAIN_S = 61;

const ends: (() => unknown)[] = [];
const links = {} as Record<Party, FaultyLink>;
const sentences = new Map<string, string>();
let place: Place;
let folder: string;
let settings: Environment;
let metricsPort = 0;
let service: ServiceProcess;
let owner: Caller;
let s3: S3Server;
const PASSWORD = 'swordfish';
/** The password that the mail server accepts. */
let accepted = PASSWORD;
let mail: MailServer;
let front: TlsFront;
let provider: IdentityProviderProcess;
let witness: Litewitness;
let certificates: Readonly<Record<'valid' | 'expired', Certificate>>;
/** The log that the witness knows. */
let log: Readonly<{ origin: string; vkey: string }>;
let clock: ReturnType<typeof withMovedClock>;
let seconds = 0;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'strongroom-faults-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  clock = withMovedClock(folder);
  const [port = 0, keysPort = 0, metrics = 0] = await freePorts(3);
  metricsPort = metrics;
  const url = `http://127.0.0.1:${port}`;
  certificates = { valid: await certificateIn(folder, 'valid'), expired: await certificateIn(folder, 'expired') };
  const authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, certificates.valid.pem + certificates.expired.pem);
  [provider, witness, s3] = await Promise.all([
    IdentityProviderProcess.make(),
    startLitewitness(environment),
    startVersitygw(environment),
  ]);
  mail = await MailServer.start((password) => password === accepted);
  front = await TlsFront.to(mail.port, certificates.valid);
  ends.push(
    () => provider.stop(),
    () => witness.stop(),
    () => s3.stop(),
    () => mail.stop(),
    () => front.end(),
  );
  const ports: Readonly<Record<Party, number>> = {
    'mail server': front.port,
    'identity provider': provider.port,
    'key service': keysPort,
    witness: Number(new URL(witness.url).port),
    'keeper of checkpoints': s3.port,
  };
  for (const party of PARTIES) {
    links[party] = await FaultyLink.to(ports[party]);
    ends.push(() => links[party].end());
  }
  const at = (party: Party): string => `http://127.0.0.1:${links[party].port}`;
  provider.issuer = at('identity provider');
  await provider.start([roomService(url)]);
  place = await Place.make();
  ends.push(() => place.end());
  settings = {
    ...UNLIMITED,
    PORT: String(port),
    STRONGROOM_DATA_DIR: place.data,
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
    STRONGROOM_OIDC_ISSUER: provider.issuer,
    STRONGROOM_OIDC_CLIENT_ID: 'strongroom',
    STRONGROOM_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    STRONGROOM_OIDC_JIT_DOMAINS: 'example.com',
    STRONGROOM_KEY_SERVICE_URL: at('key service'),
    STRONGROOM_MAIL: 'smtp',
    STRONGROOM_MAIL_FROM: 'rooms@rooms.example',
    STRONGROOM_SMTP_URL: `smtps://rooms:${PASSWORD}@localhost:${links['mail server'].port}`,
    STRONGROOM_AUDIT_WITNESS: `${witness.vkey}@${at('witness')}`,
    STRONGROOM_AUDIT_KEEPERS: `s3://${await newBucket(s3)}/kept/?endpoint=${at('keeper of checkpoints')}&region=us-east-1`,
    AWS_SHARED_CREDENTIALS_FILE: await writeKey(s3.credentials.secretAccessKey),
    NODE_EXTRA_CA_CERTS: authorities,
  };
  await restart();
  const { text } = await owner.get('/audit/key');
  const [vkey = ''] = text.trim().split('\n');
  log = { origin: vkey.split('+')[0] ?? '', vkey };
  witness.knows(log.origin, log.vkey);
  const keys = await KeyProcess.start(keysPort, {
    STRONGROOM_DATA_DIR: place.data,
    STRONGROOM_KEY_SERVICE_URL: at('key service'),
    STRONGROOM_KEY_SERVICE_ROOM_SERVICE: url,
  });
  ends.push(() => keys.end());
}, 900_000);
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const writeKey = (secret: string): Promise<string> => writeCredentials(folder, s3.credentials.accessKeyId, secret);

/** A new process, which remembers no answer of any party. */
async function restart(): Promise<void> {
  await service?.kill();
  service = await place.start({ ...settings, ...clock.environment, STRONGROOM_METRICS_PORT: String(metricsPort) });
  owner = service.as(await place.ownerToken());
}

/** Makes the service ask each party. Returns what a person sees who signs in. */
async function askAll(): Promise<string> {
  seconds += ASKED_AGAIN_S;
  clock.move(`+${seconds}s`);
  await given(owner.post('/users/invite', { email: anEmail(), role: 'member' }));
  await given(owner.get('/service'));
  await aRoom(owner);
  const answer = await signIn();
  const text = await answer.text();
  const { error } = text.startsWith('{') ? JSON.parse(text) : { error: undefined };
  if (error !== undefined) sentences.set(`${error.code} of a sign-in`, steady(error.message));
  return answer.status < 400 ? 'served' : `${answer.status} \`${error?.code ?? text.slice(0, 80)}\``;
}

/** The answer to a person who signs in: to the beginning, or after the provider has sent them back. */
async function signIn(): Promise<Response> {
  const browser = new BrowserByHand();
  const headers = { Accept: 'application/json' };
  const begun = await browser.ask(`${service.url}/sign-in/oidc`, { headers });
  const location = begun.headers.get('location');
  if (location === null) return begun;
  const isCallback = (next: string): boolean => next.startsWith(`${service.url}/sign-in/oidc/callback`);
  const back = await browser.follow(location, isCallback);
  return browser.ask(back.headers.get('location') ?? '', { headers });
}

const failing = async (): Promise<Codes> =>
  codesIn((await (await fetch(`${service.url}/readyz`)).json()) as Parameters<typeof codesIn>[0]);

const untilFailing = (parties: readonly Party[]): Promise<Codes> =>
  eventually(`failures of ${parties.join() || 'no party'}`, async () => {
    const found = await failing();
    return PARTIES.filter((party) => found[party] !== undefined).join() === parties.join() ? found : undefined;
  });

async function see(fault: string, parties: readonly Party[]): Promise<readonly unknown[]> {
  await restart();
  const [line, before] = [0, parseExposition(await scrapeOf(metricsPort))];
  const signIns = await askAll();
  const codes = await untilFailing(parties);
  const room = await aRoom(owner);
  const calls = await callsOf(owner, room, await aFile(owner, room), sentences);
  const [now, findings] = [parseExposition(await scrapeOf(metricsPort)), await doctorSays(settings)];
  const found: unknown[] = [];
  for (const party of parties) {
    const row = {
      fault: `${party} ${fault}`,
      calls: party === 'identity provider' ? { ...calls, 'sign-ins': signIns } : calls,
      ready: `200 \`ready\`, ${mapOf(party)}: ${codes[party]}`,
      log: causeSince(service, line, loggedAs(party)),
      doctor: findingsOf(party, findings),
      alerts: await firingAfter(before, samplesOf(party, now)),
    };
    found.push(...(await differences('outside', row, sentences)));
  }
  return found;
}

const FAULTS: readonly (readonly [string, Fault])[] = [
  ['is down', { kind: 'refuse' }],
  ['hangs', { kind: 'hang' }],
  ['answers garbage', { kind: 'garbage' }],
];

test.each(FAULTS)('all parties: each of them %s and is named, and everything is served', async (fault, kind) => {
  for (const party of PARTIES) await links[party].become(kind);
  const found = await see(fault, PARTIES);
  for (const party of PARTIES) await links[party].become({ kind: 'none' });
  await restart();
  await askAll();
  await untilFailing([]);
  expect(found).toEqual([]);
});

test('the mail server refuses the login, and the keeper the key', async () => {
  accepted = 'another';
  await writeKey('another-secret');
  expect(await see('refuses the credentials', ['mail server', 'keeper of checkpoints'])).toEqual([]);
  accepted = PASSWORD;
  await writeKey(s3.credentials.secretAccessKey);
  await restart();
  await askAll();
  await untilFailing([]);
});

test('the certificate of the mail server has expired', async () => {
  await front.show(certificates.expired);
  const found = await see('has an expired certificate', ['mail server']);
  await front.show(certificates.valid);
  await restart();
  await askAll();
  await untilFailing([]);
  expect(found).toEqual([]);
});

test('the identity provider refuses the service, and the witness does not know its log', async () => {
  const registered = roomService(service.url);
  await provider.stop();
  await provider.start([{ ...registered, client_secret: 'another secret of the client, long enough' }]);
  witness.forgets(log.origin);
  const found = await see('refuses the service', ['identity provider', 'witness']);
  await provider.stop();
  await provider.start([registered]);
  witness.knows(log.origin, log.vkey);
  await restart();
  await askAll();
  await untilFailing([]);
  expect(found).toEqual([]);
});
