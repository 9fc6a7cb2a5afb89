import { expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import type { EventId } from '@strongroom/domain';
import { type DocumentStore, Unavailable } from '@strongroom/ports';
import { wasCommitted } from '../../src/kernel/was-committed.ts';
import { TestClock } from '../world/clock.ts';

const id = systemIds.uuid<EventId>();

/** Asks a log that answers with these outcomes, then with the first again. Also returns the number of its answers. */
async function asked(...outcomes: readonly [readonly EventId[] | Error, ...(readonly EventId[] | Error)[]]) {
  let answers = 0;
  const holding = async () => {
    const outcome = outcomes[answers++] ?? outcomes[0];
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const documents = { audit: { holding } } as unknown as DocumentStore;
  const answer = await wasCommitted({ documents, clock: new TestClock() }, [id]).catch((error: unknown) => error);
  return { answer, answers };
}

test('a commit was stored if the log holds any of its events', async () => {
  expect(await asked([id])).toEqual({ answer: true, answers: 1 });
  expect(await asked([])).toEqual({ answer: false, answers: 1 });
});

test('a log that is unavailable is asked again until it answers', async () => {
  const down = new Unavailable('documents');
  expect(await asked(down, down, [id])).toEqual({ answer: true, answers: 3 });
});

test('a log that stays unavailable leaves open whether the commit was stored', async () => {
  const down = new Unavailable('documents');
  const { answer, answers } = await asked(down);
  expect(answers).toBe(24);
  expect(answer).toMatchObject({ name: 'Unavailable', dependency: 'documents', maybeDone: true, cause: down });
});

test('any other error of the log is not retried', async () => {
  const bug = new TypeError('a bug');
  expect(await asked(bug, [id])).toEqual({ answer: bug, answers: 1 });
});
