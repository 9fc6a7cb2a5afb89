import { expect, test } from '@jest/globals';
import { SECOND, type WebhookId } from '@strongroom/domain';
import type { OutgoingCall } from '@strongroom/ports';
import { recordedBy } from '../world/events.ts';
import { aPerson, aRoom } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld } from '../world/world.ts';

test('a new address, types and secret hold from the next event on, although others wait', async () => {
  const sent: OutgoingCall[] = [];
  let during: () => unknown = () => undefined;
  const post = async (call: OutgoingCall) => {
    sent.push(call);
    await during();
    return { status: 204, body: '' };
  };
  const world = await openWorld({
    around: () => ({ calls: { post } }),
    configuration: { eventBody: ({ seq }) => ({ seq }) },
  });
  const { app, owner, clock } = world;
  const { webhook } = await owner.ask(app.webhooks.create, { url: 'https://hooks.example/x' });
  const room = await aRoom(world, owner);
  for (let at = 0; at < 10; at++) await owner.ask(app.rooms.edit, { roomId: room.id, name: `R${at}` });
  const change = { webhookId: webhook.id, url: 'https://hooks.example/y', types: ['room.edited'] as const };
  const steps = new Map<number, () => Promise<unknown>>([
    [3, () => owner.ask(app.webhooks.edit, change)],
    [5, () => owner.ask(app.webhooks.rotateSecret, { webhookId: webhook.id })],
  ]);
  during = () => steps.get(sent.length)?.();
  for (let look = 0; look < 4; look++) {
    clock.advance(6 * SECOND);
    await app.worker.runDue();
  }
  expect(sent.map(({ url }) => url.at(-1)).join('')).toBe('xxxyyyyyyyyy');
  const signatures = sent.map(({ headers }) => headers['webhook-signature']?.split(' ').length);
  expect(signatures.join('')).toBe('111112222222');
  const seqs = sent.map(({ body }) => (JSON.parse(body) as Readonly<{ data: Readonly<{ seq: number }> }>).data.seq);
  expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at));
});

test('a change is recorded, leaves what it does not name, and is of owners', async () => {
  const world = await openWorld();
  const { app, owner } = world;
  const made = await owner.ask(app.webhooks.create, { url: 'https://hooks.example/x', types: ['room.edited'] });
  const webhookId = made.webhook.id;
  const edit = (more: object) => owner.ask(app.webhooks.edit, { webhookId, ...more });
  const recorded = await recordedBy(world, async () => {
    expect(await edit({ url: 'https://hooks.example/y' })).toEqual({
      ...made.webhook,
      url: 'https://hooks.example/y',
    });
    expect(await edit({ types: null })).toMatchObject({ url: 'https://hooks.example/y', types: null });
  });
  expect(recorded.map(({ type, data }) => [type, data])).toEqual(
    ['url', 'types'].map((field) => ['webhook.edited', { webhook_id: webhookId, changed: { [field]: true } }]),
  );
  expect(JSON.stringify(recorded)).not.toContain('hooks.example');
  const admin = await aPerson(world, 'domain_admin');
  expect(await codeOf(admin.ask(app.webhooks.edit, { webhookId, types: null }))).toBe('WEBHOOK_NOT_FOUND');
  const absent = world.ports.ids.uuid<WebhookId>();
  expect(await codeOf(owner.ask(app.webhooks.edit, { webhookId: absent, types: null }))).toBe('WEBHOOK_NOT_FOUND');
});
