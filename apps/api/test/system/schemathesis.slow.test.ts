import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Examination,
  examine,
  type SchemathesisFindings,
  schemathesis,
} from '@strongroom/test-servers/schemathesis';
import { alteringProxy } from '../support/altering-proxy.ts';
import { aPerson, given } from '../support/people-of-process.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';
import { everybodySeesRooms } from './everybody-sees-rooms.ts';

const MINUTES = 60_000;
/** Seconds of a run, which uses them all: about 70 000 requests. */
const LONGEST = 1200;
const ALL_PHASES = ['examples', 'coverage', 'fuzzing', 'stateful'];
/** Signing out ends the credential of a run, so this operation has its own run. */
const SIGNING_OUT = 'endSession';
const PLANTED = /^ObjectLevelAuthorizationViolation: (?:GET \/rooms\/\{id\}|Stateful tests)$/;

let place: Place;
let service: ServiceProcess;
let program: Awaited<ReturnType<typeof schemathesis>>;

beforeAll(async () => {
  program = await schemathesis(env);
  place = await Place.make();
  service = await place.start({ STRONGROOM_RATE_LIMIT: '10000000', STRONGROOM_ROOMS_PER_MINUTE: '10000000' });
}, 5 * MINUTES);
afterAll(() => place?.end());

/** A session of a new user: the run itself could revoke an API token. */
async function sessionOf(role: string): Promise<string> {
  const owner = service.as(await place.ownerToken());
  const { id, session } = await aPerson(owner, place.data, role);
  if (role === 'member') await given(owner.patch(`/users/${id}/clearance`, { clearance_level: 'C4' }));
  return session;
}

/** Examines the service, or the proxy in front of it. */
async function found(
  name: string,
  asked: Pick<Examination, 'users' | 'seconds' | 'more'>,
  url = service.url,
): Promise<SchemathesisFindings> {
  const folder = join(place.folder, name);
  await mkdir(folder);
  return examine({ program, folder, baseUrl: `${url}/api/v1`, ...asked });
}

/** Number of events of a type. A run whose requests were all refused would find no problem either. */
async function made(owner: string, type: string): Promise<number> {
  const { body } = await service.as(owner).get(`/audit-events?type=${type}`);
  return body.meta.total;
}

test(
  'a planted fault that shows two members each other’s rooms is the only finding',
  async () => {
    const [alice, bob] = [await sessionOf('member'), await sessionOf('member')];
    const faulty = await alteringProxy(() => service.url, everybodySeesRooms([alice, bob]));
    try {
      const asked = { users: { alice, bob }, seconds: LONGEST, more: ['--exclude-operation-id', SIGNING_OUT] };
      const { problems, phases, text } = await found('members', asked, faulty.url);
      // Two phases run beside each other, and the first of them to find it names it.
      expect([problems, problems.length === 1 ? '' : text]).toEqual([[expect.stringMatching(PLANTED)], '']);
      expect(phases).toEqual(ALL_PHASES);
    } finally {
      faulty.end();
    }
    expect(await made(await place.ownerToken(), 'room.created')).toBeGreaterThan(5);
  },
  25 * MINUTES,
);

test(
  'signing out is answered as described, with a session and when that has ended',
  async () => {
    const asked = {
      users: { leaver: await sessionOf('member') },
      seconds: 10,
      more: ['--include-operation-id', SIGNING_OUT],
    };
    const { problems, text } = await found('signing-out', asked);
    expect([problems, problems.length === 0 ? '' : text]).toEqual([[], '']);
    expect(await made(await place.ownerToken(), 'session.ended')).toBeGreaterThan(0);
  },
  2 * MINUTES,
);

// The last one, because the run deactivates every other user.
test(
  'every request of an owner is answered as described',
  async () => {
    const owner = await sessionOf('owner');
    const asked = {
      users: { owner },
      seconds: LONGEST,
      more: ['--exclude-operation-id', SIGNING_OUT],
    };
    const { problems, phases, text } = await found('owner', asked);
    expect([problems, problems.length === 0 ? '' : text]).toEqual([[], '']);
    expect(phases).toEqual(ALL_PHASES);
    expect(await made(owner, 'invitation.created')).toBeGreaterThan(5);
    expect(await made(owner, 'org_unit.created')).toBeGreaterThan(5);
  },
  25 * MINUTES,
);
