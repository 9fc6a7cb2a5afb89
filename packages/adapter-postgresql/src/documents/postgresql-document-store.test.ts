import { afterEach, expect, jest, test } from '@jest/globals';
import type { EventId, Instant, NewEvent } from '@strongroom/domain';
import { DatabaseError } from 'pg';
import { DEADLINE_MS } from '../connection/options.ts';
import type { Session, Statement } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import { PostgresqlDocumentStore } from './postgresql-document-store.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A store whose server answers by `answer`, and what it was sent. */
function storeOf(
  answer: (statement: Statement, values: readonly unknown[]) => Rows | Promise<Rows>,
  onUse: () => void = () => undefined,
) {
  const run = async (statement: Statement, values: readonly unknown[] = []) => answer(statement, values);
  const use = <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    onUse();
    return work({ run } as unknown as Session);
  };
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

test('a read that meets damage fails alone, and the others that share its statement succeed', async () => {
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

const anEvent = (): NewEvent => ({
  id: crypto.randomUUID() as string as EventId,
  type: 'room.edited',
  outcome: 'allowed',
  rule: null,
  occurredAt: 1 as Instant,
  actor: { type: 'system' },
  target: { type: 'organisation', id: 'o', roomId: null, label: null },
  request: null,
  data: {},
});

test('an event that waits too long for a connection fails alone, and the others of its statement are logged', async () => {
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => time);
  const store = storeOf(
    () => [],
    () => {
      time = DEADLINE_MS + 5;
    },
  );
  const late = store.commit([], [anEvent()]);
  time = DEADLINE_MS - 10;
  const other = store.commit([], [anEvent()]);
  expect((await Promise.allSettled([late, other])).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await store.close();
});
