import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { withClock } from '../support/wrong-clock.ts';
import { Desk } from './desk.ts';

/** A person whose clock is wrong, where an enrolled device signs with it. */

const PASSWORD = 'a long pass phrase';

let both: BothServices;
let bob: Desk;

beforeAll(async () => {
  both = await BothServices.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' });
  const owner = new Desk(join(both.place.folder, 'owner'));
  bob = new Desk(join(both.place.folder, 'bob'));
  for (const { home } of [owner, bob]) await mkdir(home, { mode: 0o700 });
  await owner.output(['login', both.url], { input: await both.ownerToken() });
  await owner.output(['invite', 'bob@rooms.example']);
  const code = (await both.keysCommand('enrol', 'bob')).trim();
  const input = `${both.url}/activate#token=${await both.mailedSecret('bob@rooms.example')}\n${PASSWORD}\n${code}\n`;
  await bob.output(['accept', 'Bob'], { input });
  await bob.output(['rooms', 'create', 'Falcon']);
  await bob.write({ 'plan.txt': 'the plan' });
});
afterAll(() => both.end());

test.each(['+290s', '-290s'])('the command line works with a clock that is %s off', async (offset) => {
  const env = withClock(offset);
  const to = `at${offset}`;
  await bob.output(['put', 'Falcon', 'plan.txt', '--to', to], { env });
  await bob.output(['get', 'Falcon', `${to}/plan.txt`, '--to', `${to}.txt`], { env });
  expect(await readFile(join(bob.home, `${to}.txt`), 'utf8')).toBe('the plan');
  const link = await bob.output(['share', 'Falcon', `${to}/plan.txt`, '--max-downloads', '1'], { env });
  await bob.output(['fetch', link.trim(), '--to', `${to}-fetched.txt`], { env });
  expect(await readFile(join(bob.home, `${to}-fetched.txt`), 'utf8')).toBe('the plan');
  const { device } = (await bob.json(['devices'], { env }))[0];
  expect(device).toMatch(/\S+/);
});

test.each(['+20m', '-20m'])('login names the clock that is %s off, and nothing is stored', async (offset) => {
  const env = withClock(offset);
  const { code, err } = await bob.run(['put', 'Falcon', 'plan.txt', '--to', `at${offset}`], { env });
  expect([code, err]).toEqual([8, expect.stringMatching(/here it is \S+\. Set the clock of the device|Set the clock/)]);
  expect(await bob.json(['ls', 'Falcon', `at${offset}`]).catch(() => [])).toEqual([]);
});
