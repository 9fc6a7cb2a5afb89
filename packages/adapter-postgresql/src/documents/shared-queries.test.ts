import { expect, test } from '@jest/globals';
import { DatabaseError } from 'pg';
import { ConnectionLost } from '../connection/errors.ts';
import type { Row, Statement } from '../connection/session.ts';
import { countQueryOf, listQueryOf } from './lists.ts';
import { RowDecoder } from './row-decoder.ts';
import { SharedQueries } from './shared-queries.ts';

const attempt = { left: () => 1000, isOver: () => false };

/** Queries of a store whose server answers by `answer`, and the texts of what it was sent. */
function queries(answer: (statement: Statement, sent: string) => readonly Row[] = () => []) {
  const sent: string[] = [];
  const run = (statement: Statement, [text]: readonly unknown[] = []): Promise<readonly Row[]> => {
    sent.push(`${statement.name} ${String(text)}`);
    return Promise.resolve().then(() => answer(statement, String(text)));
  };
  const shared = new SharedQueries({ run }, new RowDecoder());
  const list = (key: string, limit: number, order: 'newest' | 'oldest' = 'newest') => {
    const query = listQueryOf('things', { anyOf: [key] }, { limit, order });
    return query === undefined ? Promise.reject(new TypeError('no query')) : shared.list(query, attempt);
  };
  const count = (key: string, atMost?: number) => {
    const query = countQueryOf('things', { anyOf: [key] }, atMost);
    return query === undefined ? Promise.reject(new TypeError('no query')) : shared.count(query, attempt);
  };
  return { sent, list, count };
}

const named = (sent: readonly string[]): readonly string[] => sent.map((text) => text.split(' ')[0] ?? '');
/** Numbers of lists in the statements, in order of their size. */
const sizes = (sent: readonly string[]): readonly number[] =>
  sent.map((text) => text.split('"nth"').length - 1).toSorted((a, b) => a - b);

test('short lists of one turn are one statement for each order, and equal ones are sent once', async () => {
  const { sent, list } = queries();
  await Promise.all([list('a', 9), list('a', 9), list('b', 9), list('a', 8), list('a', 9, 'oldest')]);
  expect(named(sent).toSorted()).toEqual(['list-newest', 'list-oldest']);
  expect(sizes(sent)).toEqual([1, 3]);
});

test('a long list does not share a statement with short ones', async () => {
  const { sent, list } = queries();
  await Promise.all([list('a', 9), list('a', 5_001), list('b', 9), list('a', 5_001)]);
  expect(sizes(sent)).toEqual([1, 2]);
});

test('equal counts of one turn are one statement, and others without a limit have their own', async () => {
  const { sent, count } = queries(() => [{ nth: 0, found: 7 }]);
  expect(await Promise.all([count('a'), count('a'), count('b')])).toEqual([7, 7, 7]);
  expect(named(sent)).toEqual(['counts', 'counts']);
});

test('counts of one turn that stop early are one statement, and each gets its own number', async () => {
  const { sent, count } = queries(() => [
    { nth: 1, found: 5 },
    { nth: 0, found: 7 },
  ]);
  expect(await Promise.all([count('a', 9), count('b', 9), count('a', 9), count('c', 9)])).toEqual([7, 5, 7, 0]);
  expect(sizes(sent)).toEqual([3]);
});

test('a list that meets damage fails alone, and the others of its statement succeed', async () => {
  const damaged = new DatabaseError('invalid page in block 7', 1, 'error');
  damaged.code = 'XX001';
  const { sent, list } = queries((_statement, text) => {
    if (text.includes('bad')) throw damaged;
    return [];
  });
  const [bad, good] = await Promise.allSettled([list('bad', 9), list('good', 9)]);
  expect(bad).toEqual({ status: 'rejected', reason: damaged });
  expect(good).toEqual({ status: 'fulfilled', value: [] });
  expect(sizes(sent)).toEqual([1, 1, 2]);
});

test('a lost connection rejects all lists of a statement, which is not sent again', async () => {
  const lost = new ConnectionLost(true, new Error('reset'));
  const { sent, list } = queries(() => {
    throw lost;
  });
  const outcomes = await Promise.allSettled([list('a', 9), list('b', 9)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(sent).toHaveLength(1);
});
