import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type Action, decide, type Label, POLICIES, type Policy } from '../../src/index.ts';
import { aMembership, anAvailableFile, aRoom, aUnit, labelRules, NOW, userId } from '../examples.ts';
import { ACTIONS } from './actions.ts';
import type { Facts } from './facts-of.ts';
import { ROWS } from './rows.ts';

const decideOnAnything = (action: Action, facts: unknown) => decide(action, facts as never);

const ALLOWED = new Map<Action, Facts>();

/** Facts with which the action is allowed. */
function allowedFacts(action: Action): Facts {
  const known = ALLOWED.get(action) ?? firstAllowed(action);
  ALLOWED.set(action, known);
  return known;
}

/** Ends a visit of all situations. */
class Found extends Error {
  readonly facts: Facts;
  constructor(facts: Facts) {
    super();
    this.facts = facts;
  }
}

function firstAllowed(action: Action): Facts {
  try {
    ROWS[action].each(action, ({ expected, facts }) => {
      if (expected === 'allow') throw new Found(facts());
    });
  } catch (error) {
    if (error instanceof Found) return error.facts;
    throw error;
  }
  throw new Error(`nothing allows ${action}`);
}

const unreadable = (): never => {
  throw new Error('unreadable');
};

test.each(ACTIONS)('%s is refused, without an exception, whatever is passed for facts', (action) => {
  const junk = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true }),
    fc.constant(new Proxy({}, { get: unreadable })),
  );
  const facts = fc.oneof(
    junk,
    fc.record(Object.fromEntries(Object.keys(allowedFacts(action)).map((name) => [name, junk])), { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(facts, (hostile) => {
      const decision = decideOnAnything(action, hostile);
      expect(decision.effect).toBe('deny');
      expect(decision.refusal).not.toBeNull();
    }),
    { numRuns: 50 },
  );
});

test.each(ACTIONS)('%s is refused as soon as one required rule throws', (action) => {
  const facts = allowedFacts(action);
  expect(decideOnAnything(action, facts).effect).toBe('allow');
  const { requires }: Policy = POLICIES[action];
  let thrown = 0;
  for (const rule of requires) {
    const read = new Set<string | symbol>();
    const watched = new Proxy(facts, {
      get: (of, name) => {
        read.add(name);
        return of[name as keyof Facts];
      },
    });
    rule.holds(watched as never);
    for (const name of read) {
      const broken = { ...facts };
      Object.defineProperty(broken, name, { get: unreadable });
      expect(() => rule.holds(broken as never)).toThrow('unreadable');
      const decision = decideOnAnything(action, broken);
      expect(decision.effect).toBe('deny');
      expect(decision.reasons.find((reason) => reason.rule === rule.id)?.holds).toBe(false);
      thrown++;
    }
  }
  expect(thrown).toBeGreaterThan(0);
});

test.each(ACTIONS)('%s is decided without touching the facts', (action) => {
  const facts = allowedFacts(action);
  const before = structuredClone(facts);
  expect(decideOnAnything(action, deeplyFrozen(structuredClone(facts))).effect).toBe('allow');
  decideOnAnything(action, facts);
  expect(facts).toEqual(before);
});

function deeplyFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deeplyFrozen(part);
  }
  return value;
}

test('an action that no policy names is never allowed, also not one that every object has', () => {
  for (const action of ['room.sea', '', 'constructor', '__proto__', 'toString'])
    expect(() => decideOnAnything(action as Action, allowedFacts('me.see'))).toThrow(
      new TypeError(`no policy names the action ${action}`),
    );
});

test('a label that the scheme does not know is reached by no clearance, not even by the same word', () => {
  const strange = 'C9' as Label;
  for (const clearance of [strange, 'C4' as Label, '' as const]) {
    const facts = {
      subject: {
        id: userId(1),
        status: 'active',
        role: 'owner',
        epoch: 1,
        external: false,
        clearance,
        grant: null,
        asOf: NOW,
      },
      labelRules,
      membership: aMembership(),
      file: anAvailableFile(),
      unit: aUnit({ parentId: null }),
      unitMembership: undefined,
      administered: [],
    } as const;
    expect(decide('room.see', { ...facts, room: aRoom({ label: strange }) }).refusal).toBe('ROOM_NOT_FOUND');
    expect(decide('room.create', { ...facts, label: strange }).refusal).toBe('CLEARANCE_INSUFFICIENT');
    const room = aRoom({ label: 'C1' as Label });
    const file = anAvailableFile({ effectiveLabel: strange });
    expect(decide('file.see', { ...facts, room, file }).refusal).toBe('FILE_NOT_FOUND');
  }
});
