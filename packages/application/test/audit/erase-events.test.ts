import { describe, expect, test } from '@jest/globals';
import { memoryAuditKeys } from '@strongroom/adapter-local';
import { type ExportSource, Tampered, type Verified, verifyExport } from '@strongroom/audit-proof';
import { HOUR } from '@strongroom/domain';
import type { AuditKeys } from '@strongroom/ports';
import { type ErasedEvents, eraseEvents } from '../../src/index.ts';
import { eventsOf, eventsOfType } from '../world/events.ts';
import { aPerson, aRoom } from '../world/mothers.ts';
import { BOTH, type Kind, openWorld, type World } from '../world/world.ts';

type SignedWorld = World & Readonly<{ auditKeys: AuditKeys }>;

async function aSignedWorld(kind: Kind): Promise<SignedWorld> {
  const auditKeys = memoryAuditKeys();
  const world = await openWorld({ kind, around: () => ({ auditKeys }) });
  await world.app.checkpointer?.begin();
  return { ...world, auditKeys };
}

async function verified(world: World): Promise<Verified> {
  const files = new Map<string, Uint8Array>();
  for await (const { name, bytes } of await world.app.audit.exportLog(await world.owner.enter()))
    files.set(name, bytes);
  const source: ExportSource = {
    read: async (name) => files.get(name),
    names: async function* () {
      yield* files.keys();
    },
  };
  return verifyExport(source, { keys: (await world.app.checkpointer?.keys()) ?? [], isWhole: true });
}

const erase = (world: SignedWorld, wanted: ErasedEvents): Promise<number> =>
  eraseEvents({ ...world.ports, auditKeys: world.auditKeys }, wanted);

const seqsOf = (events: readonly Readonly<{ seq: number }>[]): readonly number[] => events.map(({ seq }) => seq);

describe.each(BOTH)('erased events in %s', (kind) => {
  test('by age leave a log that is verified whole and names them', async () => {
    const world = await aSignedWorld(kind);
    const ada = await aPerson(world, 'member');
    await aRoom(world, ada);
    world.clock.advance(HOUR);
    const old = (await eventsOf(world)).filter(({ type }) => !type.startsWith('log.'));
    const until = world.clock.now();
    await aRoom(world, ada);
    expect(await erase(world, { part: 'event', until })).toBe(old.length);
    const left = await eventsOf(world);
    expect(seqsOf(left).filter((seq) => seqsOf(old).includes(seq))).toEqual([]);
    const { erased, erasedRanges, missing, shown } = await verified(world);
    expect({ erased, missing, shown }).toEqual({ erased: old.length, missing: 0, shown: left.length });
    expect(erasedRanges.flatMap(({ first, last }) => [first, last])).toEqual([1, old.length]);
    const [announced] = await eventsOfType(world, 'audit.erased');
    expect(announced?.data).toEqual({ part: 'event', count: old.length, seqs: `1-${old.length}` });
    expect((await eventsOfType(world, 'log.started')).length).toBe(1);
  });

  test('by actor or id leave all others', async () => {
    const world = await aSignedWorld(kind);
    const [ada, bob] = [await aPerson(world, 'member'), await aPerson(world, 'member')];
    for (const person of [ada, bob, ada]) await aRoom(world, person);
    const made = await eventsOfType(world, 'room.created');
    expect(await erase(world, { part: 'event', actorId: ada.id })).toBeGreaterThanOrEqual(2);
    expect(seqsOf(await eventsOfType(world, 'room.created'))).toEqual([made[1]?.seq]);
    const [started] = await eventsOfType(world, 'log.started');
    const ids = [made[1]?.id, started?.id].filter((id) => id !== undefined);
    expect(await erase(world, { part: 'event', ids })).toBe(1);
    expect(await eventsOfType(world, 'room.created')).toEqual([]);
    expect((await verified(world)).erasedRanges.length).toBeGreaterThan(0);
  });

  test('by address keep their events', async () => {
    const world = await aSignedWorld(kind);
    await aRoom(world, await aPerson(world, 'member'));
    const before = await eventsOf(world);
    const count = before.filter(({ request }) => request !== null).length;
    expect(await erase(world, { part: 'address', until: world.clock.now() + 1 } as ErasedEvents)).toBe(count);
    const after = (await eventsOf(world)).slice(0, before.length);
    expect(after.map(({ request }) => request?.ip ?? null)).toEqual(before.map(() => null));
    expect(await verified(world)).toMatchObject({ erased: 0, missing: 0 });
  });
});

test('an erasure that no event announces is tampering', async () => {
  const world = await aSignedWorld('memory');
  await aRoom(world, await aPerson(world, 'member'));
  await world.ports.documents.audit.erase([1], 'event');
  await expect(verified(world)).rejects.toThrow(Tampered);
});
