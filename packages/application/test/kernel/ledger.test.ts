import { expect, test } from '@jest/globals';
import { defineCollection, refBy, refTo, stateOf } from '../../src/kernel/collection.ts';
import { Draft, Ledger } from '../../src/kernel/draft.ts';
import { stored, type Thing, things } from './things.ts';

const a: Thing = { id: 'a', count: 1, unique: 'key' };
const b: Thing = { id: 'b', count: 1 };
const bothRead = () => new Ledger([refTo(things, 'a'), refTo(things, 'b')], [stored(a, 3), stored(b, 5)]);

const accepted = (ledger: Ledger, change: (draft: Draft) => void): Ledger => {
  const draft = new Draft(ledger);
  change(draft);
  draft.accept();
  return ledger;
};

test('deciding on a document that was not read throws', () => {
  expect(() => new Ledger([], []).find(things, 'a')).toThrow('decided on without having been read');
});

test('deciding on a unique key that was not asked for throws, even where its holder was read', () => {
  expect(() => bothRead().findBy(things, 'key')).toThrow('decided on without having been read');
});

test('what was read and is not there is undefined', () => {
  const ledger = new Ledger([refTo(things, 'a'), refBy(things, 'key')], [undefined, undefined]);
  expect(ledger.find(things, 'a')).toBeUndefined();
  expect(ledger.findBy(things, 'key')).toBeUndefined();
});

test('a document read by its unique key is found by its id too', () => {
  const ledger = new Ledger([refBy(things, 'key')], [stored(a)]);
  expect(ledger.findBy(things, 'key')).toEqual(a);
  expect(ledger.find(things, 'a')).toEqual(a);
});

test('ids and keys of one collection are not those of another', () => {
  const others = defineCollection<Thing>({ ...things, name: 'others' });
  expect(() => bothRead().find(others, 'a')).toThrow(TypeError);
});

test('a shape that this build does not know is not guessed at', () => {
  expect(() => stateOf(things, { ...stored(a), schema: 2 })).toThrow('schema');
});

test('an older document leaves the unique keys that it was stored with', () => {
  const older = { ...stored(b), schema: 1, uniqueKeys: ['left'] };
  const upcast = defineCollection<Thing>({ ...things, upcasts: [(body) => body] });
  const ledger = new Ledger([refTo(upcast, 'b'), refBy(upcast, 'left')], [older, older]);
  const draft = new Draft(ledger);
  draft.put(upcast, { ...b, count: 2 });
  draft.accept();
  expect(new Draft(ledger).findBy(upcast, 'left')).toBeUndefined();
});

test('a draft shows its own changes, and nobody else does before it is accepted', () => {
  const ledger = bothRead();
  const draft = new Draft(ledger);
  draft.put(things, { ...a, count: 2 });
  draft.remove(things, 'b');
  expect([draft.find(things, 'a')?.count, draft.find(things, 'b')]).toEqual([2, undefined]);
  expect([ledger.find(things, 'a')?.count, ledger.find(things, 'b')]).toEqual([1, b]);
  expect(ledger.changes()).toEqual([]);
});

test('the next draft is decided on what the one before did', () => {
  const ledger = accepted(bothRead(), (draft) => draft.put(things, { ...a, count: 2 }));
  expect(new Draft(ledger).find(things, 'a')?.count).toBe(2);
});

test('a document changed by several is one change, decided on the version that was read', () => {
  const ledger = bothRead();
  for (const count of [2, 3, 4]) accepted(ledger, (draft) => draft.put(things, { ...a, count }));
  expect(ledger.changes()).toEqual([{ collection: 'things', replace: stored({ ...a, count: 4 }, 4) }]);
});

test('a removal carries the version that was read', () => {
  const ledger = accepted(bothRead(), (draft) => draft.remove(things, 'b'));
  expect(ledger.changes()).toEqual([{ collection: 'things', remove: { id: 'b', version: 5 } }]);
});

test('what was not there is inserted', () => {
  const ledger = accepted(new Ledger([], []), (draft) => draft.put(things, b));
  expect(ledger.changes()).toEqual([{ collection: 'things', insert: stored(b, 1) }]);
});

test('what one inserts and the next removes is no change', () => {
  const ledger = accepted(new Ledger([], []), (draft) => draft.put(things, b));
  accepted(ledger, (draft) => draft.remove(things, 'b'));
  expect(ledger.changes()).toEqual([]);
});

