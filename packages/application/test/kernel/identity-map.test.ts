import { expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import type { EventId } from '@strongroom/domain';
import { SYSTEM } from '../../src/kernel/audit-entry.ts';
import { IdentityMap } from '../../src/kernel/identity-map.ts';
import { UnitOfWork } from '../../src/kernel/unit-of-work.ts';
import { defineCollection, refBy, refTo, stateOf } from '../../src/store/collection.ts';
import { TestClock } from '../world/clock.ts';
import { stored, type Thing, things } from './things.ts';

const a: Thing = { id: 'a', count: 1, unique: 'key' };
const b: Thing = { id: 'b', count: 1 };
const bothRead = () => new IdentityMap([refTo(things, 'a'), refTo(things, 'b')], [stored(a, 3), stored(b, 5)]);

const unitOfWorkOn = (identityMap: IdentityMap) =>
  new UnitOfWork(identityMap, {
    author: SYSTEM,
    eventId: systemIds.uuid<EventId>(),
    clock: new TestClock(),
    ids: systemIds,
    onSchedule: () => undefined,
  });

const accepted = (identityMap: IdentityMap, change: (uow: UnitOfWork) => void): IdentityMap => {
  const uow = unitOfWorkOn(identityMap);
  change(uow);
  uow.accept();
  return identityMap;
};

test('deciding on a document that was not read throws', () => {
  expect(() => new IdentityMap([], []).find(things, 'a')).toThrow('decided on without having been read');
});

test('deciding on a unique key that was not asked for throws, even where its holder was read', () => {
  expect(() => bothRead().findBy(things, 'key')).toThrow('decided on without having been read');
});

test('a document that was read and does not exist is undefined', () => {
  const identityMap = new IdentityMap([refTo(things, 'a'), refBy(things, 'key')], [undefined, undefined]);
  expect(identityMap.find(things, 'a')).toBeUndefined();
  expect(identityMap.findBy(things, 'key')).toBeUndefined();
});

test('a document read by its unique key is found by its id too', () => {
  const identityMap = new IdentityMap([refBy(things, 'key')], [stored(a)]);
  expect(identityMap.findBy(things, 'key')).toEqual(a);
  expect(identityMap.find(things, 'a')).toEqual(a);
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
  const identityMap = new IdentityMap([refTo(upcast, 'b'), refBy(upcast, 'left')], [older, older]);
  const uow = unitOfWorkOn(identityMap);
  uow.put(upcast, { ...b, count: 2 });
  uow.accept();
  expect(unitOfWorkOn(identityMap).findBy(upcast, 'left')).toBeUndefined();
});

test('a unit of work shows its own changes, and others see them once it is accepted', () => {
  const identityMap = bothRead();
  const uow = unitOfWorkOn(identityMap);
  uow.put(things, { ...a, count: 2 });
  uow.remove(things, 'b');
  expect([uow.find(things, 'a')?.count, uow.find(things, 'b')]).toEqual([2, undefined]);
  expect([identityMap.find(things, 'a')?.count, identityMap.find(things, 'b')]).toEqual([1, b]);
  expect(identityMap.changes()).toEqual([]);
});

test('the next uow is decided on what the one before did', () => {
  const identityMap = accepted(bothRead(), (uow) => uow.put(things, { ...a, count: 2 }));
  expect(unitOfWorkOn(identityMap).find(things, 'a')?.count).toBe(2);
});

test('a document changed by several is one change, decided on the version that was read', () => {
  const identityMap = bothRead();
  for (const count of [2, 3, 4]) accepted(identityMap, (uow) => uow.put(things, { ...a, count }));
  expect(identityMap.changes()).toEqual([{ collection: 'things', replace: stored({ ...a, count: 4 }, 4) }]);
});

test('a removal carries the version that was read', () => {
  const identityMap = accepted(bothRead(), (uow) => uow.remove(things, 'b'));
  expect(identityMap.changes()).toEqual([{ collection: 'things', remove: { id: 'b', version: 5 } }]);
});

test('a document that did not exist is inserted', () => {
  const identityMap = accepted(new IdentityMap([], []), (uow) => uow.put(things, b));
  expect(identityMap.changes()).toEqual([{ collection: 'things', insert: stored(b, 1) }]);
});

test('inserting and then removing a document is not a change', () => {
  const identityMap = accepted(new IdentityMap([], []), (uow) => uow.put(things, b));
  accepted(identityMap, (uow) => uow.remove(things, 'b'));
  expect(identityMap.changes()).toEqual([]);
});

test('removing and then putting back a document replaces the one that was read', () => {
  const identityMap = accepted(bothRead(), (uow) => uow.remove(things, 'b'));
  accepted(identityMap, (uow) => uow.put(things, { ...b, count: 9 }));
  expect(identityMap.changes()).toEqual([{ collection: 'things', replace: stored({ ...b, count: 9 }, 6) }]);
});

test('a unique key leads to its current holder', () => {
  const identityMap = new IdentityMap([refBy(things, 'key'), refTo(things, 'b')], [stored(a), stored(b)]);
  accepted(identityMap, (uow) => {
    uow.put(things, { id: 'a', count: 1 });
    uow.put(things, { ...b, unique: 'key' });
  });
  expect(identityMap.findBy(things, 'key')?.id).toBe('b');
});

test('each unique key leads to its own holder', () => {
  const other: Thing = { ...b, unique: 'other' };
  const identityMap = new IdentityMap([refBy(things, 'key'), refBy(things, 'other')], [stored(a), stored(other)]);
  expect([identityMap.findBy(things, 'key'), identityMap.findBy(things, 'other')]).toEqual([a, other]);
});

test('a unique key whose holder is removed leads nowhere', () => {
  const identityMap = new IdentityMap([refBy(things, 'key')], [stored(a)]);
  accepted(identityMap, (uow) => uow.remove(things, 'a'));
  expect(identityMap.findBy(things, 'key')).toBeUndefined();
});

test('a unique key taken over stays with its new holder when the old one comes back without it', () => {
  const identityMap = new IdentityMap([refBy(things, 'key'), refTo(things, 'b')], [stored(a), stored(b)]);
  accepted(identityMap, (uow) => uow.remove(things, 'a'));
  accepted(identityMap, (uow) => uow.put(things, { ...b, unique: 'key' }));
  accepted(identityMap, (uow) => uow.put(things, { id: 'a', count: 7 }));
  expect(identityMap.findBy(things, 'key')?.id).toBe('b');
});

test('a listed document is known, but never replaces one that was read', () => {
  const identityMap = new IdentityMap([refTo(things, 'a')], [stored(a, 3)]);
  identityMap.learn([
    { collection: 'things', document: stored({ ...a, count: 8 }, 4) },
    { collection: 'things', document: stored(b, 5) },
  ]);
  expect([identityMap.find(things, 'a')?.count, identityMap.find(things, 'b')?.count]).toEqual([1, 1]);
  accepted(identityMap, (uow) => uow.remove(things, 'a'));
  expect(identityMap.changes()).toEqual([{ collection: 'things', remove: { id: 'a', version: 3 } }]);
});

test('a document that was read as absent stays absent, even if a list contains it', () => {
  const identityMap = new IdentityMap([refTo(things, 'a')], [undefined]);
  identityMap.learn([{ collection: 'things', document: stored(a) }]);
  expect(identityMap.find(things, 'a')).toBeUndefined();
});

test('a document that decisions rest on is expected once, at the version that was read', () => {
  const identityMap = bothRead();
  for (const count of [2, 3])
    accepted(identityMap, (draft) => {
      draft.put(things, { ...a, count });
      draft.expect(things, 'b');
    });
  expect(identityMap.changes()).toEqual([
    { collection: 'things', replace: stored({ ...a, count: 3 }, 4) },
    { collection: 'things', expect: { id: 'b', version: 5 } },
  ]);
});

test('a document that any unit of work replaces or removes is not also expected', () => {
  const identityMap = accepted(bothRead(), (draft) => {
    draft.expect(things, 'a');
    draft.expect(things, 'b');
    draft.put(things, { ...a, count: 2 });
  });
  accepted(identityMap, (draft) => draft.remove(things, 'b'));
  expect(identityMap.changes()).toEqual([
    { collection: 'things', replace: stored({ ...a, count: 2 }, 4) },
    { collection: 'things', remove: { id: 'b', version: 5 } },
  ]);
});

test('a unit of work without changes expects nothing', () => {
  const identityMap = accepted(bothRead(), (draft) => draft.expect(things, 'b'));
  accepted(identityMap, (draft) => draft.put(things, { ...a, count: 2 }));
  expect(identityMap.changes()).toEqual([{ collection: 'things', replace: stored({ ...a, count: 2 }, 4) }]);
});

test('a unit of work that only records an event expects what it rests on', () => {
  const identityMap = accepted(bothRead(), (draft) => {
    draft.expect(things, 'b');
    draft.record({ type: 'room.edited', target: { type: 'room', id: 'x', roomId: null, label: null } });
  });
  expect(identityMap.changes()).toEqual([{ collection: 'things', expect: { id: 'b', version: 5 } }]);
});

test('a document that the same commit inserts may be expected, and needs no condition', () => {
  const identityMap = accepted(new IdentityMap([], []), (draft) => draft.put(things, b));
  accepted(identityMap, (draft) => {
    draft.put(things, a);
    draft.expect(things, 'b');
  });
  expect(identityMap.changes()).toEqual([
    { collection: 'things', insert: stored(b) },
    { collection: 'things', insert: stored(a) },
  ]);
});

test('a document that the policy required is returned, and its absence is a bug', () => {
  const uow = unitOfWorkOn(new IdentityMap([refTo(things, 'a'), refTo(things, 'b')], [stored(a), undefined]));
  expect(uow.get(things, 'a')).toEqual(a);
  expect(() => uow.get(things, 'b')).toThrow('no document in things where the policy required one');
});

test('expecting what was not read, or is not there, throws', () => {
  for (const identityMap of [new IdentityMap([], []), new IdentityMap([refTo(things, 'b')], [undefined])])
    expect(() =>
      accepted(identityMap, (draft) => {
        draft.put(things, a);
        draft.expect(things, 'b');
      }),
    ).toThrow('expected without having been read');
});
