import { describe, expect, test } from '@jest/globals';
import { memoryAuditKeys } from '@strongroom/adapter-local';
import { type ProvenEvent, rootFromTiles, tilePath, verifyEventProof } from '@strongroom/audit-proof';
import type { EventId, RoomId } from '@strongroom/domain';
import { eventsOfType } from '../world/events.ts';
import { aFile, aMember, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { refusal } from '../world/refusals.ts';
import { BOTH, type Kind, openWorld, type World } from '../world/world.ts';

const aSignedWorld = (kind: Kind): Promise<World> =>
  openWorld({ kind, around: () => ({ auditKeys: memoryAuditKeys() }) });

async function proven(world: World, proof: string): Promise<ProvenEvent> {
  return verifyEventProof(proof, { keys: (await world.app.checkpointer?.keys()) ?? [] });
}

const proofOf = async (world: World, by: Person, eventId: string, roomId?: string): Promise<string> =>
  world.app.audit.proof(await by.enter(), { eventId: eventId as EventId, roomId: roomId as RoomId | undefined });

const tileOf = async (world: World, by: Person, path: string): Promise<Uint8Array> =>
  world.app.audit.tile(await by.enter(), { path });

describe.each(BOTH)('in %s', (kind) => {
  test('a proof of an event is verified, also of one that no checkpoint covered', async () => {
    const world = await aSignedWorld(kind);
    const ada = await aPerson(world, 'member');
    const room = await aRoom(world, ada);
    await world.app.checkpointer?.signNow();
    await aFile(world, ada, room);
    const [created] = await eventsOfType(world, 'room.created');
    const [confirmed] = await eventsOfType(world, 'file.confirmed');
    const before = (await world.app.checkpointer?.latest())?.size;
    expect(await proven(world, await proofOf(world, world.owner, created?.id ?? ''))).toMatchObject({
      size: before,
      event: { seq: created?.seq, type: 'room.created', target: { id: room.id } },
    });
    const later = await proven(world, await proofOf(world, ada, confirmed?.id ?? '', room.id));
    expect(later.event).toMatchObject({ seq: confirmed?.seq, type: 'file.confirmed' });
    expect(later.size).toBeGreaterThan(before ?? 0);
  });

  test('an event that the caller may not see has no proof, nor has one of another room', async () => {
    const world = await aSignedWorld(kind);
    const ada = await aPerson(world, 'member', { clearance: 'C4' });
    const auditor = await aPerson(world, 'auditor');
    const [{ id: secret }, { id: other }] = [await aRoom(world, ada, 'C4'), await aRoom(world, ada)];
    const events = await eventsOfType(world, 'room.created');
    const idOf = (room: string): string => events.find(({ target }) => target.id === room)?.id ?? '';
    const codes = async (by: Person, eventId: string, roomId?: string) =>
      (await refusal(world, () => proofOf(world, by, eventId, roomId)))[0];
    expect(await codes(auditor, idOf(secret))).toBe('EVENT_NOT_FOUND');
    expect(await codes(auditor, world.ports.ids.uuid())).toBe('EVENT_NOT_FOUND');
    expect(await codes(ada, idOf(secret), other)).toBe('EVENT_NOT_FOUND');
    expect(await codes(ada, idOf(secret))).toBe('INSUFFICIENT_ROLE');
    expect((await proven(world, await proofOf(world, auditor, idOf(other)))).event.type).toBe('room.created');
  });

  test('an owner from outside gets no proof that would show the credential of another user, or the rule of a refusal', async () => {
    const world = await aSignedWorld(kind);
    const eve = await aPerson(world);
    const room = await aRoom(world, eve);
    const bob = await aMember(world, room, 'viewer', eve);
    await refusal(world, () => bob.ask(world.app.rooms.edit, { roomId: room.id, name: 'Other' }));
    await world.owner.ask(world.app.users.edit, { userId: eve.id, external: true });
    const found = new Map<string, string | null>();
    const filter = { roomId: room.id };
    for await (const { event, proof } of await world.app.audit.exportProofs(await eve.enter(), filter))
      found.set(event.type, proof);
    expect([...found.keys()]).toEqual(['access.denied', 'member.added', 'room.created']);
    expect(found.get('access.denied')).toBeNull();
    const own = await proven(world, found.get('room.created') ?? '');
    expect(own.event).toMatchObject({ type: 'room.created', actor: { id: eve.id } });
    const [denied] = await eventsOfType(world, 'access.denied');
    const [created] = (await eventsOfType(world, 'room.created')).filter(({ target }) => target.id === room.id);
    const asked = () => proofOf(world, eve, denied?.id ?? '', room.id);
    expect((await refusal(world, asked))[0]).toBe('EVENT_NOT_FOUND');
    expect(await proofOf(world, eve, created?.id ?? '', room.id)).toContain('c2sp.org/tlog-proof');
    expect(await proofOf(world, world.owner, denied?.id ?? '')).toContain('c2sp.org/tlog-proof');
  });

  test('tiles are served as far as the signed checkpoint reaches, and lead to its root', async () => {
    const world = await aSignedWorld(kind);
    const auditor = await aPerson(world, 'auditor');
    const signed = await world.app.checkpointer?.signNow();
    const size = signed?.size ?? 0;
    await aRoom(world, await aPerson(world, 'member'));
    const root = await rootFromTiles(size, async (tile) => tileOf(world, auditor, tilePath(tile)));
    expect(signed?.note).toContain(Buffer.from(root).toString('base64'));
    expect(await tileOf(world, auditor, `tile/entries/000.p/${size}`)).toHaveLength(size * 34);
    const refused = async (path: string) => (await refusal(world, () => tileOf(world, auditor, path)))[0];
    expect(await refused(`tile/0/000.p/${size + 1}`)).toBe('TILE_NOT_FOUND');
    expect(await refused('tile/1/000')).toBe('TILE_NOT_FOUND');
    const member = await aPerson(world, 'member');
    expect((await refusal(world, () => tileOf(world, member, `tile/0/000.p/${size}`)))[0]).toBe('INSUFFICIENT_ROLE');
  });

  test('the receipt of a destroyed room is proven once it is complete, to the person who deleted it', async () => {
    const world = await aSignedWorld(kind);
    const ada = await aPerson(world, 'member', { clearance: 'C3' });
    const room = await aRoom(world, ada, 'C3');
    await aFile(world, ada, room);
    const { id: receiptId } = await world.app.rooms.delete(await ada.enter(), { roomId: room.id });
    const proof = async (by: Person): Promise<string> => world.app.receipts.proof(await by.enter(), { receiptId });
    expect((await refusal(world, () => proof(ada)))[0]).toBe('RECEIPT_NOT_COMPLETE');
    while ((await world.app.worker.runDue()) > 0);
    const { event } = await proven(world, await proof(ada));
    expect(event).toMatchObject({
      type: 'room.destroyed',
      target: { id: room.id },
      data: { receipt_id: receiptId, files: 1, wrapped_keys: 1, key_state: 'destroyed' },
    });
    const bob = await aPerson(world, 'member');
    expect((await refusal(world, () => proof(bob)))[0]).toBe('RECEIPT_NOT_FOUND');
  });
});
