import { describe, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { type Change, DuplicateKey, type StoredDocument, VersionConflict } from '@strongroom/ports';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import type { PendingCommit } from './commit-groups.ts';
import { SharedCommits } from './shared-commits.ts';
import type { Manner } from './transaction.ts';
import { type DocumentWrite, writeOf } from './writes.ts';

const attempt = { left: () => 1000, isOver: () => false };

const thing = (id: string, version: number, uniqueKeys: readonly string[] = []): StoredDocument => ({
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
const record = (id: string): DocumentWrite =>
  ({ kind: 'record', mongoCollection: 'audit', collection: 'events', _id: id, row: { _id: id } }) as never;

const contended = new MongoServerError({
  message: 'WriteConflict',
  code: 112,
  errorLabels: ['TransientTransactionError'],
});

type Sent = PendingCommit & Readonly<{ text: string; manner: Manner }>;
type Serve = (sent: Sent) => Promise<void> | void;

/** Commits of a store whose server is `serve`, and the names of what it was sent. */
function commits(serve: Serve = () => undefined) {
  const sent: string[] = [];
  const shared = new SharedCommits(async (commit, manner) => {
    const text = commit.writes.map(({ _id }) => _id.replace('things/', '')).join(' ');
    sent.push(manner === 'shared' ? text : `${manner}: ${text}`);
    await serve({ ...commit, text, manner });
  });
  const progresses: { maybeDone: boolean }[] = [];
  const commit = (changes: readonly Change[], ...events: readonly string[]): Promise<void> => {
    const progress = { maybeDone: false };
    progresses.push(progress);
    return shared.run({ writes: [...changes.map(writeOf), ...events.map(record)], attempt, progress });
  };
  return { sent, commit, progresses, shared };
}

const refusing =
  (refuse: (text: string) => Error | undefined): Serve =>
  ({ text }) => {
    const error = refuse(text);
    if (error !== undefined) throw error;
  };

const reasons = async (some: readonly Promise<void>[]): Promise<readonly unknown[]> =>
  (await Promise.allSettled(some)).map((one) => (one.status === 'rejected' ? (one.reason as unknown) : undefined));

describe('commits of one turn', () => {
  test('are one transaction, which names a document that all expect once', async () => {
    const { sent, commit } = commits();
    await Promise.all(['a', 'b', 'c'].map((id) => commit([insert(id), expectation('user')], `event ${id}`)));
    expect(sent).toEqual(['a user event a b event b c event c']);
  });

  test.each([
    ['change one document', [replace('a')], [replace('a')]],
    ['expect what another changes', [expectation('a')], [replace('a')]],
    ['expect other versions of a document', [expectation('a')], [expectation('a', 2)]],
    ['take one unique key', [insert('a', 'key')], [insert('b', 'key')]],
  ] as const)('wait for each other where they %s', async (_what, first, second) => {
    const { sent, commit } = commits();
    await Promise.all([commit(first), commit(second), commit([insert('other')])]);
    expect(sent).toEqual([expect.stringMatching(/^a other$/u), expect.stringMatching(/^[ab]$/u)]);
  });

  test('wait for each other where they record one event', async () => {
    const { sent, commit } = commits();
    await Promise.all([commit([insert('a')], 'event'), commit([insert('b')], 'event')]);
    expect(sent).toEqual(['a event', 'b event']);
  });

  test('that expect documents of two others wait for both', async () => {
    const { sent, commit } = commits();
    const both = [expectation('one'), expectation('two'), insert('c')];
    await Promise.all([
      commit([expectation('one'), insert('a')]),
      commit([expectation('two'), insert('b')]),
      commit(both),
    ]);
    expect(sent).toEqual(['one a two b', 'one two c']);
  });

  test('count a document that all expect once', async () => {
    const { sent, commit } = commits();
    const changes = (n: number) => [expectation('user'), expectation('room'), insert(`n${n}`)];
    await Promise.all(Array.from({ length: 150 }, (_, n) => commit(changes(n))));
    expect(sent.map((text) => text.split(' ').length)).toEqual([152]);
  });

  test('with more than 200 writes are sent alone', async () => {
    const { sent, commit } = commits();
    const many = Array.from({ length: 201 }, (_, n) => insert(`n${n}`));
    await Promise.all([commit(many), commit([insert('a')])]);
    expect(sent).toEqual([expect.stringMatching(/^alone: n0 n1 .* n200$/u), 'a']);
  });
});

test('at most two shared transactions run at once, and a large commit waits for neither', async () => {
  const releases: (() => void)[] = [];
  const { sent, commit } = commits(() => new Promise<void>((resolve) => releases.push(resolve)));
  const turn = () => new Promise(setImmediate);
  const running: Promise<void>[] = [];
  for (const id of ['a', 'b', 'c', 'd']) {
    running.push(commit([insert(id)]));
    await turn();
  }
  running.push(commit(Array.from({ length: 201 }, (_, n) => insert(`n${n}`))));
  await turn();
  expect(sent).toEqual(['a', 'b', expect.stringMatching(/^alone: n0 /u)]);
  releases[0]?.();
  await running[0];
  await turn();
  expect(sent.at(-1)).toBe('c d');
  for (const release of releases) release();
  await Promise.all(running);
});

test('transactions that get no answer do not hold up the next ones', async () => {
  const { sent, commit } = commits(({ text }) => (text.includes('silent') ? new Promise(() => undefined) : undefined));
  for (const id of ['silent one', 'silent two']) {
    void commit([insert(id)]);
    await new Promise(setImmediate);
  }
  await commit([insert('a')]);
  expect(sent).toEqual(['silent one', 'silent two', 'a']);
});

describe('a refusal', () => {
  test.each([
    ['a version', new VersionConflict('things', 'b'), [replace('b')]],
    ['an id', new DuplicateKey('things', 'id:b'), [insert('b')]],
    ['a unique key', new DuplicateKey('things', 'key'), [insert('b', 'key')]],
  ])('because of %s reaches its own commit, and the others are sent again', async (_what, error, changes) => {
    const { sent, commit } = commits(refusing((text) => (/\bb\b/u.test(text) ? error : undefined)));
    expect(await reasons([commit([insert('a')]), commit(changes), commit([insert('c')])])).toEqual([
      undefined,
      error,
      undefined,
    ]);
    expect(sent).toEqual(['a b c', 'a c']);
  });

  test('reaches the commit that records a duplicate event', async () => {
    const error = new DuplicateKey('events', 'id:two');
    const { commit } = commits(refusing((text) => (text.includes('two') ? error : undefined)));
    expect(await reasons([commit([insert('a')], 'one'), commit([insert('b')], 'two')])).toEqual([undefined, error]);
  });

  test('reaches all that expect the document', async () => {
    const error = new VersionConflict('things', 'user');
    const { sent, commit } = commits(refusing((text) => (text.includes('user') ? error : undefined)));
    const outcomes = await reasons([
      commit([expectation('user'), insert('a')]),
      commit([insert('b')]),
      commit([expectation('user'), insert('c')]),
    ]);
    expect(outcomes).toEqual([error, undefined, error]);
    expect(sent).toEqual(['user a c b', 'b']);
  });

  test('lets each be sent alone after the third', async () => {
    const ids = Array.from({ length: 9 }, (_, n) => `n${n}`);
    const { sent, commit } = commits(refusing((text) => new VersionConflict('things', text.split(' ')[0] ?? '')));
    expect(await reasons(ids.map((id) => commit([replace(id)])))).toEqual(
      ids.map((id) => new VersionConflict('things', id)),
    );
    expect(sent.map((text) => text.startsWith('alone'))).toEqual(ids.map((_, nth) => nth > 3));
  });

  test('that names nothing lets each group be sent alone, and then each of its commits', async () => {
    const error = new MongoServerError({ message: 'too large', code: 10_334 });
    const { sent, commit } = commits(refusing((text) => (/\bb\b/u.test(text) ? error : undefined)));
    const some = ['a', 'b'].map((id) => commit([expectation('user'), insert(id)]));
    expect(await reasons([...some, commit([insert('c')])])).toEqual([undefined, error, undefined]);
    expect(sent).toEqual(['user a b c', 'alone: user a b', 'alone: c', 'alone: user a', 'alone: user b']);
  });
});

describe('a document that another process writes', () => {
  test('holds up the commits that need it, and no others', async () => {
    let release = (): void => undefined;
    const { sent, commit } = commits(async ({ text, manner }) => {
      if (!text.includes('held')) return;
      if (manner === 'shared') throw contended;
      await new Promise<void>((resolve) => (release = resolve));
    });
    let isOver = false;
    const held = commit([replace('held'), insert('a')]).then(() => (isOver = true));
    await Promise.all([commit([insert('b')]), commit([insert('c')])]);
    const next = commit([expectation('held', 2), insert('d')]);
    await commit([insert('e')]);
    expect(isOver).toBe(false);
    release();
    await held;
    await new Promise(setImmediate);
    release();
    await next;
    expect(sent).toEqual(['held a b c', 'alone: held a', 'alone: b', 'alone: c', 'e', 'held d', 'again: held d']);
  });

  test('lets a transaction that needs it wait and look before the next try', async () => {
    const { sent, commit } = commits(({ manner }) => {
      if (manner === 'shared') throw contended;
    });
    await commit([replace('held'), insert('a')]);
    expect(sent).toEqual(['held a', 'again: held a']);
  });
});

test('after a lost connection each commit of a transaction may be done, and none is sent again', async () => {
  const lost = new MongoNetworkError('reset');
  const { sent, commit, progresses } = commits(({ progress }) => {
    progress.maybeDone = true;
    throw lost;
  });
  expect(await reasons([commit([insert('a')]), commit([insert('b')])])).toEqual([lost, lost]);
  expect(sent).toEqual(['a b']);
  expect(progresses).toEqual([{ maybeDone: true }, { maybeDone: true }]);
});

test('a commit whose time passes before the transaction ends does not fail the others', async () => {
  const tooLate = new Error('too late to commit');
  let isSent = false;
  const { sent, commit, shared } = commits((one) => {
    isSent = true;
    if (one.attempt.isOver()) throw tooLate;
  });
  const late = { left: () => 1, isOver: () => isSent };
  const outcomes = await reasons([
    commit([insert('a')]),
    shared.run({ writes: [writeOf(insert('b'))], attempt: late, progress: { maybeDone: false } }),
    commit([insert('c')]),
  ]);
  expect(outcomes).toEqual([undefined, tooLate, undefined]);
  expect(sent).toEqual(['a b c', 'a c']);
});
