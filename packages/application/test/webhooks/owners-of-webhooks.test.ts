import { beforeEach, describe, expect, test } from '@jest/globals';
import { type AuditEvent, type RoomId, SECOND, type WebhookId } from '@strongroom/domain';
import type { OutgoingCall } from '@strongroom/ports';
import { aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let sent: OutgoingCall[];
let isInNamedNetwork: boolean;
/** An owner of rooms with the highest clearance, and one without. */
let ada: Person;
let bob: Person;
let room: RoomId;

const eventBody = ({ type, target }: AuditEvent) => ({ type, label: target.label });
const calls = {
  post: async (call: OutgoingCall) => {
    sent.push(call);
    return { status: 204, body: 'words of a server', isInNamedNetwork };
  },
};

beforeEach(async () => {
  [sent, isInNamedNetwork] = [[], false];
  world = await openWorld({ around: () => ({ calls }), configuration: { eventBody } });
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  bob = await aPerson(world, 'member', { clearance: 'C2' });
  room = await together(ada, bob);
});

async function together(one: Person, other: Person): Promise<RoomId> {
  const { id } = await aRoom(world, one, 'C2');
  await one.ask(world.app.rooms.addMember, { roomId: id, userId: other.id, role: 'owner' });
  return id;
}

const make = (by: Person, roomId: RoomId = room) =>
  by.ask(world.app.webhooks.create, { url: 'https://hooks.example/x', roomId });
const move = (by: Person, webhookId: WebhookId) =>
  by.ask(world.app.webhooks.edit, { webhookId, url: 'https://hooks.example/mine' });
const look = async (): Promise<void> => {
  world.clock.advance(6 * SECOND);
  await world.app.worker.runDue();
};
/** Something that only the owner with the higher clearance sees. */
const secretly = () =>
  ada.ask(world.app.files.requestUpload, {
    roomId: room,
    name: 'secret.pdf' as never,
    size: 1 as never,
    contentType: 'application/pdf' as never,
    classification: 'C4',
  } as never);
const seen = (to: string) =>
  sent.filter(({ url }) => url.endsWith(to)).map(({ body }) => (JSON.parse(body) as { type: string }).type);

describe('a webhook of a room with several owners', () => {
  test('gets the events that the owner who set its address may see', async () => {
    const { webhook } = await make(ada);
    await look();
    await secretly();
    await look();
    expect(seen('/x')).toEqual(['webhook.created', 'file.upload_requested']);
    expect(await move(bob, webhook.id)).toMatchObject({ createdBy: bob.id });
    await secretly();
    await bob.ask(world.app.rooms.edit, { roomId: room, name: 'Renamed' });
    await look();
    expect(seen('/mine')).toEqual(['webhook.edited', 'room.edited']);
  });

  test('stays that of its maker when another one changes its types, or sends the same address', async () => {
    const { webhook } = await make(ada);
    const edit = { webhookId: webhook.id, types: ['room.edited'] as const };
    expect(await bob.ask(world.app.webhooks.edit, edit)).toMatchObject({ createdBy: ada.id });
    expect(await bob.ask(world.app.webhooks.edit, { ...edit, url: webhook.url })).toMatchObject({ createdBy: ada.id });
  });

  test('lists to each owner the deliveries of events that this owner sees', async () => {
    const { webhook } = await make(ada);
    await secretly();
    await look();
    await bob.ask(world.app.webhooks.deliver, { webhookId: webhook.id });
    const of = async (by: Person) =>
      (await by.ask(world.app.webhooks.deliveries, { webhookId: webhook.id })).items.map(({ type }) => type).toSorted();
    expect(await of(ada)).toEqual(['file.upload_requested', 'webhook.created', 'webhook.test']);
    expect(await of(bob)).toEqual(['webhook.created', 'webhook.test']);
  });

  test('keeps the words of its receiver, but not those of a server within the networks of the operator', async () => {
    const { webhook } = await make(ada);
    const { webhook: whole } = await world.owner.ask(world.app.webhooks.create, { url: 'https://hooks.example/x' });
    const answers = async () => [
      (await ada.ask(world.app.webhooks.deliver, { webhookId: webhook.id })).answer,
      (await world.owner.ask(world.app.webhooks.deliver, { webhookId: whole.id })).answer,
    ];
    expect(await answers()).toEqual(['words of a server', 'words of a server']);
    isInNamedNetwork = true;
    expect(await answers()).toEqual(['', 'words of a server']);
  });

  test('goes with its room', async () => {
    const { webhook } = await make(ada);
    await ada.ask(world.app.rooms.delete, { roomId: room });
    await look();
    await look();
    expect(await world.ports.documents.read([{ collection: 'webhooks', id: webhook.id }])).toEqual([undefined]);
  });
});

describe('the number of webhooks', () => {
  test('holds for a person in all rooms together, however they come to them', async () => {
    const rooms = await Promise.all(Array.from({ length: 5 }, () => together(ada, bob)));
    const made = [];
    for (const id of rooms.slice(0, 4)) for (let at = 0; at < 5; at++) made.push((await make(ada, id)).webhook);
    const [first, second] = made;
    expect(await codeOf(make(ada, rooms[4]))).toBe('LIMIT_REACHED');
    const { webhook } = await make(bob, rooms[4]);
    expect(await codeOf(move(ada, webhook.id))).toBe('LIMIT_REACHED');
    await ada.ask(world.app.webhooks.delete, { webhookId: first?.id as WebhookId });
    await ada.ask(world.app.webhooks.edit, { webhookId: second?.id as WebhookId, url: 'https://hooks.example/other' });
    expect(await move(ada, webhook.id)).toMatchObject({ createdBy: ada.id });
    expect(await codeOf(make(ada, rooms[4]))).toBe('LIMIT_REACHED');
  });

  test.each([5, 20])('is not exceeded by requests at the same time: %d', async (most) => {
    const by = most === 5 ? ada : world.owner;
    const create = () =>
      by.ask(world.app.webhooks.create, {
        url: 'https://hooks.example/x',
        roomId: most === 5 ? room : undefined,
      });
    const outcomes = await Promise.all(Array.from({ length: most + 5 }, () => codeOf(create())));
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(most);
  });
});

describe('a webhook that a domain admin made', () => {
  let eve: Person;
  const hook = { url: 'https://hooks.example/eve' };
  const types = ['room.edited', 'user.renamed', 'room.created'] as const;
  beforeEach(async () => {
    eve = await aPerson(world, 'domain_admin', { clearance: 'C4' });
  });
  let renames = 0;
  const rename = (roomId: RoomId) => ada.ask(world.app.rooms.edit, { roomId, name: `Renamed ${renames++}` });

  test('gets the events of rooms that they own at that moment, and none of the rest of the log', async () => {
    await eve.ask(world.app.webhooks.create, { ...hook, types });
    await rename(room);
    await ada.ask(world.app.users.edit, { userId: ada.id, name: 'Ada' as never });
    await look();
    expect(seen('/eve')).toEqual([]);
    await ada.ask(world.app.rooms.addMember, { roomId: room, userId: eve.id, role: 'owner' });
    await rename(room);
    await look();
    expect(seen('/eve')).toEqual(['room.edited']);
    await ada.ask(world.app.rooms.addMember, { roomId: room, userId: eve.id, role: 'viewer' });
    await rename(room);
    await look();
    expect(seen('/eve')).toEqual(['room.edited']);
  });

  test('is theirs alone besides the owners, whose webhooks they neither see nor move', async () => {
    const { webhook } = await world.owner.ask(world.app.webhooks.create, hook);
    const own = await eve.ask(world.app.webhooks.create, hook);
    const listed = async (by: Person) => (await by.ask(world.app.webhooks.list, {})).items.map(({ id }) => id);
    expect(await listed(eve)).toEqual([own.webhook.id]);
    expect((await listed(world.owner)).toSorted()).toEqual([own.webhook.id, webhook.id].toSorted());
    const { edit, rotateSecret, enable, delete: remove, deliver, deliveries } = world.app.webhooks;
    for (const act of [edit, rotateSecret, enable, remove, deliver, deliveries])
      expect(await codeOf(eve.ask(act as typeof edit, { webhookId: webhook.id }))).toBe('WEBHOOK_NOT_FOUND');
    await look();
    await world.owner.ask(edit, { webhookId: own.webhook.id, url: 'https://hooks.example/owner' });
    expect(await listed(eve)).toEqual([]);
  });

  test('ends when they are no domain admin any more', async () => {
    await eve.ask(world.app.webhooks.create, hook);
    await world.owner.ask(world.app.users.changeRole, { userId: eve.id, role: 'member' });
    await look();
    const { items } = await world.owner.ask(world.app.webhooks.list, {});
    expect(items).toEqual([expect.objectContaining({ disabledAt: expect.any(Number) })]);
    expect(await codeOf(eve.ask(world.app.webhooks.create, hook))).toBe('INSUFFICIENT_ROLE');
  });
});
