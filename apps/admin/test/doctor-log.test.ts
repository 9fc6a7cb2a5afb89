import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  auditKeysIn,
  checkpointFile,
  folderKeeper,
  newAuditKey,
  openSqliteDocuments,
  type SqliteDocumentStore,
  systemClock,
  systemIds,
} from '@strongroom/adapter-local';
import { refuseLogFault } from '@strongroom/application';
import type { EventId, NewEvent, OrgId } from '@strongroom/domain';
import { aFolder, aService, aStoppedService, strongroomAdminHere, traceOf } from './setting.ts';

const HASH_BYTES = 32;
const TILE_BYTES = 256 * HASH_BYTES;
/** Events of a block of the index. */
const BLOCK = 65_536;

type Check = Readonly<{ check: string; status: string; text: string; todo?: string }>;

let data: string;
beforeEach(async () => {
  data = await aStoppedService();
});

const database = () => join(data, 'strongroom.db');

async function onStore<T>(work: (documents: SqliteDocumentStore) => Promise<T>): Promise<T> {
  const documents = await openSqliteDocuments({ path: database() });
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

const signed = (count: number): Promise<void> =>
  onStore(async (documents) => {
    await documents.commit([], Array.from({ length: count }, event));
    const lastCheckpoint = checkpointFile(join(data, 'audit.checkpoint'));
    const auditKeys = auditKeysIn({ file: join(data, 'keys', 'audit.key'), isMade: false, lastCheckpoint });
    await refuseLogFault({ documents, auditKeys, clock: systemClock });
  });

/** The findings about the audit log. The doctor must not change anything. */
async function examined(more: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const before = await traceOf(data);
  const { out, err } = await strongroomAdminHere(['doctor', '--data-dir', data, '--json', ...more], { env });
  expect(err).toBe('');
  expect(await traceOf(data)).toEqual(before);
  const { checks } = JSON.parse(out) as { checks: readonly Check[] };
  return checks.filter(({ check }) => check.startsWith('audit '));
}

const unwell = (checks: readonly Check[]) => checks.filter(({ status }) => status !== 'ok');

test('a signed log passes: its key, its checkpoints, those of keepers and a sample of its tiles', async () => {
  await signed(600);
  const keeper = await aFolder();
  const note = await readFile(join(data, 'audit.checkpoint'), 'utf8');
  await folderKeeper(keeper).keep({ origin: note.split('\n')[0] ?? '', size: 601, note });
  expect(await examined([], { STRONGROOM_AUDIT_KEEPERS: keeper })).toEqual([
    { check: 'audit key', status: 'ok', text: expect.stringMatching(/^signs 127\.0\.0\.1\/api\/v1\/audit\/\w{8}$/) },
    {
      check: 'audit log',
      status: 'ok',
      text: `601 events, continues the checkpoint in the store, at ${join(data, 'audit.checkpoint')}, at ${keeper}`,
    },
    { check: 'audit tree', status: 'ok', text: '2 tiles compared with the entries' },
    { check: 'audit index', status: 'ok', text: 'none stored yet' },
    { check: 'audit place', status: 'ok', text: `the last checkpoint is noted in ${join(data, 'audit.checkpoint')}` },
  ]);
});

test('the doctor reads the log of a running service and changes nothing', async () => {
  const service = await aService();
  data = service.data;
  await service.documents.commit([], [event()]);
  await service.app.checkpointer?.begin();
  expect(unwell(await examined())).toEqual([]);
  await service.documents.commit([], [event()]);
  await service.close();
});

test('the doctor warns of a key that others can read, of a place that keeps nothing, and of a checkpoint that no key of this log signed', async () => {
  await signed(10);
  await chmod(join(data, 'keys', 'audit.key'), 0o644);
  await writeFile(join(data, 'audit.checkpoint'), 'x'.repeat(1000));
  const keeper = await aFolder();
  expect(unwell(await examined())).toMatchObject([
    { check: 'audit keeper', status: 'warn', text: expect.stringContaining('no key of this log signed') },
    { check: 'audit key file', status: 'warn', todo: expect.stringContaining('chmod 600') },
  ]);
  const none = { STRONGROOM_AUDIT_CHECKPOINT: 'none' };
  const [, place] = unwell(await examined([], none));
  expect(place).toMatchObject({ check: 'audit place', status: 'warn', text: expect.stringContaining('unnoticed') });
  expect(unwell(await examined([], { ...none, STRONGROOM_AUDIT_KEEPERS: keeper }))).toMatchObject([
    { check: 'audit key file' },
  ]);
});

describe('the doctor fails', () => {
  test('for a key that is missing, or of another log', async () => {
    const file = join(data, 'keys', 'audit.key');
    await rm(file);
    expect(unwell(await examined())).toMatchObject([
      { check: 'audit key', text: expect.stringContaining('is missing') },
    ]);
    await writeFile(file, `${await newAuditKey('rooms.example/api/v1/audit/0123abcd')}\n`, { mode: 0o600 });
    expect(unwell(await examined())).toMatchObject([
      { check: 'audit key', status: 'fail', text: expect.stringContaining('is not that of the audit log') },
    ]);
  });

  test('for a database that is behind its last checkpoint, or one of a keeper', async () => {
    await signed(10);
    const [older, keeper] = [join(await aFolder(), 'older.db'), await aFolder()];
    await copyFile(database(), older);
    await signed(10);
    const noted = join(data, 'audit.checkpoint');
    const note = await readFile(noted, 'utf8');
    await folderKeeper(keeper).keep({ origin: note.split('\n')[0] ?? '', size: 21, note });
    await copyFile(older, database());
    const behind = (where: string) => [
      {
        check: 'audit log',
        status: 'fail',
        text: expect.stringContaining(`has 11 events; the checkpoint ${where} covers 21`),
      },
    ];
    expect(unwell(await examined())).toMatchObject(behind(`at ${noted}`));
    await rm(noted);
    expect(unwell(await examined([], { STRONGROOM_AUDIT_KEEPERS: keeper }))).toMatchObject(behind(`at ${keeper}`));
  });

  test('for a database that was copied to its place, with the commands that end it', async () => {
    await signed(10);
    await rm(join(data, 'strongroom.id'));
    expect(unwell(await examined())).toMatchObject([
      {
        check: 'audit log',
        status: 'fail',
        text: expect.stringContaining('the store was restored or copied to this place'),
        todo: expect.stringMatching(
          /strongroom-admin audit restart, or strongroom-admin audit continue if no later log exists$/,
        ),
      },
    ]);
  });

  test('for a place of the last checkpoint that cannot be written', async () => {
    await signed(10);
    const place = join(data, 'strongroom.db', 'audit.checkpoint');
    expect(unwell(await examined([], { STRONGROOM_AUDIT_CHECKPOINT: place }))).toMatchObject([
      { check: 'audit log', status: 'warn' },
      { check: 'audit place', status: 'fail', text: expect.stringContaining('cannot be written') },
    ]);
  });

  test('for a damaged right edge, with the command that repairs it', async () => {
    await signed(600);
    await onStore(({ audit }) => audit.mendTile(1, 0, new Uint8Array(2 * HASH_BYTES)));
    expect(unwell(await examined())).toMatchObject([
      {
        check: 'audit log',
        text: expect.stringContaining('tile/1/000.p/2'),
        todo: expect.stringContaining('audit repair'),
      },
      { check: 'audit tree', todo: expect.stringContaining('strongroom-admin audit repair') },
    ]);
  });

  test('for lists that hide an event, until the index is rebuilt', async () => {
    await onStore(async (documents) => {
      for (let count = 0; count <= BLOCK; count += 1000)
        await documents.commit([], Array.from({ length: 1000 }, event));
      await documents.audit.stored();
    });
    await signed(1);
    expect(unwell(await examined())).toEqual([]);
    const hiding = new DatabaseSync(database());
    hiding.exec(
      `UPDATE postings SET count = count - 1, offsets = zeroblob(length(offsets)) WHERE term = 'troom.created|'`,
    );
    hiding.close();
    expect(unwell(await examined())).toMatchObject([
      {
        check: 'audit index',
        text: 'lists of events 0 to 65535 are wrong: type room.created, no label',
        todo: expect.stringContaining('strongroom-admin audit repair'),
      },
    ]);
    const { out } = await strongroomAdminHere(['audit', 'repair', '--data-dir', data]);
    expect(out).toContain('Rebuilt the index of lists:\n  events 0 to 65535: type room.created, no label\n');
    expect(unwell(await examined(['--whole-log']))).toEqual([]);
  });

  test('for an old damaged tile, of a sample or of all', async () => {
    await signed(600);
    await onStore(({ audit }) => audit.mendTile(0, 1, new Uint8Array(TILE_BYTES)));
    for (const more of [[], ['--whole-log']])
      expect(unwell(await examined(more))).toMatchObject([
        { check: 'audit tree', status: 'fail', text: '1 damaged tile: tile/0/001' },
      ]);
  });
});

test('the doctor warns of a keeper that cannot be read', async () => {
  await signed(3);
  const place = join(await aFolder(), 'a file');
  await writeFile(place, '');
  expect(unwell(await examined([], { STRONGROOM_AUDIT_KEEPERS: place }))).toMatchObject([
    { check: 'audit keeper', status: 'warn', text: expect.stringContaining(place) },
  ]);
});
