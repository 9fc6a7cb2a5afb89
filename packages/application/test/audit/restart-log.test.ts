import { describe, expect, test } from '@jest/globals';
import { memoryAuditKeys } from '@strongroom/adapter-local';
import { parseNote, parseVerifierKey, signersOf } from '@strongroom/audit-proof';
import { DAY, MINUTE } from '@strongroom/domain';
import type { AuditKeys } from '@strongroom/ports';
import { beginSigning, restartLog, rotateAuditKey } from '../../src/index.ts';
import { latestCheckpoint } from '../../src/steps/audit/sign-checkpoint.ts';
import { logIdentityIn } from '../../src/store/log-identity.ts';
import { eventsOf, eventsOfType } from '../world/events.ts';
import { aPerson, aRoom } from '../world/mothers.ts';
import { memoryPorts } from '../world/ports.ts';
import { another, openWorld, type World } from '../world/world.ts';

const aSignedWorld = async (auditKeys: AuditKeys = memoryAuditKeys()): Promise<World & { auditKeys: AuditKeys }> => {
  const world = await openWorld({ around: () => ({ auditKeys }) });
  await world.app.checkpointer?.begin();
  return { ...world, auditKeys };
};

const vkeyOf = async (world: World): Promise<string> =>
  (await logIdentityIn(world.ports.documents))?.identity.keys[0]?.vkey ?? '';

describe('a log', () => {
  test('names itself and its key in its first event', async () => {
    const world = await aSignedWorld();
    const [started] = await eventsOf(world);
    const vkey = await vkeyOf(world);
    expect(started).toMatchObject({ seq: 0, type: 'log.started', data: { before: 0, vkey } });
    expect(started?.data.origin).toMatch(/^rooms\.example\/api\/v1\/audit\/[0-9a-f]{8}$/);
  });

  test('that an earlier version began without a key gets one, once, by an event', async () => {
    const world = await openWorld();
    const auditKeys = memoryAuditKeys();
    const ports = { ...world.ports, auditKeys };
    await beginSigning(ports, world.configuration, world.home);
    await beginSigning(ports, world.configuration, world.home);
    const named = await eventsOfType(world, 'log.key_changed');
    expect(named.map(({ data }) => data.vkey)).toEqual([await vkeyOf(world)]);
  });
});

describe('changes with a log that may not be continued', () => {
  test('are refused, and reads are not, until an operator begins a new log', async () => {
    const signed = await aSignedWorld();
    const ada = await aPerson(signed, 'member');
    await aRoom(signed, ada);
    await signed.app.checkpointer?.once();
    // The database is gone and the keys are not: a first start makes a new database.
    const fresh = memoryPorts(signed.clock);
    const world = await another(signed, { documents: fresh.documents, auditKeys: signed.auditKeys });
    await world.app.checkpointer?.begin();
    expect(world.app.checkpointer?.fault?.code).toBe('log_is_shorter');
    await expect(aRoom(world, world.owner)).rejects.toMatchObject({ name: 'Unavailable', dependency: 'audit' });
    await expect(world.app.users.me(await world.owner.enter())).resolves.toBeDefined();

    const restarted = await restartLog(
      { ...world.ports, auditKeys: signed.auditKeys },
      { reason: 'the disk was lost' },
    );
    await world.app.checkpointer?.once();
    expect(world.app.checkpointer?.fault).toBeUndefined();
    await aRoom(world, world.owner);
    const [event] = await eventsOfType(world, 'log.restarted');
    expect(event?.data).toMatchObject({
      reason: 'the disk was lost',
      before: 1,
      last_size: restarted.last?.size,
      last_origin: restarted.last?.origin,
      vkey: restarted.vkey,
    });
  });
});

describe('a new log in place of another one', () => {
  test('is signed at once, under another name, and the earlier one is not continued any more', async () => {
    const world = await aSignedWorld();
    const earlier = await vkeyOf(world);
    const { origin, vkey, last, fault } = await restartLog(
      { ...world.ports, auditKeys: world.auditKeys },
      { reason: 'the key was stolen' },
    );
    expect([fault, origin === last?.origin, vkey === earlier]).toEqual([undefined, false, false]);
    const latest = await latestCheckpoint(world.ports.documents, origin);
    expect(await signersOf(parseNote(latest?.note ?? ''), [parseVerifierKey(vkey)])).toHaveLength(1);
    expect(await world.auditKeys.lastSigned()).toBe(latest?.note);
    await aRoom(world, world.owner);
    await world.app.checkpointer?.once();
    expect((await world.app.checkpointer?.latest())?.origin).toBe(origin);
  });

  test('is recognised when a database from before it comes back', async () => {
    const world = await aSignedWorld();
    const before = await logIdentityIn(world.ports.documents);
    const { auditKeys } = world;
    await restartLog({ ...world.ports, auditKeys }, { reason: 'a test' });
    const restored = await openWorld({ around: () => ({ auditKeys }) });
    await restored.app.checkpointer?.begin();
    expect(before?.identity.origin).toBe((await logIdentityIn(restored.ports.documents))?.identity.origin);
    expect(restored.app.checkpointer?.fault?.code).toBe('log_is_another');
  });
});

describe('a new key', () => {
  test('is named by an event, and for 90 days the earlier one signs too', async () => {
    const world = await aSignedWorld();
    const { auditKeys, clock } = world;
    const earlier = await vkeyOf(world);
    const { vkey } = await rotateAuditKey({ ...world.ports, auditKeys }, { mayMake: true });
    const [changed] = await eventsOfType(world, 'log.key_changed');
    expect(changed?.data).toEqual({ vkey });
    const signers = async (): Promise<number> => {
      const note = parseNote((await world.app.checkpointer?.signNow())?.note ?? '');
      return (await signersOf(note, [earlier, vkey].map(parseVerifierKey))).length;
    };
    expect(await signers()).toBe(2);
    clock.advance(90 * DAY - MINUTE);
    await aRoom(world, world.owner);
    expect(await signers()).toBe(2);
    clock.advance(2 * MINUTE);
    await aRoom(world, world.owner);
    expect(await signers()).toBe(1);
  });
});
