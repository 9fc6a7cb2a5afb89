import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from '@jest/globals';
import { Problem, type Terminal } from '@strongroom/command-line';
import { readConfig } from '../src/account/config.ts';
import { deviceWith, readDevices } from '../src/account/devices.ts';
import { freshKeySession, readTrustedKeys } from '../src/account/key-session.ts';
import { KnownContents } from '../src/transfer/known-contents.ts';
import { LoggedDownloads } from '../src/transfer/logged-downloads.ts';
import { LoggedRedemptions } from '../src/transfer/logged-redemptions.ts';
import { LoggedUploads } from '../src/transfer/logged-uploads.ts';
import { openTransferLog } from '../src/transfer/transfer-log.ts';
import { aFolder, aTerminal } from './setting.ts';

/** Files that the command line keeps, with anything in them: an older version, a restored copy, an editor. */

const DAMAGED = 'is damaged';

/** JSON of every kind, alone and as a member. */
const KINDS: readonly unknown[] = [null, true, 1, 'x', [], [null], [1], ['x'], [[]], {}, [{}], { a: 1 }];

async function holding(suffix: string, content: unknown): Promise<Terminal> {
  const folder = await aFolder();
  await writeFile(join(folder, `config${suffix}.json`), JSON.stringify(content), { mode: 0o600 });
  return aTerminal({ env: { STRONGROOM_CONFIG: join(folder, 'config.json') } }).terminal;
}

/** The failure, which is a sentence that says what to do; undefined for a success. */
async function problemOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}

const withKinds = (object: object, name: string) => KINDS.map((kind) => ({ ...object, [name]: kind }));

describe('the settings', () => {
  const GOOD = { url: 'https://rooms.example.com', token: 'srt_x', insecure: false, keys: { kind: 'cloud-kms' } };
  test.each(
    [...KINDS, ...Object.keys(GOOD).flatMap((name) => withKinds(GOOD, name))].map((value) => [
      JSON.stringify(value),
      value,
    ]),
  )('%s are read as a whole, or refused as damaged', async (_, value) => {
    const terminal = await holding('', value);
    const problem = await problemOf(() => readConfig(terminal));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    expect(problem ?? (isObject ? DAMAGED : 'taken')).toContain(DAMAGED);
  });

  test.each(['a\nb', 'ünïcode', 'a b', '\0'])('with the token %j are damaged', async (token) => {
    const terminal = await holding('', { ...GOOD, token });
    expect(await problemOf(() => readConfig(terminal))).toContain('is damaged');
  });
});

const KEY = { x: 'x', y: 'y', d: 'd' };
const DEVICE = {
  service: 'https://rooms.example.com',
  user: 'u',
  url: 'https://keys.example.com',
  key: 'k',
  device: 'mine',
  person: { iss: 'https://keys.example.com', id: 'p' },
  privateKey: KEY,
};
const SIGN_IN = { ...DEVICE, proof: 'p', next: 'n', endsAt: 1 };

describe.each([
  ['enrolments', '-devices', DEVICE, readDevices],
  ['sign-ins', '-person', SIGN_IN, readTrustedKeys],
] as const)('the %s', (_, suffix, good, read) => {
  const wrong = [...KINDS, ...Object.keys(good).flatMap((name) => withKinds(good, name).map((one) => [one]))];
  test.each(wrong.map((value) => [JSON.stringify(value), value]))(
    '%s are read as a whole, or refused as damaged',
    async (__, value) => {
      const terminal = await holding(suffix, value);
      expect((await problemOf(() => read(terminal))) ?? DAMAGED).toContain(DAMAGED);
    },
  );
});

test('a file with a malformed key is reported as damaged', async () => {
  const device = await holding('-devices', [DEVICE]);
  expect(await problemOf(() => deviceWith(device, 'mine'))).toContain('is damaged');
  const signIn = await holding('-person', [SIGN_IN]);
  expect(await problemOf(() => freshKeySession({ terminal: signIn }, SIGN_IN.url))).toContain('is damaged');
});

describe('the memory of transfers', () => {
  async function withTables(sql: string): Promise<Terminal> {
    const { terminal } = aTerminal({ env: { XDG_STATE_HOME: await aFolder() } });
    (await openTransferLog(terminal)).close();
    const folder = join(terminal.variable('XDG_STATE_HOME') ?? '', 'strongroom');
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.db'));
    const database = new DatabaseSync(join(folder, name));
    database.exec(sql);
    database.close();
    return terminal;
  }

  async function used(terminal: Terminal): Promise<void> {
    const log = await openTransferLog(terminal);
    try {
      const uploads = new LoggedUploads(log);
      const upload = { service: 's', room: 'r', path: '/a', target: 't', content: '1 1', terms: '[]' };
      uploads.claim([{ upload, again: false }]);
      uploads.announce([upload], [{ name: 'a', size: 1, content_type: 'text/plain' }]);
      new KnownContents(log, 's').hashOf('f');
      await new LoggedDownloads(log, 's').isThere({ file: 'f', path: '/a' });
      new LoggedRedemptions(log).begun('link', '/a');
    } finally {
      log.close();
    }
  }

  test.each(['uploads', 'announcements', 'contents', 'downloads', 'redemptions'])(
    'with another table %s is damaged, and the sentence names the file',
    async (table) => {
      const terminal = await withTables(`DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (other INTEGER)`);
      expect(await problemOf(() => used(terminal))).toMatch(/transfers-.*\.db cannot be used.*remove it/s);
    },
  );

  test.each(['{', 'null', '1', '"x"', '{}', '[null]', '[1]', '[{}]', '[{"name":1,"size":"x"}]'])(
    'with %s for a request forgets that request',
    async (body) => {
      const { terminal } = aTerminal({ env: { XDG_STATE_HOME: await aFolder() } });
      const log = await openTransferLog(terminal);
      const uploads = new LoggedUploads(log);
      log.run('INSERT INTO announcements (request, body, begun) VALUES (?, ?, ?)', 'r', body, 4_000_000_000);
      expect(uploads.announcement('r')).toBeUndefined();
      log.close();
    },
  );
});
