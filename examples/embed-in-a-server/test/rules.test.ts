import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectsOnFastify } from '../src/fastify.js';
import { projectsOnNest } from '../src/nestjs.js';

type Get = (path: string, person?: string) => Promise<Readonly<{ status: number; text: string }>>;

const over =
  (url: string): Get =>
  async (path, person) => {
    const answer = await fetch(url + path, { headers: person === undefined ? {} : { 'x-person': person } });
    return { status: answer.status, text: await answer.text() };
  };

async function checks(get: Get): Promise<void> {
  assert.equal((await get('/projects/falcon')).status, 401);
  const falcon = await get('/projects/falcon', 'ada');
  assert.equal(falcon.status, 200);
  const { may } = JSON.parse(falcon.text) as { may: readonly string[] };
  assert.ok(may.includes('file.list') && !may.includes('room.delete'));
  const owned = JSON.parse((await get('/projects/falcon', 'bob')).text) as { may: readonly string[] };
  assert.ok(owned.may.includes('room.delete'));
  // Ada is a member of Heron and not cleared for it: it is as absent as one that never was.
  const [hidden, absent] = [await get('/projects/heron', 'ada'), await get('/projects/owl', 'ada')];
  assert.equal(hidden.status, 404);
  assert.deepEqual(hidden, absent);
  assert.equal((await get('/projects/heron', 'bob')).status, 200);
}

test('Fastify answers by the rules', async () => {
  const server = projectsOnFastify();
  const get = over(await server.listen({ host: '127.0.0.1', port: 0 }));
  await checks(get);
  assert.equal((await get('/projects', 'ada')).text, '[{"id":"falcon","title":"Falcon"}]');
  await server.close();
});

test('NestJS answers by the rules', async () => {
  const app = await projectsOnNest();
  await app.listen(0, '127.0.0.1');
  await checks(over(await app.getUrl()));
  await app.close();
});
