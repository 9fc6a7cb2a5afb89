import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Examination, examine, type Pair, schemathesis } from '../../../scripts/schemathesis.ts';
import { lettingEverybodySeeRooms } from './faulty-proxy.ts';
import { aPerson, given } from './system/people.ts';
import { Place, type ServiceProcess } from './system/service-process.ts';

const MINUTES = 60_000;

let place: Place;
let service: ServiceProcess;
let program: string;

beforeAll(async () => {
  program = await schemathesis(env);
  place = await Place.make();
  service = await place.start({ STRONGROOM_RATE_LIMIT: '10000000' });
}, 5 * MINUTES);
afterAll(() => place?.end());

/** Two members with a session each: an API token could be revoked by the run itself. */
async function twoUsers(): Promise<Pair> {
  const owner = service.as(await place.ownerToken());
  const [alice, bob] = [await aPerson(owner, place.data), await aPerson(owner, place.data)];
  for (const { id } of [alice, bob]) await given(owner.patch(`/users/${id}/clearance`, { clearance_level: 'C4' }));
  return { alice: alice.session, bob: bob.session };
}

async function examination(baseUrl: string, name: string, seconds: number): Promise<Examination> {
  const folder = join(place.folder, name);
  await mkdir(folder);
  return { program, baseUrl, users: await twoUsers(), folder, seconds };
}

test(
  'of many thousand made-up requests of two users none is answered otherwise than described',
  async () => {
    const { found, text } = await examine(await examination(`${service.url}/api/v1`, 'sound', 150));
    expect(found ? text : '').toBe('');
    expect(text).toMatch(/✅ {1,2}Stateful/);
    // A run that was let in nowhere, or made nothing, would find nothing either.
    const made = await service.as(await place.ownerToken()).get('/audit-events?type=room.created');
    expect(made.body.meta.total).toBeGreaterThan(5);
  },
  5 * MINUTES,
);

test(
  'that one user can see the rooms of the other would be told',
  async () => {
    const faulty = await lettingEverybodySeeRooms(`${service.url}/api/v1`);
    try {
      const { text } = await examine({
        ...(await examination(faulty.baseUrl, 'faulty', 40)),
        more: ['--include-path-regex', '^/rooms(/\\{id\\})?$', '--checks', 'object_level_authorization'],
      });
      expect(text).toContain('Object-level authorization bypass');
    } finally {
      faulty.end();
    }
  },
  2 * MINUTES,
);
