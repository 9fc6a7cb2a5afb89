import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readSettings } from '../../apps/api/src/config/settings.ts';
import { ROUTES } from '../../apps/api/src/http/routes.ts';
import { readSettings as readKeySettings } from '../../apps/key-service/src/config/settings.ts';
import { bearerSecret } from '../../packages/domain/src/index.ts';
import { postgresqlPrograms } from '../../packages/test-servers/src/postgresql-programs.ts';
import { PostgresqlServers } from '../../packages/test-servers/src/postgresql-servers.ts';
import { type Container, type Resource, ROOT, renderChart, resourceOf, run } from './chart.ts';

jest.setTimeout(900_000);

/** The values and the names of secret variables as the page prints them. */
let secrets: readonly string[];
let resources: readonly Resource[];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-chart-'));
  const page = await readFile(join(ROOT, 'docs/how-to/run-on-premise.md'), 'utf8');
  const [, values = ''] = /^cat > values\.yaml <<'END'\n(.*?)^END$/ms.exec(page) ?? [];
  secrets = Array.from(page.matchAll(/--from-literal (\w+)=/g), ([, name = '']) => name);
  const jobs = { doctor: { enabled: true }, upgrade: { enabled: true }, dump: { enabled: true, claim: 'dumps' } };
  await writeFile(join(folder, 'values.yaml'), values);
  await writeFile(join(folder, 'more.yaml'), JSON.stringify({ jobs, metrics: { enabled: true } }));
  resources = await renderChart('--values', join(folder, 'values.yaml'), '--values', join(folder, 'more.yaml'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SECRETS: Readonly<Record<string, string>> = {
  STRONGROOM_SECRET: 'a secret of no fewer than 32 characters',
  STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', new Uint8Array(32).fill(9)),
  STRONGROOM_GRANT_KEY: Buffer.alloc(32, 7).toString('base64url'),
  STRONGROOM_POSTGRESQL_URL: 'postgresql://rooms:password@db-a,db-b/rooms',
  STRONGROOM_SMTP_URL: 'smtps://rooms:password@mail.example.com',
  AWS_ACCESS_KEY_ID: 'rooms',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

const ofContainer = ({ env }: Container): Readonly<Record<string, string>> =>
  Object.fromEntries(env.map(({ name, value }) => [name, value]));
const firstOf = (kind: string, name: string): Container =>
  resourceOf(resources, kind, name).spec.template.spec.containers[0];

describe('the values of the page', () => {
  test('are settings that the room service accepts, with the variables of its secret', () => {
    expect(secrets.toSorted()).toEqual(Object.keys(SECRETS).toSorted());
    const read = readSettings({ ...ofContainer(firstOf('Deployment', 'rooms')), ...SECRETS });
    expect('problems' in read ? read.problems : []).toEqual([]);
  });

  test('are settings that the key service accepts, without any of these secrets', () => {
    const environment = ofContainer(firstOf('StatefulSet', 'rooms-keys'));
    expect(Object.keys(environment).filter((name) => name in SECRETS)).toEqual([]);
    const read = readKeySettings(environment);
    expect('problems' in read ? read.problems : []).toEqual([]);
    expect(environment).toMatchObject({
      STRONGROOM_PKCS11_PIN_FILE: '/secrets/pin',
      STRONGROOM_KEY_SERVICE_ROOM_SERVICE: 'https://rooms.example.com',
    });
  });

  test('give the jobs what the service has', () => {
    const { NODE_OPTIONS: _, ...service } = ofContainer(firstOf('Deployment', 'rooms'));
    const jobs = [
      resourceOf(resources, 'CronJob', 'rooms-doctor').spec.jobTemplate.spec.template,
      resourceOf(resources, 'Job', 'rooms-upgrade').spec.template,
    ];
    for (const { spec } of jobs) {
      const has = ofContainer(spec.containers[0]);
      expect({ ...service, ...has }).toEqual({ ...has, ...service });
      expect(spec.containers[0].volumeMounts).toEqual(firstOf('Deployment', 'rooms').volumeMounts);
    }
  });
});

test('with Cloud KMS neither service forbids code from strings', async () => {
  const ring = 'settings.STRONGROOM_KEYS=cloud-kms';
  const others = await renderChart('--values', join(folder, 'values.yaml'), '--set', ring);
  for (const [kind, name] of [
    ['Deployment', 'rooms'],
    ['StatefulSet', 'rooms-keys'],
  ] as const) {
    const { containers } = resourceOf(others, kind, name).spec.template.spec;
    expect(ofContainer(containers[0]).NODE_OPTIONS).toBe('');
  }
});

/** The Service that gets a request, as a controller reads the rules: an exact path first, then the longest beginning. */
function serviceOf(host: string, path: string): string | undefined {
  const rule = resourceOf(resources, 'Ingress', 'rooms').spec.rules.find((one) => one.host === host);
  const fits = rule?.http.paths.filter((one) =>
    one.pathType === 'Exact' ? one.path === path : `${path}/`.startsWith(one.path.replace(/\/?$/, '/')),
  );
  const [best] = (fits ?? []).toSorted(
    (one, other) =>
      Number(other.pathType === 'Exact') - Number(one.pathType === 'Exact') || other.path.length - one.path.length,
  );
  return best?.backend.service.name;
}

describe('the ingress', () => {
  const PAGES = [
    '/',
    '/rooms/1',
    '/open',
    '/send',
    '/activate',
    '/device',
    '/sign-in',
    '/oversight',
    '/news',
    '/docs',
    '/docs/api',
  ];
  const OTHERS = ['/blobs/at/1', '/assets/a.js', '/sign-in/oidc', '/.well-known/jwks.json', '/manifest.json'];

  test('passes every address of both services', () => {
    const operations = ROUTES.map(({ path }) => `/api/v1${path}`);
    expect(operations.length).toBeGreaterThan(90);
    for (const path of [...operations, ...PAGES, ...OTHERS])
      expect([path, serviceOf('rooms.example.com', path)]).toEqual([path, 'rooms']);
    for (const path of ['/v1/unwrap', '/v1/unwrap/batch', '/v1/status', '/.well-known/jwks.json', '/openapi.json'])
      expect([path, serviceOf('keys.example.com', path)]).toEqual([path, 'rooms-keys']);
  });

  test('keeps the probes inside', () => {
    for (const path of ['/readyz', '/startupz', '/healthz'])
      expect([path, serviceOf('rooms.example.com', path)]).toEqual([path, 'rooms-inside']);
    for (const path of ['/readyz', '/healthz'])
      expect([path, serviceOf('keys.example.com', path)]).toEqual([path, 'rooms-inside']);
    expect(resourceOf(resources, 'Service', 'rooms-inside').spec).not.toHaveProperty('selector');
  });
});

test('the dump is made by the command of the chart, and old ones go', async () => {
  const [servers, programs] = await Promise.all([PostgresqlServers.start(), postgresqlPrograms()]);
  try {
    const { containers } = resourceOf(resources, 'CronJob', 'rooms-dump').spec.jobTemplate.spec.template.spec;
    const [program = '', ...args] = containers[0].command ?? [];
    const dumps = await mkdtemp(join(folder, 'dumps-'));
    await writeFile(join(dumps, 'old.dump'), '');
    await run('touch', ['-d', '20 days ago', join(dumps, 'old.dump')]);
    const address = servers.urlOf('postgres');
    await run(program, args, {
      cwd: dumps,
      env: { PATH: `${programs}:/usr/bin:/bin`, KEEP_DAYS: '14', STRONGROOM_POSTGRESQL_URL: address },
    });
    const [dump = '', ...others] = await readdir(dumps);
    expect([dump, others]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.dump$/), []]);
    expect((await run(join(programs, 'pg_restore'), ['--list', join(dumps, dump)])).stdout).toContain('Format: CUSTOM');
  } finally {
    await servers.stop();
  }
});
