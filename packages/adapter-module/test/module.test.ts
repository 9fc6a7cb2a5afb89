import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Clock, Opening } from '@strongroom/ports';
import { inspectModule, ModuleUnfit, openModule } from '../src/index.ts';

const clock: Clock = { now: () => 0 as ReturnType<Clock['now']>, pause: async () => undefined };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const OPENING: Opening = { settings: { URL: 'x' }, clock, log, baseUrl: () => '', signingKey: new Uint8Array(32) };

const MAILER = '{ sent: [], send: async () => undefined, check: async () => undefined }';

/** The program of each package. */
const PACKAGES: Readonly<Record<string, string>> = {
  whole: `export const portsVersion = 1;
    export const openMailer = async (opening) => ({ ...${MAILER}, opening });
    export const inspectMailer = async ({ settings }) => ({ state: 'fits', text: 'server ' + settings.URL });`,
  bare: `export const portsVersion = 1; export const openMailer = async () => (${MAILER});`,
  unversioned: `export const openMailer = async () => (${MAILER});`,
  newer: `export const portsVersion = 4; export const openMailer = async () => (${MAILER});`,
  other: 'export const portsVersion = 1; export const openBlobStore = async () => ({});',
  partial: `export const portsVersion = 1; export const openMailer = async () => ({ check: async () => undefined, close: () => { globalThis.closedPartial = true; } });`,
  nothing: 'export const portsVersion = 1; export const openMailer = async () => undefined;',
  throwing: `export const portsVersion = 1;
    export const openMailer = () => { throw new Error('no server at mail.example.com.', { cause: new Error('ECONNREFUSED') }); };
    export const inspectMailer = () => { throw new Error('no server') };`,
  olderDocuments: `export const portsVersion = 1;
    export const openDocumentStore = async () => { globalThis.openedOlder = true; };
    export const openMailer = async () => (${MAILER});`,
  broken: "import 'strongroom-test-no-such-package'; export const portsVersion = 1;",
  silent: `export const portsVersion = 1;
    export const openMailer = () => new Promise((resolve) => { globalThis.answerSilent = () => resolve({ close: globalThis.closeSilent }); });`,
  blobs: `const work = async () => undefined; export const portsVersion = 1;
    export const openBlobStore = async () => ({ signUpload: work, signDownload: work, stat: work, seal: work, delete: work, list: work,
      check: work, keptAfterDeletion: 0, uploadsOutlive: 0, signsLocally: true });`,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-modules-'));
  for (const [name, program] of Object.entries(PACKAGES)) {
    const home = join(folder, 'node_modules/@acme', name);
    await mkdir(home, { recursive: true });
    await writeFile(
      join(home, 'package.json'),
      JSON.stringify({ name: `@acme/${name}`, type: 'module', main: 'index.js' }),
    );
    await writeFile(join(home, 'index.js'), program);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const refusal = async (name: string, deadlineMs = 60_000): Promise<string> => {
  const error = await openModule('mail', { name: `@acme/${name}`, folder, deadlineMs }, OPENING).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModuleUnfit);
  return (error as ModuleUnfit).message;
};

test('the adapter of a package opens with the same parts as our own adapters', async () => {
  const mailer = await openModule('mail', { name: '@acme/whole', folder }, OPENING);
  expect(mailer).toMatchObject({ opening: OPENING });
});

test('a package for version 1 serves the ports that have not changed since, and no documents', async () => {
  const older = { name: '@acme/olderDocuments', folder };
  expect(await openModule('mail', older, OPENING)).toHaveProperty('send');
  await expect(openModule('documents', older, OPENING)).rejects.toThrow(
    /^was written for version 1 of the ports, and this service has version 3: install a version of the package that fits$/,
  );
  expect(await inspectModule('documents', older, OPENING)).toMatchObject({ state: 'unfit' });
  expect(globalThis).not.toHaveProperty('openedOlder');
});

describe('the opening of an adapter refuses', () => {
  test.each([
    ['a package that is not installed', 'absent', /^is not installed: run `npm install @acme\/absent` in /],
    ['a package that is for another port', 'other', /^exports no function openMailer, so it is no adapter for mail$/],
    [
      'a package without a version',
      'unversioned',
      /^exports no portsVersion; this service has version 3 of the ports$/,
    ],
    ['a package for other ports', 'newer', /^was written for version 4 of the ports, and this service has version 3: /],
    ['an adapter that lacks a method', 'partial', /^lacks send \(function\), which an adapter for mail has$/],
    ['an opener that returns nothing', 'nothing', /^lacks an object, /],
    ['an opener that throws', 'throwing', /^does not open: no server at mail\.example\.com \(ECONNREFUSED\)$/],
    ['a package whose own dependency is missing', 'broken', /^cannot be loaded: .*strongroom-test-no-such-package/],
  ])('%s', async (_what, name, message) => {
    expect(await refusal(name)).toMatch(message);
  });

  test('an opener that never answers, and closes the adapter that comes too late', async () => {
    expect(await refusal('silent', 20)).toBe('does not answer: its openMailer took more than 0.02 s');
    const closed = new Promise<void>((resolve) => {
      Object.assign(globalThis, { closeSilent: resolve });
    });
    (globalThis as unknown as { answerSilent: () => void }).answerSilent();
    await closed;
  });

  test('a blob store that neither serves its objects nor says who does', async () => {
    await expect(openModule('blobs', { name: '@acme/blobs', folder }, OPENING)).rejects.toThrow(
      'lacks put (function) or a downloadOrigin, get (function) or a downloadOrigin, head (function) or a downloadOrigin, which',
    );
  });

  test('an adapter that lacks a method, and closes it', async () => {
    await refusal('partial');
    expect(globalThis).toMatchObject({ closedPartial: true });
  });
});

describe('an inspection', () => {
  test.each([
    ['whole', { state: 'fits', text: 'server x' }],
    ['bare', { state: 'fits', text: expect.stringMatching(/^can be loaded; it exports no inspectMailer/) }],
    ['throwing', { state: 'unfit', reason: 'fails: no server' }],
    ['newer', { state: 'unfit', reason: expect.stringMatching(/^was written for version 4/) }],
    ['other', { state: 'unfit', reason: 'exports no openMailer' }],
  ])('reports on the package %s', async (name, seen) => {
    expect(await inspectModule('mail', { name: `@acme/${name}`, folder }, OPENING)).toEqual(seen);
  });
});
