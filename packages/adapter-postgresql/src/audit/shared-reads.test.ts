import { expect, test } from '@jest/globals';
import { DatabaseError } from 'pg';
import type { Row, Statement } from '../connection/session.ts';
import { Sessions } from '../connection/sessions.ts';
import { sharedReads } from './shared-reads.ts';

const attempt = { left: () => 3000, isOver: () => false };
const ask = <T>(call: (one: typeof attempt) => Promise<T>): Promise<T> => call(attempt);

/** Connections that are answered here. */
class Answered extends Sessions {
  readonly sent: string[] = [];
  readonly #answer: (name: string, value: unknown) => readonly Row[];

  constructor(answer: (name: string, value: unknown) => readonly Row[]) {
    super({ url: 'postgresql://user:secret@127.0.0.1:1/none' }, { durability: 'on', most: 1 });
    this.#answer = answer;
  }

  override run({ name = '' }: Statement, [value]: readonly unknown[] = []): Promise<readonly Row[]> {
    this.sent.push(`${name} ${JSON.stringify(value ?? [])}`);
    return Promise.resolve().then(() => this.#answer(name, value));
  }
}

const numbering = (): undefined => undefined;

test('calls of one turn share an extent, and a later call has its own', async () => {
  let size = 7;
  const sessions = new Answered(() => {
    size += 1;
    return [{ size, closed: 1, erasures: 0, waiting: false }];
  });
  const reads = sharedReads({ sessions, ask }, numbering);
  const first = await Promise.all([reads.extent(), reads.extent(), reads.extent()]);
  expect(first).toEqual(first.map(() => ({ size: 8, closed: 1, erasures: 0 })));
  expect(await reads.extent()).toEqual({ size: 9, closed: 1, erasures: 0 });
  expect(sessions.sent).toEqual(['extent-and-waiting []', 'extent-and-waiting []']);
});

test('a call made while an extent is read does not get that extent', async () => {
  const answers: ((rows: readonly Row[]) => void)[] = [];
  class Slow extends Answered {
    override run(): Promise<readonly Row[]> {
      return new Promise((resolve) => answers.push(resolve));
    }
  }
  const reads = sharedReads({ sessions: new Slow(() => []), ask }, numbering);
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const first = reads.extent();
  await turn();
  const second = reads.extent();
  await turn();
  expect(answers).toHaveLength(2);
  answers[0]?.([{ size: 1, closed: 0, erasures: 0, waiting: false }]);
  answers[1]?.([{ size: 2, closed: 0, erasures: 0, waiting: false }]);
  expect([(await first).size, (await second).size]).toEqual([1, 2]);
});

test('a process that only reads numbers nothing', async () => {
  const sessions = new Answered(() => [{ size: 8, closed: 1, erasures: 0 }]);
  expect(await sharedReads({ sessions, ask }, undefined).extent()).toEqual({ size: 8, closed: 1, erasures: 0 });
  expect(sessions.sent).toEqual(['extent []']);
});

const rowOf = (seq: number): Row => ({ seq, head: `{"head":${seq},"seq":`, tail: '}', ip: seq === 1 ? '::1' : null });

test('pages of one turn share a statement, and each gets its own events', async () => {
  const sessions = new Answered(() => [3, 1, 2].map(rowOf));
  const reads = sharedReads({ sessions, ask }, numbering);
  const pages = await Promise.all([[1, 2], [2, 3], [9]].map((seqs) => reads.events(seqs)));
  expect(pages.map((page) => page.map(({ seq, ip }) => [seq, ip]))).toEqual([
    [
      [1, '::1'],
      [2, null],
    ],
    [
      [2, null],
      [3, null],
    ],
    [],
  ]);
  expect(sessions.sent).toEqual(['events [1,2,3,9]']);
});

test('a damaged event fails its own page only', async () => {
  const damaged = new DatabaseError('missing chunk', 1, 'error');
  damaged.code = 'XX000';
  const sessions = new Answered((_name, value) => {
    if (String(value).includes('13')) throw damaged;
    return [rowOf(1)];
  });
  const reads = sharedReads({ sessions, ask }, numbering);
  const [bad, good] = await Promise.allSettled([reads.events([13]), reads.events([1])]);
  expect(bad).toEqual({ status: 'rejected', reason: damaged });
  expect(good).toMatchObject({ status: 'fulfilled', value: [{ seq: 1 }] });
});
