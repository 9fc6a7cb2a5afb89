import { beforeEach, describe, expect, test } from '@jest/globals';
import { type AuditEvent, DAY, HOUR, type RoomId, SECOND } from '@strongroom/domain';
import type { OutgoingCall } from '@strongroom/ports';
import { aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let sent: OutgoingCall[];
let status: number;
let ada: Person;
let room: RoomId;

type Seen = AuditEvent & Readonly<{ hidesDetails?: true }>;
const eventBody = (event: Seen) => ({
  room: event.target.roomId,
  type: event.type,
  hides: event.hidesDetails ?? false,
});
const calls = {
  post: async (call: OutgoingCall) => {
    sent.push(call);
    return { status, body: 'words of the receiver' };
  },
};

beforeEach(async () => {
  [sent, status] = [[], 204];
  world = await openWorld({ around: () => ({ calls }), configuration: { eventBody } });
  ada = await aPerson(world);
  room = (await aRoom(world, ada)).id;
});

const events = () => sent.map(({ body }) => (JSON.parse(body) as { data: unknown }).data);
const make = (by: Person = ada, roomId: RoomId = room) =>
  by.ask(world.app.webhooks.create, { url: 'https://hooks.example/x', roomId });
const hooks = async () => (await world.owner.ask(world.app.webhooks.list, { roomId: room })).items;
const look = (milliseconds = 6 * SECOND): Promise<number> => {
  world.clock.advance(milliseconds);
  return world.app.worker.runDue();
};
let names = 0;
const rename = (by: Person, roomId: RoomId) => by.ask(world.app.rooms.edit, { roomId, name: `Renamed ${names++}` });

describe('a webhook of a room', () => {
  test('gets the events of its room only', async () => {
    await make();
    const other = await aRoom(world, ada);
    await rename(ada, other.id);
    await rename(ada, room);
    await look();
    expect(events()).toEqual([
      { room, type: 'webhook.created', hides: false },
      { room, type: 'room.edited', hides: false },
    ]);
  });

  test('ends when its maker owns the room no longer, before the next event', async () => {
    const bob = await aPerson(world);
    await ada.ask(world.app.rooms.addMember, { roomId: room, userId: bob.id, role: 'owner' });
    await make();
    await look();
    sent.length = 0;
    await bob.ask(world.app.rooms.addMember, { roomId: room, userId: ada.id, role: 'contributor' });
    await look();
    expect(sent).toEqual([]);
    expect(await hooks()).toEqual([expect.objectContaining({ disabledAt: expect.any(Number) })]);
    expect(await codeOf(make())).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('ends when the clearance of its maker falls below the label of the room', async () => {
    const high = await aRoom(world, ada, 'C2');
    await make(ada, high.id);
    await look();
    sent.length = 0;
    await world.owner.ask(world.app.users.setClearance, { userId: ada.id, clearance: 'C1' });
    await look();
    expect(sent).toEqual([]);
  });

  test('sends events without the details of others if its creator is external', async () => {
    await world.owner.ask(world.app.users.edit, { userId: ada.id, external: true });
    await make();
    await look();
    expect(events()).toEqual([expect.objectContaining({ type: 'webhook.created', hides: true })]);
  });

  test('is refused above five', async () => {
    for (let at = 0; at < 5; at++) await make();
    expect(await codeOf(make())).toBe('LIMIT_REACHED');
  });

  test('is absent for owners of other rooms, whatever they do with it', async () => {
    const { webhook } = await make();
    const bob = await aPerson(world);
    await aRoom(world, bob);
    await look();
    sent.length = 0;
    const named = { webhookId: webhook.id };
    for (const ask of [
      () => bob.ask(world.app.webhooks.edit, { ...named, url: 'https://other.example/' }),
      () => bob.ask(world.app.webhooks.delete, named),
      () => bob.ask(world.app.webhooks.rotateSecret, named),
      () => bob.ask(world.app.webhooks.enable, named),
      () => bob.ask(world.app.webhooks.deliver, named),
      () => bob.ask(world.app.webhooks.deliveries, { ...named }),
    ])
      expect(await codeOf(ask())).toBe('WEBHOOK_NOT_FOUND');
    expect(sent).toEqual([]);
  });

  test('gives up after five days with a mail to its maker', async () => {
    await make();
    status = 500;
    for (let hours = 0; hours < 5 * 24 + 3; hours++) await look(HOUR);
    await look(DAY);
    const mail = world.ports.mailer.sent.find(
      ({ to, subject }) => to === ada.email && subject === 'A webhook was disabled',
    );
    expect(mail?.text).toContain('The receiver: hooks.example\n');
    expect(mail?.text).toContain(`\nhttps://rooms.example/rooms/${room}\n`);
    expect(mail?.text).not.toContain('/x');
  });
});

describe('deliveries', () => {
  test('are kept with outcome and answer, the latest first, twenty of them', async () => {
    const { webhook } = await make();
    await look();
    world.clock.advance(SECOND);
    status = 503;
    await ada.ask(world.app.webhooks.deliver, { webhookId: webhook.id });
    const of = async () => (await ada.ask(world.app.webhooks.deliveries, { webhookId: webhook.id })).items;
    expect(await of()).toEqual([
      expect.objectContaining({ type: 'webhook.test', eventId: null, result: 503, answer: 'words of the receiver' }),
      expect.objectContaining({ type: 'webhook.created', result: 204 }),
    ]);
    status = 204;
    for (let at = 0; at < 20; at++) await rename(ada, room).then(() => look());
    expect(await of()).toHaveLength(20);
  });
});
