import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { formatVerifierKey, SIGNATURE_TYPES, signerOf } from '@strongroom/audit-proof';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { FAULTS, type Fault, FaultyServer, LIAR_PROTOCOLS, TELLTALES } from '@strongroom/test-servers/liar';
import { build } from '../support/built.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

/** The process of a service whose parties all fail in the same way, behind a proxy that names false callers. */

jest.setTimeout(180_000);

const TIMEOUT_MS = 90_000;
/** Entries of X-Forwarded-For, with a sentence in the place of an address. */
const FORWARDED = 'hunter2, bank.example, X-Forged: bank.example';
const BUCKET = 's3://rooms/kept/';

let place: Place;
const liars: FaultyServer[] = [];
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(async () => {
  await place.end();
  for (const liar of liars.splice(0)) await liar.end();
});

async function startWith(fault: Fault): Promise<ServiceProcess> {
  const { json, smtp, text, xml } = LIAR_PROTOCOLS;
  const started = await Promise.all([json, json, smtp, text, xml].map((tongue) => FaultyServer.start(fault, tongue)));
  liars.push(...started);
  const [provider, keys, mail, witness, keeper] = started.map(({ port }) => `127.0.0.1:${port}`);
  const { key } = await signerOf('witness.example', new Uint8Array(32).fill(9), SIGNATURE_TYPES.cosignature);
  return place.start({
    STRONGROOM_TRUSTED_PROXIES: '1',
    STRONGROOM_OIDC_ISSUER: `http://${provider}`,
    STRONGROOM_OIDC_CLIENT_ID: 'strongroom',
    STRONGROOM_OIDC_CLIENT_SECRET: 'swordfish',
    STRONGROOM_KEY_SERVICE_URL: `http://${keys}`,
    STRONGROOM_MAIL: 'smtp',
    STRONGROOM_MAIL_FROM: 'rooms@example.com',
    STRONGROOM_SMTP_URL: `smtp://${mail}?starttls=never`,
    STRONGROOM_AUDIT_WITNESS: `${formatVerifierKey(key)}@http://${witness}`,
    STRONGROOM_AUDIT_KEEPERS: `${BUCKET}?endpoint=http://${keeper}&region=eu`,
    AWS_ACCESS_KEY_ID: 'liar',
    AWS_SECRET_ACCESS_KEY: 'swordfish',
  });
}

type Names = Readonly<Record<string, string>>;
type Report = Readonly<{ status: string; outside?: Names; witnesses?: Names; keepers?: Names }>;

const namesIn = ({ outside = {}, witnesses = {}, keepers = {} }: Report): readonly string[] =>
  [outside, witnesses, keepers].flatMap((some) => Object.keys(some)).toSorted();

test.each(FAULTS)('a process whose parties are %s serves, and names each of them', async (fault) => {
  const service = await startWith(fault);
  const token = await place.ownerToken();
  const ask = async (method: string, path: string, body?: object) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'X-Forwarded-For': FORWARDED,
      'Content-Type': 'application/json',
    };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${service.url}/api/v1${path}`, sent)).status;
  };
  expect(await ask('POST', '/users/invite', { email: 'ada@example.com', role: 'member' })).toBe(201);
  await new BrowserByHand().ask(`${service.url}/sign-in/oidc`);
  expect(await ask('GET', '/service')).toBe(200);
  const named = ['identity_provider', 'key_service', 'mail', BUCKET, 'witness.example'];
  const { status, report } = await eventually(
    'the name of each party',
    async () => {
      const answer = await fetch(`${service.url}/readyz`, { headers: { 'X-Forwarded-For': FORWARDED } });
      const found = (await answer.json()) as Report;
      return namesIn(found).length === named.length ? { status: answer.status, report: found } : undefined;
    },
    TIMEOUT_MS,
  );
  expect([status, report.status, namesIn(report)]).toEqual([200, 'ready', named]);
  expect(await ask('POST', '/rooms', { name: 'Deal', classification: 'C1' })).toBe(201);
  service.signal('SIGTERM');
  await service.ended();
  const said = `${JSON.stringify(report)}\n${service.out}\n${service.err}`;
  expect(TELLTALES.filter((part) => said.includes(part))).toEqual([]);
  const alarms = service.lines().map(({ alarm, witness, keeper }) => alarm ?? witness ?? keeper);
  expect(alarms).toEqual(expect.arrayContaining(named));
});
