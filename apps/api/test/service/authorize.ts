import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Scope } from '@strongroom/domain';
import type { Caller, Reply } from '../support/caller.ts';
import type { Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { ORG_CELLS, orgKey, ROOM_CELLS, roomKey, type Scene, scopedToken, setScene } from './cells.ts';
import { OPERATIONS, requestOf } from './operations.ts';
import { Rewinding } from './rewinding.ts';
import { RIGHTS, type Right } from './rights.ts';

type Asked = ReturnType<NonNullable<Right['open']>['ask']>;

let store: Rewinding;
let world: World;
let scene: Scene;

const said = ({ status, body }: Reply): string => (status < 300 ? `${status}` : (body.error.code as string));

/** What the operation answers; afterwards everything is as it was. */
async function tried(operation: string, caller: Caller, { params = {}, query = '', body }: Asked): Promise<string> {
  const [method, path] = requestOf(operation, params);
  store.mark();
  const reply = await caller.ask(method, path + query, body);
  await store.rewind();
  return said(reply);
}

/** Callers for one person: all rights, exactly the scope, every scope but this one. */
async function credentials(person: Person, { scope }: Right): Promise<readonly (readonly [string, Caller, boolean])[]> {
  if (scope === undefined) return [['full', person.caller, true]];
  return [
    ['full', person.caller, true],
    ['exact', await limited(person, scope, 'exact'), true],
    ['lacking', await limited(person, scope, 'lacking'), false],
  ];
}

const made = new Map<string, Caller>();

async function limited(person: Person, scope: Scope, kind: 'exact' | 'lacking'): Promise<Caller> {
  const name = `${person.id} ${scope} ${kind}`;
  const caller = made.get(name) ?? world.visitor.as(await scopedToken(person, scope, kind));
  made.set(name, caller);
  return caller;
}

const personOf = (people: ReadonlyMap<string, Person>, key: string): Person => {
  const person = people.get(key);
  if (person === undefined) throw new TypeError(key);
  return person;
};

/**
 * Tries the table of rights: every role in the organisation and in the room, every clearance, every kind of token, every
 * operation. `most`: how many of the variants of an operation are tried with limited tokens too.
 */
export function authorize(most: number): void {
  beforeAll(async () => {
    world = await startService({
      ports: (memory) => {
        store = new Rewinding(memory.documents);
        return { ...memory, documents: store.documents };
      },
    });
    scene = await setScene(world);
    await world.app.worker.stop();
  }, 60_000);
  afterAll(() => world.stop());

  test('the table has a row for every operation, and for nothing else', () => {
    expect(Object.keys(RIGHTS).toSorted()).toEqual([...OPERATIONS.keys()].toSorted());
  });

  describe.each(Object.entries(RIGHTS))('%s', (operation, right) => {
    const { inRoom = [], inOrg = [], open } = right;

    test('is answered to everybody as the interface says', async () => {
      const wrong: string[] = [];
      const compare = async (who: string, caller: Caller, asked: Asked, expected: string) => {
        const actual = await tried(operation, caller, asked);
        if (actual !== expected) wrong.push(`${who}: ${actual} instead of ${expected}`);
      };
      for (const cell of inRoom.length === 0 ? [] : ROOM_CELLS) {
        const person = personOf(scene.inRoom, roomKey(cell));
        const things = scene.rooms[cell.archived ? 'archived' : 'active'];
        for (const [kind, caller, isEnough] of await credentials(person, right))
          for (const { what = '', ask, expected } of kind === 'full'
            ? inRoom
            : inRoom.slice(0, cell.archived ? most - 1 : most))
            await compare(
              `${JSON.stringify(cell)} ${kind} ${what}`,
              caller,
              ask(things, scene, person),
              isEnough ? expected(cell) : 'INSUFFICIENT_SCOPE',
            );
      }
      for (const cell of inOrg.length === 0 ? [] : ORG_CELLS) {
        const person = personOf(scene.inOrg, orgKey(cell));
        for (const [kind, caller, isEnough] of await credentials(person, right))
          for (const { what = '', ask, expected } of kind === 'full' ? inOrg : inOrg.slice(0, most))
            await compare(
              `${JSON.stringify(cell)} ${kind} ${what}`,
              caller,
              ask(undefined, scene, person),
              isEnough ? expected(cell) : 'INSUFFICIENT_SCOPE',
            );
      }
      if (open !== undefined)
        for (const [who, caller] of Object.entries({
          visitor: world.visitor,
          member: scene.nobody.caller,
          'wrong token': world.visitor.as('srt_wrong'),
        }))
          await compare(who, caller, open.ask(scene), open.expected);
      else await compare('visitor', world.visitor, {}, 'UNAUTHENTICATED');
      expect(wrong).toEqual([]);
    }, 30_000);
  });

  test('a session ends itself, and sets the first password', async () => {
    expect(await tried('DELETE /sessions/current', scene.vic.session, {})).toBe('200');
    expect(await tried('POST /me/password', scene.vic.session, { body: { new_password: 'a long enough one' } })).toBe(
      '200',
    );
  });
}
