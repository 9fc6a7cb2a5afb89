import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from '@jest/globals';
import { aFolder, aStoppedService, strongroomAdmin } from './setting.ts';

// Each of these tests runs the command as a process.
const LOCAL = pathToFileURL(resolve(import.meta.dirname, '../../../packages/adapter-local/src/index.ts')).href;

/** A package that keeps documents where ours are. It writes down what it was opened with. */
const program = (version: number): string => `
  import { appendFileSync } from 'node:fs';
  import { openSqliteDocuments } from '${LOCAL}';
  export const portsVersion = ${version};
  export const openDocumentStore = async ({ settings, signingKey, baseUrl }) => {
    if (settings.FILE === undefined) throw new Error('STRONGROOM_DOCUMENTS_MODULE_FILE is missing');
    const store = await openSqliteDocuments({ path: settings.FILE });
    appendFileSync(settings.FILE + '.opened', Buffer.from(signingKey).toString('hex') + ' ' + baseUrl() + '\\n');
    return store;
  };`;

let data: string;
let cwd: string;
beforeEach(async () => {
  data = await aStoppedService();
  cwd = await aFolder();
  for (const [name, version] of [
    ['store', 3],
    ['older', 1],
  ] as const) {
    const home = join(cwd, 'node_modules/@acme', name);
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'package.json'), '{ "type": "module", "main": "index.js" }');
    await writeFile(join(home, 'index.js'), program(version));
  }
});

const withPackage = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  strongroomAdmin([...args, '--data-dir', data], {
    cwd,
    env: {
      STRONGROOM_DOCUMENTS: 'module:@acme/store',
      STRONGROOM_DOCUMENTS_MODULE_FILE: join(data, 'strongroom.db'),
      STRONGROOM_SECRET: 'x'.repeat(32),
      ...more,
    },
  });

const SHARED = { STRONGROOM_SECRET: 'x'.repeat(32), STRONGROOM_PUBLIC_URL: 'https://rooms.example.com' };

test.each([
  ['owner-token', '--new'],
  ['settings', '--forget'],
  ['keys', 'lost', '--all'],
  ['audit', 'restart', '--reason', 'a test'],
  ['audit', 'key', '--rotate'],
  ['audit', 'erase', '--older-than', '9000d', '--yes'],
])('%s %s works on documents of a package', async (...args) => {
  const { err } = await withPackage(args, SHARED);
  expect(err).not.toMatch(/STRONGROOM_DOCUMENTS|embedded store/);
  const opened = await readFile(join(data, 'strongroom.db.opened'), 'utf8');
  expect(opened).toMatch(/^[0-9a-f]{64} https:\/\/rooms\.example\.com\n$/);
});

test('a new token of the owner is stored in the documents of the package', async () => {
  const { code, err } = await withPackage(['owner-token', '--new']);
  expect([code, err]).toEqual([0, '']);
  expect(await readFile(join(data, 'owner.token'), 'utf8')).toMatch(/^srt_/);
});

test.each([
  ['the secret is missing', { STRONGROOM_SECRET: '' }, 'STRONGROOM_SECRET is missing: set that of the service.'],
  [
    'a setting of the package is missing',
    { STRONGROOM_DOCUMENTS_MODULE_FILE: '' },
    'STRONGROOM_DOCUMENTS: module:@acme/store does not open: STRONGROOM_DOCUMENTS_MODULE_FILE is missing.',
  ],
  [
    'the package is for an older version of the ports',
    { STRONGROOM_DOCUMENTS: 'module:@acme/older' },
    'STRONGROOM_DOCUMENTS: module:@acme/older was written for version 1 of the ports, and this service has version 3: install a version of the package that fits.',
  ],
  [
    'the package is not installed',
    { STRONGROOM_DOCUMENTS: 'module:@acme/absent' },
    'STRONGROOM_DOCUMENTS: module:@acme/absent is not installed: run `npm install @acme/absent` in',
  ],
])('a module of documents is refused in one sentence if %s', async (_what, more, sentence) => {
  const { code, err } = await withPackage(['owner-token', '--new'], more);
  expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
});
