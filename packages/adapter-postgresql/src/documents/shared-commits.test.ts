import { describe, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { type Change, DuplicateKey, type StoredDocument, VersionConflict } from '@strongroom/ports';
import { DatabaseError } from 'pg';
import { ConnectionLost } from '../connection/errors.ts';
import type { PendingCommit } from './commit-groups.ts';
import { commitRowsOf } from './commits.ts';
import { SharedCommits } from './shared-commits.ts';

const attempt = { left: () => 1000, isOver: () => false };

const thing = (id: string, version = 1, uniqueKeys: readonly string[] = []): StoredDocument => ({
  id,
  version,
  schema: 1,
  position: 1000 as Instant,
  keys: [],
  uniqueKeys,
  body: {},
});
const insert = (id: string, ...unique: readonly string[]): Change => ({
  collection: 'things',
  insert: thing(id, 1, unique),
});
const replace = (id: string): Change => ({ collection: 'things', replace: thing(id, 2) });
const expectation = (id: string, version = 1): Change => ({ collection: 'things', expect: { id, version } });

const eventOf = (id: string) => ({ id, head: '{', tail: '}', hash: new Uint8Array() });

type Refuse = (sent: string) => Error | undefined;

/** Commits of a store whose server refuses what `refuse` names, and the names of what it was sent. */
function commits(refuse: Refuse = () => undefined) {
  const sent: string[] = [];
  const run = async ({ rows, progress }: PendingCommit, isShared: boolean): Promise<void> => {
    const names = [
      ...rows.changes.map(({ name }) => name.split('things')[1] ?? ''),
      ...rows.events.map(({ id }) => id),
    ];
    const text = names.join(' ');
    sent.push(isShared ? text : `alone: ${text}`);
    progress.maybeDone = true;
    await Promise.resolve();
    const error = refuse(text);
    if (error === undefined) return;
    progress.maybeDone = error instanceof ConnectionLost;
    throw error;
  };
  const shared = new SharedCommits(run);
  const progresses: { maybeDone: boolean }[] = [];
  const commit = (changes: readonly Change[], ...events: readonly string[]): Promise<void> => {
    const progress = { maybeDone: false };
    progresses.push(progress);
    return shared.run({ rows: commitRowsOf(changes, events.map(eventOf) as never), attempt, progress });
  };
  return { sent, commit, progresses };
}

const reasons = async (some: readonly Promise<void>[]): Promise<readonly unknown[]> =>
  (await Promise.allSettled(some)).map((one) => (one.status === 'rejected' ? (one.reason as unknown) : undefined));

describe('commits of one turn', () => {
  test('are one statement, which names a document that all expect once', async () => {
    const { sent, commit } = commits();
    await Promise.all(['a', 'b', 'c'].map((id) => commit([insert(id), expectation('user')], `event ${id}`)));
    expect(sent).toEqual(['a user b c event a event b event c']);
  });

  test.each([
    ['change one document', [replace('a')], [replace('a')]],
    ['expect what another changes', [expectation('a')], [replace('a')]],
    ['expect other versions of a document', [expectation('a')], [expectation('a', 2)]],
    ['take one unique key', [insert('a', 'key')], [insert('b', 'key')]],
  ] as const)('share no statement where they %s', async (_what, first, second) => {
    const { sent, commit } = commits();
    await Promise.all([commit(first), commit(second), commit([insert('other')])]);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatch(/^. other$/u);
  });

  test('share no statement where they record one event', async () => {
    const { sent, commit } = commits();
    await Promise.all([commit([], 'event'), commit([], 'event')]);
    expect(sent).toEqual(['event', 'event']);
  });

  test('that only record events do not wait for documents', async () => {
    const { sent, commit } = commits();
    await Promise.all([commit([insert('a')]), commit([], 'one'), commit([insert('b')]), commit([], 'two')]);
    expect(sent).toEqual(['a b', 'one two']);
  });

  test('with more than 200 rows are sent alone', async () => {
    const { sent, commit } = commits();
    const many = Array.from({ length: 201 }, (_, n) => insert(`n${n}`));
    await Promise.all([commit(many), commit([insert('a')])]);
    expect(sent.map((text) => [text.startsWith('alone'), text.split('n').length > 200])).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});

test('a commit that is sent alone does not hold up the next ones', async () => {
  const locked = new DatabaseError('canceling statement due to lock timeout', 1, 'error');
  locked.code = '55P03';
  let unlock = (): void => undefined;
  const shared = new SharedCommits(({ rows }, isShared) =>
    rows.changes.some(({ name }) => name.endsWith('held'))
      ? isShared
        ? Promise.reject(locked)
        : new Promise((resolve) => (unlock = resolve))
      : Promise.resolve(),
  );
  const commit = (id: string): Promise<void> =>
    shared.run({ rows: commitRowsOf([replace(id)], []), attempt, progress: { maybeDone: false } });
  let isOver = false;
  const held = commit('held').then(() => (isOver = true));
  await Promise.all([commit('a'), commit('b')]);
  await commit('c');
  expect(isOver).toBe(false);
  unlock();
  await held;
});

describe('a refusal', () => {
  test.each([
    ['a version', new VersionConflict('things', 'b'), [replace('b')]],
    ['an id', new DuplicateKey('things', 'id:b'), [insert('b')]],
    ['a unique key', new DuplicateKey('things', 'key'), [insert('b', 'key')]],
  ])('because of %s reaches its own commit, and the others are sent again', async (_what, error, changes) => {
    const { sent, commit } = commits((text) => (/\bb\b/u.test(text) ? error : undefined));
    expect(await reasons([commit([insert('a')]), commit(changes), commit([insert('c')])])).toEqual([
      undefined,
      error,
      undefined,
    ]);
    expect(sent).toEqual(['a b c', 'a c']);
  });

  test('reaches the commit that records a duplicate event', async () => {
    const error = new DuplicateKey('events', 'id:two');
    const { commit } = commits((text) => (text.includes('two') ? error : undefined));
    expect(await reasons([commit([], 'one'), commit([], 'two')])).toEqual([undefined, error]);
  });

  test('because of a lock of another process lets each be sent alone', async () => {
    const locked = new DatabaseError('canceling statement due to lock timeout', 1, 'error');
    locked.code = '55P03';
    const { sent, commit } = commits((text) => (/\bb\b/u.test(text) ? locked : undefined));
    expect(await reasons(['a', 'b', 'c'].map((id) => commit([insert(id)])))).toEqual([undefined, locked, undefined]);
    expect(sent).toEqual(['a b c', 'alone: a', 'alone: b', 'alone: c']);
  });

  test('lets each be sent alone after the third', async () => {
    const ids = Array.from({ length: 9 }, (_, n) => `n${n}`);
    const { sent, commit } = commits((text) => new VersionConflict('things', text.split(' ')[0] ?? ''));
    expect(await reasons(ids.map((id) => commit([replace(id)])))).toEqual(
      ids.map((id) => new VersionConflict('things', id)),
    );
    expect(sent.map((text) => text.startsWith('alone'))).toEqual(ids.map((_, nth) => nth > 3));
  });
});

test('after a lost connection each commit of a statement may be done, and none is sent again', async () => {
  const lost = new ConnectionLost(true, new Error('reset'));
  const { sent, commit, progresses } = commits(() => lost);
  expect(await reasons([commit([insert('a')]), commit([insert('b')])])).toEqual([lost, lost]);
  expect(sent).toHaveLength(1);
  expect(progresses).toEqual([{ maybeDone: true }, { maybeDone: true }]);
});

test('a commit whose time passes before the statement is sent does not fail the others', async () => {
  const sent: string[] = [];
  let isSent = false;
  const shared = new SharedCommits(({ rows, attempt: { isOver } }) => {
    isSent = true;
    sent.push(rows.changes.map(({ name }) => name.at(-1)).join(' '));
    return isOver() ? Promise.reject(new ConnectionLost(false, new Error('too late to commit'))) : Promise.resolve();
  });
  const commit = (id: string, isLate: boolean): Promise<void> =>
    shared.run({
      rows: commitRowsOf([insert(id)], []),
      attempt: isLate ? { left: () => 1, isOver: () => isSent } : attempt,
      progress: { maybeDone: false },
    });
  const outcomes = await reasons([commit('a', false), commit('b', true), commit('c', false)]);
  expect(outcomes).toEqual([undefined, expect.any(ConnectionLost), undefined]);
  expect(sent).toEqual(['a b c', 'a c']);
});
