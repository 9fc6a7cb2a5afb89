import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
beforeAll(async () => {
  world = await startService();
});
afterAll(() => world.stop());

/** The address in mails to a user. */
const addressOf = (id: string): string =>
  `${world.url}/unsubscribe/${id}.${Buffer.from(world.ports.secrets.derive('unsubscribe', id)).toString('base64url')}`;

const levelOf = async ({ caller }: Awaited<ReturnType<typeof aPerson>>): Promise<unknown> =>
  (await caller.get('/me/notifications')).body.data.level;

describe('the address in mails with news', () => {
  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('switches them off by one POST of %s, without signing in', async (type, body) => {
    const ada = await aPerson(world);
    const answer = await fetch(addressOf(ada.id), { method: 'POST', headers: { 'content-type': type }, body });
    expect([answer.status, await answer.json()]).toEqual([200, { data: { level: 'none' } }]);
    expect(await levelOf(ada)).toBe('none');
    expect((await fetch(addressOf(ada.id), { method: 'POST' })).status).toBe(200);
  });

  test('changes nothing when it is opened, and shows a button', async () => {
    const ada = await aPerson(world);
    for (const method of ['GET', 'HEAD']) expect((await fetch(addressOf(ada.id), { method })).status).toBe(200);
    const html = await (await fetch(addressOf(ada.id), { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('<form method="post">');
    expect(await levelOf(ada)).toBeNull();
  });

  test('answers people with a page', async () => {
    const ada = await aPerson(world);
    const accept = 'text/html,*/*;q=0.8';
    const done = await fetch(addressOf(ada.id), { method: 'POST', headers: { accept } });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Mails with news are off')]);
    const unknown = await fetch(`${addressOf(ada.id)}x`, { method: 'POST', headers: { accept } });
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('not known')]);
  });

  test('is of one user only', async () => {
    const [ada, bob] = [await aPerson(world), await aPerson(world)];
    const forged = addressOf(ada.id).replace(ada.id, bob.id);
    for (const address of [forged, `${world.url}/unsubscribe/${bob.id}`, `${world.url}/unsubscribe/x`])
      expect((await fetch(address, { method: 'POST' })).status).toBe(404);
    expect([await levelOf(ada), await levelOf(bob)]).toEqual([null, null]);
    expect((await fetch(addressOf(ada.id), { method: 'DELETE' })).status).toBe(405);
  });
});
