import { expect, test } from '@jest/globals';
import { ContendedCommits, type PendingCommit } from './contention.ts';
import type { DocumentWrite } from './writes.ts';

const expectation = {
  kind: 'expect',
  mongoCollection: 'documents',
  _id: 'users/ada',
  decidedOn: 1,
} as unknown as DocumentWrite;

/** A commit whose caller gave up as soon as `isOver` says so. */
const commitOf = (isOver: () => boolean): PendingCommit => ({
  writes: [expectation],
  attempt: { left: () => 1000, isOver },
  progress: { maybeDone: false },
});

test('a commit that waits too long fails alone, and the others that waited with it are written', async () => {
  let release = (): void => undefined;
  let isLate = false;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  const commits = new ContendedCommits(async ({ attempt }) => {
    calls += 1;
    if (calls === 1) await held;
    if (attempt.isOver()) throw new Error('too late to commit');
  });
  const first = commits.run(commitOf(() => false));
  const late = commits.run(commitOf(() => isLate));
  const others = [1, 2, 3].map(() => commits.run(commitOf(() => false)));
  isLate = true;
  release();
  const [waited, ...rest] = await Promise.allSettled([late, first, ...others]);
  expect(waited?.status).toBe('rejected');
  expect(rest.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled']);
});

test('a commit whose time passes while it is written together with others is left out', async () => {
  let begun = 0;
  const isLate = { now: false };
  const commits = new ContendedCommits(async ({ attempt, writes }) => {
    begun += 1;
    if (begun === 2) isLate.now = true;
    await Promise.resolve();
    expect(writes).toHaveLength(1);
    if (attempt.isOver()) throw new Error('too late to commit');
  });
  const first = commits.run(commitOf(() => false));
  const late = commits.run(commitOf(() => isLate.now));
  const other = commits.run(commitOf(() => false));
  expect((await Promise.allSettled([first, late, other])).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});
