import { expect, test } from '@jest/globals';
import { DatabaseError } from 'pg';
import type { Session, Statement } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import { PostgresqlDocumentStore } from './postgresql-document-store.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A store whose server answers by `answer`, and what it was sent. */
function storeOf(answer: (statement: Statement, values: readonly unknown[]) => Rows | Promise<Rows>) {
  const run = async (statement: Statement, values: readonly unknown[] = []) => answer(statement, values);
  const use = <T>(work: (session: Session) => Promise<T>): Promise<T> => work({ run } as unknown as Session);
  return new PostgresqlDocumentStore({ run, use, close: () => undefined } as unknown as Sessions, {});
}

const row = (id: string) => ({
  is_id: true,
  by: id,
  collection: 'things',
  id,
  version: 1,
  schema: 1,
  position: 1,
  keys: '{}',
  unique_keys: '{}',
  body: '{}',
});

test('damage that one reading meets does not reach those that share its statement', async () => {
  const damaged = new DatabaseError('invalid byte sequence for encoding', 1, 'error');
  damaged.code = '22021';
  const store = storeOf((_statement, [, ids]) => {
    if (String(ids).includes('bad')) throw damaged;
    return String(ids).split(',').map(row);
  });
  const read = (id: string) => store.read([{ collection: 'things', id }]);
  const [good, bad, another] = await Promise.allSettled([read('good'), read('bad'), read('another')]);
  expect(bad?.status).toBe('rejected');
  expect([good, another]).toMatchObject([{ value: [{ id: 'good' }] }, { value: [{ id: 'another' }] }]);
  await store.close();
});
