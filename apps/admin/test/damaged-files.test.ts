import { cp, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { aFolder, aStoppedService, strongroomAdminHere, there } from './setting.ts';

/** Files that commands read, with anything in them: a failing disk, another program, a wrong copy. */

type Damage = (file: string) => Promise<void>;

const DAMAGES: Readonly<Record<string, Damage>> = {
  empty: (file) => writeFile(file, ''),
  'of other bytes': (file) => writeFile(file, Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))),
  JSON: (file) => writeFile(file, '{"a":1}'),
  // Longer than a text of this runtime can be.
  giant: async (file) => {
    await rm(file);
    await writeFile(file, '');
    await truncate(file, 1_000_000_000);
  },
  'a folder': async (file) => {
    await rm(file);
    await mkdir(file);
  },
};
const ALL = Object.keys(DAMAGES);

let source: string;
let backup: string;
let key: string;
beforeAll(async () => {
  source = await aStoppedService();
  backup = join(await aFolder(), 'backup');
  await strongroomAdminHere(['backup', '--data-dir', source, '--to', backup]);
  key = there((await readdir(join(source, 'keys'))).find((name) => name.endsWith('.kek')));
});

async function damaged(folder: string, file: string, damage: string): Promise<string> {
  const copy = join(await aFolder(), 'copy');
  await cp(folder, copy, { recursive: true });
  await DAMAGES[damage]?.(join(copy, file));
  return copy;
}

/** A sentence of ours, in one line. */
const SENTENCE = /^strongroom-admin: (?!this should not have happened)[^\n]+\.\n$/;

const KEY_COMMANDS = [
  ['audit', 'key', '--stage'],
  ['audit', 'key', '--rotate'],
  ['audit', 'restart', '--reason', 'x'],
  ['audit', 'erase', '--older-than', '1d', '--yes'],
  ['owner-token', '--new'],
  ['clock', '--confirm'],
  ['settings', '--forget'],
  ['keys', 'lost', '--all'],
];

describe.each(ALL)('a file of the audit key that is %s', (damage) => {
  test.each(KEY_COMMANDS.map((command) => [command.join(' '), command] as const))(
    'is named by %s, with what to do',
    async (_, command) => {
      const data = await damaged(source, 'keys/audit.key', damage);
      const { code, err } = await strongroomAdminHere([...command, '--data-dir', data]);
      expect([code, err]).toEqual([1, expect.stringMatching(SENTENCE)]);
      expect(err).toContain(join(data, 'keys', 'audit.key'));
      expect(err).toContain('bring the file back from a backup, or move it away');
    },
  );
});

const DATABASE_COMMANDS = [
  ...KEY_COMMANDS,
  ['upgrade'],
  ['audit', 'repair'],
  ['audit', 'continue', '--reason', 'x'],
  ['backup', '--to', 'TO'],
];

describe.each(ALL)('a database that is %s', (damage) => {
  test.each(DATABASE_COMMANDS.map((command) => [command.join(' '), command] as const))(
    'is named by %s, with what to do',
    async (_, command) => {
      const data = await damaged(source, 'strongroom.db', damage);
      const words = command.map((word) => (word === 'TO' ? `${data}-to` : word));
      const { code, err } = await strongroomAdminHere([...words, '--data-dir', data]);
      expect([code, err]).toEqual([1, expect.stringMatching(SENTENCE)]);
      expect(err).toContain(join(data, 'strongroom.db'));
      expect(err).toMatch(/restore a backup/iu);
    },
  );
});

test.each(['manifest.json', 'strongroom.db'].flatMap((file) => ALL.map((damage) => [file, damage] as const)))(
  'restore refuses a backup whose %s is %s, before anything is written',
  async (file, damage) => {
    const from = await damaged(backup, file, damage);
    const to = join(await aFolder(), 'restored');
    const { code, err } = await strongroomAdminHere(['restore', '--from', from, '--data-dir', to]);
    expect([code, err]).toEqual([1, expect.stringMatching(SENTENCE)]);
    expect(err).toContain(join(from, file));
    expect(await readdir(to).catch(() => [])).toEqual([]);
  },
);

const SEEN = ['strongroom.db', 'keys/audit.key', 'keys/service.secret', 'KEY'] as const;

test.each(SEEN.flatMap((file) => ALL.map((damage) => [file, damage] as const)))(
  'the doctor names %s that is %s, with what to do',
  async (named, damage) => {
    const file = named === 'KEY' ? `keys/${key}` : named;
    const data = await damaged(source, file, damage);
    const { code, out, err } = await strongroomAdminHere(['doctor', '--json', '--data-dir', data]);
    expect([code, err]).toEqual([1, '']);
    const { checks } = JSON.parse(out) as Readonly<{
      checks: readonly Readonly<{ status: string; text: string; todo?: string }>[];
    }>;
    const failed = checks.filter(({ status }) => status === 'fail');
    expect(failed).toContainEqual(
      expect.objectContaining({
        text: expect.stringContaining(file.split('/').at(-1) ?? ''),
        todo: expect.stringMatching(/\w+/),
      }),
    );
  },
);
