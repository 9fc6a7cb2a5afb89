import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

const PER_MINUTE = 12;

let world: World;
beforeAll(async () => {
  world = await startService({ perMinute: PER_MINUTE });
});
afterAll(() => world.stop());

const aSecret = () => bearerSecret('shareLink', randomBytes(32));

test('guesses of link secrets are counted by address, however many secrets are tried, and a valid link is not', async () => {
  const file = await aFile(world.owner, await aRoom(world.owner));
  const link = (await world.owner.post(`/files/${file}/share`, { expires_in: 3600 })).body.data.token;
  const statuses: number[] = [];
  for (let tried = 0; tried < PER_MINUTE; tried++) {
    const secret = tried % 2 === 0 ? aSecret() : `typo-${tried}`;
    const answer = await world.visitor.get(`/shares/by-token/${secret}`);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe(`${PER_MINUTE - 1 - tried}`);
    statuses.push(answer.status);
  }
  expect(new Set(statuses)).toEqual(new Set([404]));
  const refused = await world.visitor.post(`/shares/by-token/${aSecret()}/download`);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);

  const seen = await world.visitor.get(`/shares/by-token/${link}`);
  expect([seen.status, seen.headers.get('x-ratelimit-remaining')]).toEqual([200, `${PER_MINUTE - 1}`]);
});
