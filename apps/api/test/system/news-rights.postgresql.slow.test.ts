import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@strongroom/adapter-local';
import { openPostgresqlDocuments } from '@strongroom/adapter-postgresql';
import { instant, MINUTE, SECOND } from '@strongroom/domain';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let postgresql: PostgresqlServers;
let world: World;
let passed = 0;
beforeAll(async () => {
  postgresql = await PostgresqlServers.start();
  const documents = await openPostgresqlDocuments({ url: await postgresql.aDatabase() });
  const clock = { ...systemClock, now: () => instant(Date.now() + passed) };
  world = await startService({ news: 'at_once', ports: (memory) => ({ ...memory, documents, clock }) });
}, 120_000);
afterAll(async () => {
  await world?.stop();
  await postgresql?.stop();
});

/** Resolves with the first answer that is one, while jobs run. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(20);
  }
}

const waiting = () => world.ports.documents.count('notifications', { anyOf: ['waits'] });
const newsTo = (email: string) =>
  world.ports.mailer.sent.filter(({ to, subject }) => to === email && subject.startsWith('News in '));

test('readers of news in PostgreSQL read what they may see when the mail goes out', async () => {
  await eventually(async () => (await world.ports.documents.read([{ collection: 'news-positions', id: 'log' }]))[0]);
  const [ada, bob, eve] = [await aPerson(world, 'member', 'C4'), await aPerson(world), await aPerson(world)];
  const room = await aRoom(ada.caller);
  for (const { id } of [bob, eve])
    expect((await ada.caller.post(`/rooms/${room}/members`, { user_id: id, role: 'viewer' })).status).toBe(201);
  await aFile(ada.caller, room, { name: 'kept.txt' });
  const raised = await aFile(ada.caller, room, { name: 'raised.txt' });
  const deleted = await aFile(ada.caller, room, { name: 'deleted.txt' });
  passed += 20 * SECOND;
  await eventually(async () => ((await waiting()) >= 2 ? true : undefined));
  expect((await ada.caller.patch(`/files/${raised}`, { classification: 'C4' })).status).toBe(200);
  expect((await ada.caller.delete(`/files/${deleted}`)).status).toBe(200);
  expect((await ada.caller.delete(`/rooms/${room}/members/${eve.id}`)).status).toBe(200);
  passed += 6 * MINUTE;
  const [mail] = await eventually(async () => {
    const mails = newsTo(bob.email);
    return mails.length > 0 && (await waiting()) === 0 ? mails : undefined;
  });
  expect(mail?.text).toMatch(/^- 1 new file[:.]/m);
  expect(mail?.text).not.toMatch(/raised|deleted/);
  expect([newsTo(bob.email).length, newsTo(eve.email), newsTo(ada.email)]).toEqual([1, [], []]);
}, 60_000);
