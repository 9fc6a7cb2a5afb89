import { expect, test } from '@jest/globals';
import { aPerson } from '../world/mothers.ts';
import { openWorld, type World } from '../world/world.ts';

/** Adds `count` copies of an existing event to the log. */
async function withEvents(world: World, count: number): Promise<void> {
  const { documents, ids } = world.ports;
  const [event] = await documents.audit.list({ labels: [''] }, { limit: 1 });
  if (event === undefined) throw new Error('nothing has happened');
  await documents.commit(
    [],
    Array.from({ length: count }, () => ({ ...event, id: ids.uuid<typeof event.id>() })),
  );
}

test.each([
  [
    'the reader is deactivated',
    (world: World, userId: never) => world.owner.ask(world.app.users.deactivate, { userId }),
  ],
  [
    'the reader is no longer an auditor',
    (world: World, userId: never) => world.owner.ask(world.app.users.changeRole, { userId, role: 'member' }),
  ],
])('an export that is under way ends when %s, and does not look whole', async (_, lose) => {
  const world = await openWorld();
  const auditor = await aPerson(world, 'auditor');
  await withEvents(world, 2000);
  const lines = await auditor.ask(world.app.audit.export, {});
  let read = 0;
  const reading = async () => {
    for await (const event of lines) {
      read += event.id ? 1 : 0;
      if (read === 10) await lose(world, auditor.id as never);
    }
  };
  await expect(reading()).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:TOKEN_INVALID|INSUFFICIENT_ROLE)$/),
  });
  expect(read).toBeLessThan(1000);
});

test('a report that is under way ends when its reader is no longer an auditor', async () => {
  const world = await openWorld();
  const auditor = await aPerson(world, 'auditor');
  const ctx = await auditor.enter();
  const { audit } = world.ports.documents;
  const list = audit.list.bind(audit);
  audit.list = async (_filter, page) => {
    audit.list = list;
    await world.owner.ask(world.app.users.changeRole, { userId: auditor.id, role: 'member' });
    return list({ labels: [''] }, page);
  };
  await expect(world.app.audit.openings(ctx, {})).rejects.toMatchObject({ code: 'INSUFFICIENT_ROLE' });
});
