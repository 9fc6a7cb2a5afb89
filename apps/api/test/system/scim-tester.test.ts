import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pythonWith } from '@strongroom/test-servers/python';
import { build, ROOT } from '../support/built.ts';
import { given } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';

const run = promisify(execFile);
const PACKAGES = ['scim2-tester==0.5.2', 'scim2-client==0.13.2', 'scim2-models==0.12.3', 'httpx2==2.16.2'];

let place: Place;
let python: string;
beforeAll(async () => {
  await build();
  [place, python] = await Promise.all([Place.make(), pythonWith(PACKAGES, env).then((bin) => join(bin, 'python'))]);
}, 300_000);
afterAll(() => place.end());

test('the service passes every check of scim2-tester, which discovers what it tests', async () => {
  const service = await place.start({ STRONGROOM_RATE_LIMIT: '10000' });
  const owner = service.as(await place.ownerToken());
  const { token } = await given(owner.post('/tokens', { name: 'directory', scopes: ['scim'] }));
  const script = join(ROOT, 'apps/api/test/support/check-scim.py');
  const { stdout } = await run(python, ['-B', script, `${service.url}/scim/v2`, token]);
  const results = stdout.trimEnd().split('\n');
  // It skips a search over several types at once, which the protocol leaves open.
  const others = results.filter(
    (line) => !line.startsWith('SUCCESS ') && !line.startsWith('SKIPPED search_with_attributes '),
  );
  expect(others).toEqual([]);
  expect(results.length).toBeGreaterThan(45);
}, 180_000);
