import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SCOPES, type Scope } from '@strongroom/domain';
import type { Caller, Reply } from '../support/caller.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { type Cast, castOf, type People } from './cast.ts';
import { OPERATIONS, requestOf } from './operations.ts';
import { Rewinding } from './rewinding.ts';
import { ROWS, requestFor, rowsWith } from './routes/all.ts';
import type { Rights } from './routes/row.ts';

let store: Rewinding;
let world: World;
let cast: Cast;
beforeAll(async () => {
  world = await startService({
    ports: (memory) => {
      store = new Rewinding(memory.documents);
      return { ...memory, documents: store.documents };
    },
  });
  cast = await castOf(world);
  await world.app.worker.stop();
});
afterAll(() => world.stop());

const outcomeOf = ({ status, body }: Reply): string => (status < 300 ? `${status}` : (body.error.code as string));

/** The status, or the code of the refusal. What the operation changed is undone. */
async function tried(operation: string, caller: Caller): Promise<string> {
  const { params = {}, query = '', body } = requestFor(operation, cast);
  const [method, path] = requestOf(operation, params);
  store.mark();
  const reply = await caller.ask(method, path + query, body);
  await store.rewind();
  return outcomeOf(reply);
}

async function withScopes(person: keyof People, scopes: readonly Scope[]): Promise<Caller> {
  const made = await cast.people[person].session.post('/tokens', { name: 'limited', scopes });
  expect(made.status).toBe(201);
  return world.visitor.as(made.body.data.token);
}

const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** The callers of a row, each with the outcome for them. */
async function trialsOf({ scope, allowed: [person, outcome], refused }: Rights) {
  const trials: [caller: Caller, outcome: string][] = [[world.visitor, 'UNAUTHENTICATED']];
  if (scope === undefined) trials.push([cast.people[person].caller, outcome]);
  else {
    const others = ALL_SCOPES.filter((one) => one !== scope);
    trials.push([await withScopes(person, [scope]), outcome], [await withScopes(person, others), 'INSUFFICIENT_SCOPE']);
  }
  if (refused !== undefined) trials.push([cast.people[refused[0]].caller, refused[1]]);
  return trials;
}

test('the table has a row for every operation and no other', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual([...OPERATIONS.keys()].toSorted());
});

describe('an operation', () => {
  test.each(rowsWith('open'))('%s is public, whatever the Authorization header holds', async (operation, outcome) => {
    for (const caller of [world.visitor, cast.people.outsider.caller, world.visitor.as('srt_wrong')])
      expect(await tried(operation, caller)).toBe(outcome);
  });

  const withRights = rowsWith('rights').map(([operation, rights]) => [operation, rights.allowed, rights] as const);

  test.each(withRights)('%s needs a credential, its scope and the right: %j', async (operation, _, rights) => {
    for (const [caller, outcome] of await trialsOf(rights)) expect(await tried(operation, caller)).toBe(outcome);
  });

  test.each(rowsWith('session'))('%s needs a session: %s', async (operation, outcome) => {
    expect(await tried(operation, world.visitor)).toBe('UNAUTHENTICATED');
    expect(await tried(operation, cast.people.viewer.caller)).toBe('INSUFFICIENT_SCOPE');
    expect(await tried(operation, cast.people.viewer.session)).toBe(outcome);
  });
});
