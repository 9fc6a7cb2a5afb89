import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { type LiveMember, LiveSet } from './live-set.ts';

type Member = LiveMember & { name: string; load?: readonly number[] };

const member = (name: string): Member => ({ slot: -1, name });
const namesIn = (set: LiveSet<Member>): readonly string[] => [...set].map(({ name }) => name).sort();

test('the set holds each member until it is deleted', () => {
  const set = new LiveSet<Member>();
  const [a, b, c] = [member('a'), member('b'), member('c')];
  for (const one of [a, b, c]) set.add(one);
  expect(set.delete(b)).toBe(true);
  expect(namesIn(set)).toEqual(['a', 'c']);
  expect(set.size).toBe(2);
});

test('the set gives the place of a deleted member to another, which the deleted one does not remove', () => {
  const set = new LiveSet<Member>();
  const [gone, next] = [member('gone'), member('next')];
  set.add(gone);
  set.delete(gone);
  set.add(next);
  expect(set.delete(gone)).toBe(false);
  expect(namesIn(set)).toEqual(['next']);
});

test('the set does not know members that were never added', () => {
  const set = new LiveSet<Member>();
  set.add(member('a'));
  expect(set.delete(member('b'))).toBe(false);
  expect(set.size).toBe(1);
});

/** Megabytes of the old generation that churn adds without a full collection. */
function kept(set: Pick<Set<Member>, 'add' | 'delete'> | LiveSet<Member>): number {
  setFlagsFromString('--expose-gc');
  const collect: (options: { type: 'major' | 'minor' }) => void = runInNewContext('gc');
  const live: Member[] = [];
  const churn = (): void => {
    for (let n = 0; n < 100; n += 1) {
      const one = { ...member(`${n}`), load: Array.from({ length: 500 }, (_, index) => index) };
      set.add(one);
      live.push(one);
      const oldest = live.length > 64 ? live.shift() : undefined;
      if (oldest !== undefined) set.delete(oldest);
    }
    collect({ type: 'minor' });
  };
  const used = (): number =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
  for (let n = 0; n < 5; n += 1) churn();
  collect({ type: 'major' });
  const before = used();
  for (let n = 0; n < 50; n += 1) churn();
  return (used() - before) / 1e6;
}

test('the set keeps no deleted member until a full collection, as a Set does', () => {
  expect(kept(new LiveSet())).toBeLessThan(2);
  expect(kept(new Set())).toBeGreaterThan(4);
});
