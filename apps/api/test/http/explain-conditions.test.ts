import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EXPLAINABLE } from '@strongroom/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { explainConditions } from '../../src/http/resources/explain-conditions.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let userId: string;
beforeAll(async () => {
  world = await startService();
  userId = (await world.owner.get('/me')).body.data.id;
});
afterAll(() => world.stop());

const ID = '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';
const IDS = ['room_id', 'file_id', 'folder_id', 'share_id', 'member_id', 'target_user_id', 'org_unit_id'] as const;

/** No id, each one, and each beside that of a room. */
const NAMED: readonly (readonly string[])[] = [
  [],
  ...IDS.map((id) => [id]),
  ...IDS.slice(1).map((id) => ['room_id', id]),
];

/** One action for each kind of subject, and those with two. */
const ASKED = EXPLAINABLE.filter((action) =>
  /^(?:access\.|audit\.|file\.get|folder\.(?:create|get|see)|me\.see|org_unit\.(?:create|get)|room\.(?:get|see|members)|share\.|user\.(?:get|list))/.test(
    action,
  ),
);

test('a question that the document allows is never refused for its ids, and every other one is', async () => {
  const isAllowed = new Ajv2020({ strict: false }).compile(explainConditions());
  const differ: string[] = [];
  let allowed = 0;
  for (const action of ASKED)
    for (const ids of NAMED) {
      const body = { user_id: userId, action, ...Object.fromEntries(ids.map((id) => [id, ID])) };
      const { status } = await world.owner.post('/access/explain', body);
      if (isAllowed(body)) allowed++;
      if ((status !== 400) !== isAllowed(body)) differ.push(`${status} for ${JSON.stringify(body)}`);
    }
  expect(differ).toEqual([]);
  expect(allowed).toBeGreaterThan(50);
});
