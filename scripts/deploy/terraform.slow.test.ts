import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readSettings } from '../../apps/api/src/config/settings.ts';
import { readSettings as readKeySettings } from '../../apps/key-service/src/config/settings.ts';
import { bearerSecret } from '../../packages/domain/src/index.ts';
import { terraformFor } from '../../packages/test-servers/src/terraform-google.ts';

// Fetching the schema of the provider and compiling its stand-in take minutes, once.
jest.setTimeout(900_000);

const ROOT = join(import.meta.dirname, '../..');
const FILES = join(ROOT, 'apps/api/deploy/google');

let folder: string;
let terraform: Awaited<ReturnType<typeof terraformFor>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-terraform-'));
  const names = (await readdir(FILES)).filter((name) => name.endsWith('.tf'));
  const texts = await Promise.all(names.map((name) => readFile(join(FILES, name), 'utf8')));
  // oxlint-disable-next-line node/no-process-env -- programs of others, and what compiles them
  const environment = { ...process.env, TF_VAR_secrets: '{}', CHECKPOINT_DISABLE: '1' };
  terraform = await terraformFor(texts.join('\n'), folder, environment);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Verdict = Readonly<{ diagnostics: readonly Readonly<{ severity: string; summary: string; detail: string }>[] }>;

/** The errors of `terraform validate`, one line each. */
async function faultsIn(cwd: string): Promise<readonly string[]> {
  const said = await terraform(['validate', '-json'], { cwd }).catch(
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  const { diagnostics } = JSON.parse(said) as Verdict;
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ summary, detail }) => `${summary}: ${detail}`);
}

/** The files with one change. */
async function changed(name: string, from: string, to: string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'changed-'));
  await cp(FILES, copy, { recursive: true });
  const text = await readFile(join(copy, name), 'utf8');
  if (!text.includes(from)) throw new Error(`there is no ${from} in ${name}`);
  await writeFile(join(copy, name), text.replace(from, to));
  return copy;
}

test('terraform finds no fault in the files, and their form is its own', async () => {
  expect(await faultsIn(FILES)).toEqual([]);
  expect(await terraform(['fmt', '-check', '-diff'], { cwd: FILES })).toBe('');
});

test.each([
  ['an unknown argument', 'keys.tf', 'rotation_period', 'rotation_periods', /"rotation_periods" is not expected/],
  ['a missing one', 'balancer.tf', 'count        = 6000', '', /"count" is required/],
  ['an unknown block', 'stores.tf', 'backup_configuration', 'backups', /"backups" are not expected/],
  ['a wrong type', 'rooms.tf', 'container_port = 8080', 'container_port = "http"', /a number is required/],
  ['an absent resource', 'rooms.tf', 'service_account.rooms.email', 'service_account.room.email', /not been declared/],
  ['an absent attribute', 'rooms.tf', 'service_account.rooms.email', 'service_account.rooms.mail', /no argument/],
])('terraform finds %s', async (_, name, from, to, fault) => {
  const faults = await faultsIn(await changed(name, from, to));
  expect(faults[0]).toMatch(fault);
});

/** Values of the secrets. */
const SECRETS: Readonly<Record<string, string>> = {
  'owner-token': bearerSecret('apiToken', new Uint8Array(32).fill(9)),
  secret: 'a secret of no fewer than 32 characters',
  'grant-key': Buffer.alloc(32, 7).toString('base64url'),
  'postgresql-url': 'postgresql://rooms:password@/rooms?host=/cloudsql/rooms-prod:europe-west3:strongroom',
  'mongodb-url': 'mongodb+srv://rooms:password@cluster.example.net/?replicaSet=rs0',
  'smtp-url': 'smtps://rooms:password@mail.example.com',
};

type Settings = Readonly<Record<'settings' | 'secret' | 'keys', Readonly<Record<string, string>>>>;

/** The settings that the files make, with these variables beside those of the example. */
async function settingsWith(...variables: readonly string[]): Promise<Settings & { names: readonly string[] }> {
  const expression =
    'jsonencode({settings=local.settings,secret=local.secret_settings,keys=local.key_settings,names=local.secrets})\n';
  const options = ['-var-file=example.tfvars', ...variables.map((variable) => `-var=${variable}`)];
  const copy = await mkdtemp(join(folder, 'evaluated-'));
  await cp(FILES, copy, { recursive: true });
  const said = await terraform(['console', ...options], { cwd: copy, input: expression });
  const line = said.split('\n').find((one) => one.startsWith('"{')) ?? '""';
  return JSON.parse(JSON.parse(line) as string) as Settings & { names: readonly string[] };
}

describe('both services accept what the files set', () => {
  test.each([
    ['postgresql', []],
    ['mongodb', ['documents=mongodb']],
    ['postgresql', ['keep_deleted_objects_days=7']],
  ])('with %s and %j', async (documents, variables) => {
    const { settings, secret, keys, names } = await settingsWith(...variables);
    expect(Object.values(secret).filter((name) => !names.includes(name))).toEqual([]);
    const secrets = Object.entries(secret).map(([variable, name]) => [variable, SECRETS[name] ?? `no ${name}`]);
    const read = readSettings({ ...settings, ...Object.fromEntries(secrets) });
    expect('problems' in read ? read.problems : []).toEqual([]);
    expect(read).toMatchObject({ settings: { documents, blobs: 'gcs', keys: 'cloud-kms', mail: 'smtp' } });
    const readKeys = readKeySettings(keys);
    expect('problems' in readKeys ? readKeys.problems : []).toEqual([]);
    expect([settings.NODE_OPTIONS, keys.NODE_OPTIONS]).toEqual(['', '']);
  });
});

test('each alert names a section of the page', async () => {
  const page = await readFile(join(ROOT, 'docs/how-to/when-an-alert-fires.md'), 'utf8');
  const sections = Array.from(page.matchAll(/^##+ (.+)$/gm), ([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  );
  const named = (await readFile(join(FILES, 'watch.tf'), 'utf8')).matchAll(/runbook = "(.+)"/g);
  const runbooks = Array.from(named, ([, name = '']) => name);
  expect(runbooks.length).toBeGreaterThan(9);
  expect(runbooks.filter((name) => !sections.includes(name))).toEqual([]);
});