test('what one removes and the next puts back is a replace of what was read', () => {
  const ledger = accepted(bothRead(), (draft) => draft.remove(things, 'b'));
  accepted(ledger, (draft) => draft.put(things, { ...b, count: 9 }));
  expect(ledger.changes()).toEqual([{ collection: 'things', replace: stored({ ...b, count: 9 }, 6) }]);
});

test('a unique key leads to whoever holds it by now', () => {
  const ledger = new Ledger([refBy(things, 'key'), refTo(things, 'b')], [stored(a), stored(b)]);
  accepted(ledger, (draft) => {
    draft.put(things, { id: 'a', count: 1 });
    draft.put(things, { ...b, unique: 'key' });
  });
  expect(ledger.findBy(things, 'key')?.id).toBe('b');
});

test('a unique key whose holder is removed leads nowhere', () => {
  const ledger = new Ledger([refBy(things, 'key')], [stored(a)]);
  accepted(ledger, (draft) => draft.remove(things, 'a'));
  expect(ledger.findBy(things, 'key')).toBeUndefined();
});

test('a unique key taken over stays with its new holder when the old one comes back without it', () => {
  const ledger = new Ledger([refBy(things, 'key'), refTo(things, 'b')], [stored(a), stored(b)]);
  accepted(ledger, (draft) => draft.remove(things, 'a'));
  accepted(ledger, (draft) => draft.put(things, { ...b, unique: 'key' }));
  accepted(ledger, (draft) => draft.put(things, { id: 'a', count: 7 }));
  expect(ledger.findBy(things, 'key')?.id).toBe('b');
});

test('what was listed besides is known, but never in place of what was read', () => {
  const ledger = new Ledger([refTo(things, 'a')], [stored(a, 3)]);
  ledger.learn([
    { collection: 'things', document: stored({ ...a, count: 8 }, 4) },
    { collection: 'things', document: stored(b, 5) },
  ]);
  expect([ledger.find(things, 'a')?.count, ledger.find(things, 'b')?.count]).toEqual([1, 1]);
  accepted(ledger, (draft) => draft.remove(things, 'a'));
  expect(ledger.changes()).toEqual([{ collection: 'things', remove: { id: 'a', version: 3 } }]);
});

test('what was read and is not there stays absent, even where a list knows better', () => {
  const ledger = new Ledger([refTo(things, 'a')], [undefined]);
  ledger.learn([{ collection: 'things', document: stored(a) }]);
  expect(ledger.find(things, 'a')).toBeUndefined();
});

test('what a decision rests on is expected at the version that was read, once for all who rest on it', () => {
  const ledger = bothRead();
  for (const count of [2, 3])
    accepted(ledger, (draft) => {
      draft.put(things, { ...a, count });
      draft.expect(things, 'b');
    });
  expect(ledger.changes()).toEqual([
    { collection: 'things', replace: stored({ ...a, count: 3 }, 4) },
    { collection: 'things', expect: { id: 'b', version: 5 } },
  ]);
});

test('what is replaced or removed, by whomever, is not expected besides', () => {
  const ledger = accepted(bothRead(), (draft) => {
    draft.expect(things, 'a');
    draft.expect(things, 'b');
    draft.put(things, { ...a, count: 2 });
  });
  accepted(ledger, (draft) => draft.remove(things, 'b'));
  expect(ledger.changes()).toEqual([
    { collection: 'things', replace: stored({ ...a, count: 2 }, 4) },
    { collection: 'things', remove: { id: 'b', version: 5 } },
  ]);
});

test('who changes nothing expects nothing', () => {
  const ledger = accepted(bothRead(), (draft) => draft.expect(things, 'b'));
  accepted(ledger, (draft) => draft.put(things, { ...a, count: 2 }));
  expect(ledger.changes()).toEqual([{ collection: 'things', replace: stored({ ...a, count: 2 }, 4) }]);
});

test('expecting what was not read, or is not there, throws', () => {
  for (const ledger of [new Ledger([], []), new Ledger([refTo(things, 'b')], [undefined])])
    expect(() =>
      accepted(ledger, (draft) => {
        draft.put(things, a);
        draft.expect(things, 'b');
      }),
    ).toThrow('expected without having been read');
});
