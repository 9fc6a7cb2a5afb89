import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UnreliableLine } from '@strongroom/test-servers/unreliable-line';
import { BothServices } from '../support/both-services.ts';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { QuickDesk } from './quick-desk.ts';

let both: BothServices;
/** Between the command line and the key service. */
let line: UnreliableLine;
let desk: QuickDesk;

beforeAll(async () => {
  let origin = '';
  line = await UnreliableLine.to(() => origin);
  both = await BothServices.start({ STRONGROOM_KEY_SERVICE_URL: line.url });
  origin = both.keysUrl;
  desk = new QuickDesk(join(both.place.folder, 'desk'));
  await mkdir(desk.home, { recursive: true });
  await desk.output(['login', both.url], { input: await both.ownerToken() });
  await desk.output(['rooms', 'create', 'Falcon']);
  await desk.write({ 'plan.txt': 'the plan' });
  await desk.output(['put', 'Falcon', 'plan.txt']);
}, TEST_TIMEOUT_MS);
afterAll(async () => {
  await both.end();
  await line.end();
});

/** More than a call tries where it does not wait. */
const ATTEMPTS = 6;

test(
  'get goes on after a key service that fell silent answers again',
  async () => {
    line.cut('request', 0, ({ path }) => path === '/v1/unwrap/batch', ATTEMPTS);
    await desk.output(['get', 'Falcon', 'plan.txt', '--to', 'got.txt']);
    expect(await readFile(join(desk.home, 'got.txt'), 'utf8')).toBe('the plan');
  },
  TEST_TIMEOUT_MS,
);

test(
  'get ends with a sentence where the key service did not answer from the beginning',
  async () => {
    line.answer('bad gateway', () => true, ATTEMPTS);
    const { code, err } = await desk.run(['get', 'Falcon', 'plan.txt', '--to', 'never.txt']);
    line.mend();
    expect([code, err]).toEqual([6, expect.stringContaining('the key service at')]);
  },
  TEST_TIMEOUT_MS,
);
