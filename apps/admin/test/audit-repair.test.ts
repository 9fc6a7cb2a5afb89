import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import {
  auditKeysIn,
  checkpointFile,
  folderKeeper,
  openSqliteDocuments,
  systemClock,
  systemIds,
} from '@strongroom/adapter-local';
import { refuseLogFault } from '@strongroom/application';
import type { EventId, NewEvent, OrgId } from '@strongroom/domain';
import { aFolder, aStoppedService, strongroomAdminHere } from './setting.ts';

const HASH_BYTES = 32;

let data: string;
beforeEach(async () => {
  data = await aStoppedService();
});

type Store = Awaited<ReturnType<typeof openSqliteDocuments>>;

async function onStore<T>(work: (documents: Store) => Promise<T>): Promise<T> {
  const documents = await openSqliteDocuments({ path: join(data, 'strongroom.db') });
  try {
    return await work(documents);
  } finally {
    await documents.close();
  }
}

const event = (): NewEvent => ({
  id: systemIds.timed<EventId>(systemClock.now()),
  type: 'room.created',
  outcome: 'allowed',
  rule: null,
  occurredAt: systemClock.now(),
  actor: { type: 'system' },
  target: { type: 'organisation', id: systemIds.uuid<OrgId>(), roomId: null, label: null },
  request: null,
  data: {},
});

const keys = () =>
  auditKeysIn({
    lastCheckpoint: checkpointFile(join(data, 'audit.checkpoint')),
    file: join(data, 'keys', 'audit.key'),
    isMade: false,
  });

/** A stopped service with a signed log, whose tree is then damaged at its right edge. */
async function damaged(): Promise<void> {
  await onStore(async (documents) => {
    await documents.commit([], Array.from({ length: 600 }, event));
    await refuseLogFault({ documents, auditKeys: keys(), clock: systemClock });
    await documents.audit.mendTile(1, 0, new Uint8Array(2 * HASH_BYTES));
  });
}

const repair = (more: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  strongroomAdminHere(['audit', 'repair', '--data-dir', data, ...more], { env });
const command = (...args: readonly string[]) => strongroomAdminHere([...args, '--data-dir', data]);

const REFUSED = { code: 1, out: '', err: expect.stringContaining('`strongroom-admin audit repair` rebuilds them') };

test('audit repair rebuilds a damaged right edge, which other commands refuse to write to', async () => {
  await damaged();
  expect(await command('owner-token', '--new')).toMatchObject(REFUSED);
  expect(await command('settings', '--forget')).toMatchObject(REFUSED);
  expect(await command('keys', 'lost', '--all')).toMatchObject(REFUSED);
  const { code, out, err } = await repair();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Rebuilt 1 tile:\n {2}tile\/1\/000\.p\/2\nThe log has 60\d events and agrees with/);
  expect(out).toMatch(/ {2}60\d events, in the store\n {2}60\d events, at .*audit\.checkpoint\n$/);
  expect(await command('settings', '--forget')).toMatchObject({ code: 0 });
  expect((await repair()).out).toMatch(/^No tile is damaged\.\n/);
});

/** A checkpoint of one more event, signed by the key of the log where `isSigned`. */
async function longer(isSigned: boolean): Promise<Readonly<{ origin: string; size: number; note: string }>> {
  const noted = await readFile(join(data, 'audit.checkpoint'), 'utf8');
  const [origin = '', covered = ''] = noted.split('\n');
  const size = Number(covered) + 1;
  const forged = noted.replace(`\n${covered}\n`, `\n${size}\n`);
  const text = `${forged.split('\n\n')[0]}\n`;
  const [key] = await keys().read();
  return { origin, size, note: isSigned ? `${text}\n${await key?.sign(text)}\n` : forged };
}

test('audit repair names a forged checkpoint of a keeper, which counts for nothing', async () => {
  await damaged();
  const keeper = await aFolder();
  await folderKeeper(keeper).keep(await longer(false));
  const { code, out } = await repair([], { STRONGROOM_AUDIT_KEEPERS: keeper });
  expect([code, out]).toEqual([0, expect.stringContaining(`No key of this log signed a checkpoint at ${keeper}`)]);
});

test('a repair changes nothing when a checkpoint of a keeper or the operator belongs to another log', async () => {
  await damaged();
  const keeper = await aFolder();
  await folderKeeper(keeper).keep(await longer(true));
  const refused = await repair([], { STRONGROOM_AUDIT_KEEPERS: `mailto:a@example.com, ${keeper}` });
  expect(refused).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(`the checkpoint at ${keeper} covers`),
  });
  await writeFile(join(keeper, 'given'), 'garbage');
  expect(await repair(['--checkpoint', join(keeper, 'given')])).toMatchObject({ code: 1, out: '' });
  expect(await repair(['--checkpoint', join(keeper, 'nowhere')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be read (ENOENT)'),
  });
  const tile = await onStore(({ audit }) => audit.tile(1, 0, 2));
  expect(Buffer.from(tile ?? []).every((byte) => byte === 0)).toBe(true);
});

test('commands that write refuse a log whose key is missing, and say how to begin a new one', async () => {
  await rm(join(data, 'keys', 'audit.key'));
  for (const args of [
    ['settings', '--forget'],
    ['keys', 'lost', '--all'],
  ])
    expect(await command(...args)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('bring it back, or begin a new log with `strongroom-admin audit restart`'),
    });
});
