import { beforeEach, describe, expect, test } from '@jest/globals';
import { type AuditEvent, DAY, HOUR, MINUTE, SECOND, type Webhook } from '@strongroom/domain';
import { CallFailed, type CallFault, type OutgoingCall } from '@strongroom/ports';
import { aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let sent: OutgoingCall[];
/** The answer of the receiver to each call. */
let answer: (call: OutgoingCall) => number | CallFault;

/** Happens while the receiver answers. */
let during: () => Promise<unknown> | undefined;

const calls = {
  post: async (call: OutgoingCall) => {
    sent.push(call);
    await during();
    const given = answer(call);
    if (typeof given !== 'number') throw new CallFailed(given);
    return { status: given, body: '' };
  },
};
const eventBody = (event: AuditEvent) => ({
  id: event.id,
  seq: event.seq,
  type: event.type,
  label: event.target.label,
});

beforeEach(async () => {
  [sent, answer, during] = [[], () => 204, () => undefined];
  world = await openWorld({ around: () => ({ calls }), configuration: { eventBody } });
});

type Body = Readonly<{
  type: string;
  timestamp: string;
  data: Readonly<{ id: string; seq: number; label: string | null }>;
}>;
const bodies = (): readonly Body[] => sent.map(({ body }) => JSON.parse(body) as Body);
const seqs = (): readonly number[] => bodies().map(({ data }) => data.seq);
const types = (): readonly string[] => bodies().map(({ type }) => type);
const make = (by: Person = world.owner, more: Readonly<{ types?: readonly 'room.edited'[] }> = {}) =>
  by.ask(world.app.webhooks.create, { url: 'https://hooks.example/x', ...more });
const look = (milliseconds = 6 * SECOND, at: World = world): Promise<number> => {
  world.clock.advance(milliseconds);
  return at.app.worker.runDue();
};
const stored = async (): Promise<Webhook | undefined> =>
  (await world.owner.ask((ctx) => world.app.webhooks.list(ctx, {}))).items[0];
const edit = async (count: number): Promise<void> => {
  const room = await aRoom(world, world.owner);
  for (let at = 0; at < count; at++) await world.owner.ask(world.app.rooms.edit, { roomId: room.id, name: `R${at}` });
};

describe('a webhook', () => {
  test('gets every event after it was made, each once, in the order of the log', async () => {
    const { size } = await world.ports.documents.audit.head();
    await make();
    await edit(50);
    await look();
    expect(seqs()).toEqual(Array.from({ length: 52 }, (_, at) => size + at));
    expect(bodies().slice(0, 2)).toMatchObject([
      { type: 'webhook.created' },
      { type: 'room.created', data: { label: 'C2' } },
    ]);
    expect(sent[0]?.headers['webhook-id']).toBe(bodies()[0]?.data.id);
    await edit(1);
    await look();
    expect(types().slice(52)).toEqual(['room.created', 'room.edited']);
    expect(await stored()).toMatchObject({ failingSince: null, lastDelivery: { result: 204 }, position: size + 54 });
  });

  test('gets only events of its types', async () => {
    await make(world.owner, { types: ['room.edited'] });
    await edit(3);
    await look();
    expect(types()).toEqual(['room.edited', 'room.edited', 'room.edited']);
  });

  test('shows what its maker may see at the moment of delivery', async () => {
    const other = await aPerson(world, 'owner', { clearance: 'C2' });
    await make(other);
    const room = await aRoom(world, world.owner, 'C4');
    await look();
    expect(types()).toEqual(['webhook.created']);
    await world.owner.ask(world.app.users.setClearance, { userId: other.id, clearance: 'C4' });
    await world.owner.ask(world.app.rooms.edit, { roomId: room.id, name: 'x' });
    await look();
    // The position is the event that was hidden until now.
    expect(types()).toEqual(['webhook.created', 'room.created', 'user.clearance_changed', 'room.edited']);
  });

  test('is sent the same event until the receiver takes it, later each time, and misses none of a day', async () => {
    const { size } = await world.ports.documents.audit.head();
    await make();
    answer = () => 500;
    await edit(3);
    const tries: number[] = [];
    for (let minute = 0; minute < 24 * 60; minute++) {
      const before = sent.length;
      await look(MINUTE);
      if (sent.length > before) tries.push(minute);
    }
    expect(new Set(seqs())).toEqual(new Set([size]));
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(tries.length).toBeGreaterThan(24);
    expect(tries.length).toBeLessThan(50);
    expect(await stored()).toMatchObject({ lastDelivery: { result: 500 }, failingSince: expect.any(Number) });
    const waiting = await stored();
    expect(waiting?.nextTryAt).toBeGreaterThan(waiting?.lastDelivery?.at ?? Number.MAX_VALUE);
    [sent, answer] = [[], () => 200];
    await look(HOUR + MINUTE);
    expect(seqs()).toEqual([size, size + 1, size + 2, size + 3, size + 4]);
    expect(await stored()).toMatchObject({ failures: 0, failingSince: null, nextTryAt: null });
  });

  test.each([301, 404, 199, 'address_refused', 'unreachable', 'too_late'] as const)(
    'takes %s for no receipt',
    async (result) => {
      await make();
      answer = () => result;
      await look();
      expect(await stored()).toMatchObject({ failures: 1, lastDelivery: { result } });
      expect(sent).toHaveLength(1);
    },
  );

  test('is disabled after five days of failures, with an event, and goes on where it stopped', async () => {
    const { size } = await world.ports.documents.audit.head();
    const { webhook } = await make();
    answer = () => 'unreachable';
    for (let hours = 0; hours < 124; hours++) await look(HOUR + MINUTE);
    expect(await stored()).toMatchObject({ disabledAt: expect.any(Number) });
    const events = await world.ports.documents.audit.list({ labels: [''], type: 'webhook.disabled' }, { limit: 5 });
    expect(events).toMatchObject([{ actor: { type: 'system' }, data: { webhook_id: webhook.id, reason: 'failures' } }]);
    const before = sent.length;
    await look(DAY);
    expect(sent).toHaveLength(before);
    [sent, answer] = [[], () => 200];
    await world.owner.ask(world.app.webhooks.enable, { webhookId: webhook.id });
    expect(await stored()).toMatchObject({ failures: 0, failingSince: null, nextTryAt: null });
    await look();
    expect(seqs()[0]).toBe(size);
    expect(types()).toContain('webhook.disabled');
  });

  test('is disabled when its maker is not an owner any more', async () => {
    const other = await aPerson(world, 'owner');
    await make(other);
    await world.owner.ask(world.app.users.changeRole, { userId: other.id, role: 'member' });
    await look();
    expect(sent).toEqual([]);
    expect(await stored()).toMatchObject({ disabledAt: expect.any(Number) });
  });

  test('gets nothing once it is deleted', async () => {
    const { webhook } = await make();
    await world.owner.ask(world.app.webhooks.delete, { webhookId: webhook.id });
    await look();
    expect([sent, await stored()]).toEqual([[], undefined]);
    expect(await codeOf(world.owner.ask(world.app.webhooks.delete, { webhookId: webhook.id }))).toBe(
      'WEBHOOK_NOT_FOUND',
    );
  });

  test.each<readonly [string, (webhookId: Webhook['id'], maker: Person) => Promise<unknown>]>([
    ['it is deleted', (webhookId) => world.owner.ask(world.app.webhooks.delete, { webhookId })],
    ['its maker is deactivated', (_, { id }) => world.owner.ask(world.app.users.deactivate, { userId: id })],
    [
      'its maker may see less',
      (_, { id }) => world.owner.ask(world.app.users.setClearance, { userId: id, clearance: 'C1' }),
    ],
  ])('gets no message more about a room once %s, although others wait', async (_, end) => {
    const maker = await aPerson(world, 'owner');
    const { webhook } = await make(maker);
    await edit(10);
    const ends = new Map([[3, () => end(webhook.id, maker)]]);
    during = () => ends.get(sent.length)?.();
    await look();
    await look();
    expect(types().filter((type) => type.startsWith('room'))).toEqual(['room.created', 'room.edited']);
  });

  test('is served by one process, and by another one from the stored position when that one dies', async () => {
    const { size } = await world.ports.documents.audit.head();
    await make();
    await edit(60);
    let left = 45;
    const dying = {
      post: (call: OutgoingCall) => (--left < 0 ? new Promise<never>(() => undefined) : calls.post(call)),
    };
    const first = await another(world, { calls: dying });
    void look(6 * SECOND, first);
    while (sent.length < 45) await new Promise(setImmediate);
    const second = await another(world);
    await look(10 * MINUTE, second);
    // The position is stored after 20 events: five of 45 come twice.
    expect(seqs()).toHaveLength(62 + 5);
    expect([...new Set(seqs())]).toEqual(Array.from({ length: 62 }, (_, at) => size + at));
  });

  test('that is slow gets each event of one process, and lets others have their turn', async () => {
    await make();
    await edit(12);
    const second = await another(world);
    const turns: number[] = [];
    during = async () => {
      world.clock.advance(4 * SECOND);
      await second.app.worker.runDue();
    };
    for (let turn = 0; turn < 10; turn++) {
      const before = sent.length;
      await look();
      turns.push(sent.length - before);
    }
    expect(seqs()).toEqual([...new Set(seqs())]);
    expect(Math.max(...turns)).toBeLessThanOrEqual(14);
    expect(seqs()).toHaveLength(14);
  });

  test('gets an event again, or a test, beside the others', async () => {
    const { webhook } = await make();
    await edit(1);
    await look();
    const [, event] = bodies();
    const again = (eventId?: string) =>
      world.owner.ask((ctx) => world.app.webhooks.deliver(ctx, { webhookId: webhook.id, eventId: eventId as never }));
    sent = [];
    expect(await again(event?.data.id)).toMatchObject({ result: 204 });
    answer = () => 'too_late';
    expect(await again()).toMatchObject({ result: 'too_late' });
    expect(bodies()).toMatchObject([event, { type: 'webhook.test', data: { webhook_id: webhook.id } }]);
    expect(await stored()).toMatchObject({ failures: 0 });
    expect(await codeOf(again(webhook.id))).toBe('EVENT_NOT_FOUND');
  });

  test('is of owners only, at most 20', async () => {
    for (const role of ['security_officer', 'auditor', 'member'] as const) {
      const person = await aPerson(world, role);
      expect(await codeOf(make(person))).toBe('INSUFFICIENT_ROLE');
      expect(await codeOf(person.ask((ctx) => world.app.webhooks.list(ctx, {})))).toBe('INSUFFICIENT_ROLE');
    }
    for (let count = 0; count < 20; count++) await make();
    expect(await codeOf(make())).toBe('LIMIT_REACHED');
  });
});
