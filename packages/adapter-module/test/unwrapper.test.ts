import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Clock, type KeyUnwrapper, Unavailable } from '@strongroom/ports';
import { boundedUnwrapper } from '../src/bounded-unwrapper.ts';
import { openUnwrapperOfModule } from '../src/index.ts';

const clock: Clock = { now: () => 0 as ReturnType<Clock['now']>, pause: async () => undefined };
const WHOLE = "scope: 'room', check: async () => undefined, close: async () => undefined";

/** The program of each package. */
const PACKAGES: Readonly<Record<string, string>> = {
  whole: `export const portsVersion = 3;
    export const openKeyUnwrapper = async ({ settings }) => ({ ${WHOLE}, unwrap: async () => new TextEncoder().encode(settings.URL) });`,
  wraps: 'export const portsVersion = 3; export const openKeyVault = async () => ({});',
  partial: `export const portsVersion = 3; export const openKeyUnwrapper = async () => ({ ${WHOLE} });`,
  throwing: `export const portsVersion = 3;
    export const openKeyUnwrapper = async () => { throw new Error('STRONGROOM_KEYS_MODULE_URL is missing.'); };`,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-unwrappers-'));
  for (const [name, program] of Object.entries(PACKAGES)) {
    const home = join(folder, 'node_modules/@acme', name);
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'package.json'), '{ "type": "module", "main": "index.js" }');
    await writeFile(join(home, 'index.js'), program);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const opening = { settings: { URL: 'kms.example.com' }, clock };
const opened = (name: string): Promise<KeyUnwrapper> =>
  openUnwrapperOfModule({ name: `@acme/${name}`, folder }, opening);

test('the unwrapper of a package opens with its settings', async () => {
  const unwrapper = await opened('whole');
  expect(unwrapper.scope).toBe('room');
  expect(Buffer.from(await unwrapper.unwrap('', '')).toString()).toBe('kms.example.com');
});

test.each([
  ['wraps only', 'wraps', /^exports no function openKeyUnwrapper, so nothing can be opened with it$/],
  ['lacks a method', 'partial', /^lacks unwrap \(function\), which an unwrapper has$/],
  ['lacks a setting', 'throwing', /^does not open: STRONGROOM_KEYS_MODULE_URL is missing$/],
  ['is not installed', 'absent', /^is not installed: run `npm install @acme\/absent` in /],
])('a package that %s is refused', async (_what, name, sentence) => {
  await expect(opened(name)).rejects.toThrow(sentence);
});

test('an unwrapper that does not answer in time is given up, and a key that comes too late is wiped', async () => {
  let answer: (key: Uint8Array) => void = () => undefined;
  const silent: KeyUnwrapper = {
    scope: 'room',
    unwrap: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    check: () => new Promise(() => undefined),
    close: async () => undefined,
  };
  const bounded = boundedUnwrapper(silent, 20);
  await expect(bounded.unwrap('', '')).rejects.toBeInstanceOf(Unavailable);
  await expect(bounded.check()).rejects.toBeInstanceOf(Unavailable);
  const late = new Uint8Array(32).fill(7);
  answer(late);
  await new Promise(setImmediate);
  expect(late).toEqual(new Uint8Array(32));
});
