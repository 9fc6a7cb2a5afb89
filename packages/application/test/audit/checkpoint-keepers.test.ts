import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { folderKeeper, memoryAuditKeys } from '@strongroom/adapter-local';
import { DAY, type Email } from '@strongroom/domain';
import type { AuditKeys, CheckpointKeeper } from '@strongroom/ports';
import { aPerson, aRoom } from '../world/mothers.ts';
import { memoryPorts } from '../world/ports.ts';
import { aFolder, another, openWorld, type World } from '../world/world.ts';

type Kept = Readonly<{ keepers?: readonly CheckpointKeeper[]; checkpointsTo?: readonly Email[] }>;

const aWorld = (kept: Kept, auditKeys: AuditKeys = memoryAuditKeys()): Promise<World> =>
  openWorld({ around: () => ({ auditKeys, ...kept }) });

const write = async (world: World): Promise<void> => {
  await aRoom(world, await aPerson(world, 'member'));
};

const latest = async (world: World): Promise<string> => (await world.app.checkpointer?.latest())?.note ?? '';

describe('a folder', () => {
  test('gets every checkpoint as a file of its own, once', async () => {
    const folder = join(await aFolder(), 'kept');
    const world = await aWorld({ keepers: [folderKeeper(folder)] });
    const notes: string[] = [];
    for (let round = 0; round < 3; round++) {
      await write(world);
      await world.app.checkpointer?.once();
      notes.push(await latest(world));
      await world.app.checkpointer?.once();
    }
    const names = (await readdir(folder)).toSorted();
    expect(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).toEqual(notes);
  });

  test('that cannot be written is named, delays nothing and is caught up', async () => {
    const folder = join(await aFolder(), 'kept');
    let isDown = true;
    const real = folderKeeper(folder);
    const keep: CheckpointKeeper['keep'] = async (checkpoint) => {
      if (isDown) throw Object.assign(new Error('away'), { code: 'EIO', errno: -5, syscall: 'open' });
      await real.keep(checkpoint);
    };
    const world = await aWorld({ keepers: [{ ...real, keep }] });
    await write(world);
    await world.app.checkpointer?.once();
    expect([...(world.app.checkpointer?.notKept ?? [])]).toEqual([[folder, 'EIO']]);
    const fields = { keeper: folder, reason: 'EIO' };
    expect(world.ports.log.warnings).toContainEqual({ message: 'audit.keeper_fails', fields });
    await write(world);
    isDown = false;
    await world.app.checkpointer?.once();
    expect(world.app.checkpointer?.notKept.size).toBe(0);
    const [only = ''] = await readdir(folder);
    expect(await readFile(join(folder, only), 'utf8')).toBe(await latest(world));
  });

  test('that hangs is given up after 15 seconds', async () => {
    const keep = (): Promise<void> => new Promise(() => undefined);
    const world = await aWorld({ keepers: [{ name: 'hanging', every: 0, keep }] });
    const once = world.app.checkpointer?.once();
    await world.clock.paused();
    world.clock.advance(15_000);
    await once;
    expect([...(world.app.checkpointer?.notKept ?? [])]).toEqual([['hanging', 'it does not answer']]);
  });

  test('that knows more than a restored store is believed before anything is written', async () => {
    const folder = join(await aFolder(), 'kept');
    const lines = memoryAuditKeys();
    const first = await aWorld({ keepers: [folderKeeper(folder)] }, lines);
    await write(first);
    await first.app.checkpointer?.once();
    // The key is there, and nothing is noted beside it: only the folder knows the log.
    const forgetful: AuditKeys = { ...lines, lastSigned: async () => undefined };
    const fresh = memoryPorts(first.clock);
    const world = await another(first, { documents: fresh.documents, auditKeys: forgetful });
    await world.app.checkpointer?.begin();
    expect(world.app.checkpointer?.fault).toMatchObject({
      code: 'log_is_shorter',
      message: expect.stringContaining(`at ${folder}`),
    });
    await expect(aRoom(world, world.owner)).rejects.toMatchObject({ dependency: 'audit' });
  });

  test.each([
    ['a forged longer one', (note: string, size: number) => note.replace(`\n${size}\n`, '\n9999\n')],
    ['a copy of it under the name of a longer one', (note: string) => note],
  ])('is trusted about its longest genuine checkpoint, also beside %s', async (_what, forge) => {
    const folder = join(await aFolder(), 'kept');
    const lines = memoryAuditKeys();
    const first = await aWorld({ keepers: [folderKeeper(folder)] }, lines);
    await write(first);
    await first.app.checkpointer?.once();
    const { origin, size, note } = (await first.app.checkpointer?.latest()) ?? { origin: '', size: 0, note: '' };
    for (const longer of [9998, 9999])
      await folderKeeper(folder).keep({ origin, size: longer, note: forge(note, size) });
    const forgetful: AuditKeys = { ...lines, lastSigned: async () => undefined };
    const fresh = memoryPorts(first.clock);
    const world = await another(first, { documents: fresh.documents, auditKeys: forgetful });
    await world.app.checkpointer?.begin();
    expect(world.app.checkpointer?.fault?.code).toBe('log_is_shorter');
    // The same forgeries beside the whole log are an alarm.
    const whole = await another(first);
    await whole.app.checkpointer?.once();
    expect(whole.app.checkpointer?.fault).toBeUndefined();
    expect([...(whole.app.checkpointer?.notKept ?? [])]).toEqual([
      [folder, expect.stringContaining('no key of this log')],
    ]);
  });

  test('with a file that is not a checkpoint does not stop the log', async () => {
    const folder = await aFolder();
    await writeFile(join(folder, 'rooms.example_api_v1_audit_0.9.checkpoint'), 'something else');
    const world = await aWorld({ keepers: [folderKeeper(folder)] });
    await world.app.checkpointer?.begin();
    expect(world.app.checkpointer?.fault).toBeUndefined();
  });
});

test('a mailbox gets a checkpoint once a day', async () => {
  const to = 'auditor@example.com' as Email;
  const world = await aWorld({ checkpointsTo: [to] });
  const sent = (): number => world.ports.mailer.sent.filter((message) => message.to === to).length;
  for (const [days, mails] of [
    [0, 1],
    [0.5, 1],
    [0.6, 2],
  ] as const) {
    world.clock.advance(days * DAY);
    await write(world);
    await world.app.checkpointer?.once();
    expect(sent()).toBe(mails);
  }
  expect(world.ports.mailer.sent.at(-1)?.text).toContain(await latest(world));
});
