import { expect, test } from '@jest/globals';
import { DuplicateKey, Unavailable } from '@strongroom/ports';
import { fated } from '../world/faulty-documents.ts';
import { commits } from '../world/gate.ts';
import { AUTHOR, addOne, aRunner } from './setting.ts';
import { things } from './things.ts';

const ten = Array.from({ length: 10 }, (_, index) => index + 1);

test('a commit that was stored and not heard of is not done again, and its own answer is given', async () => {
  const { runner, count, recorded } = await aRunner(fated('lost'));
  expect(await addOne(runner)).toBe(1);
  expect(await count()).toBe(1);
  expect(await recorded()).toHaveLength(1);
});

test('a commit that was neither stored nor heard of is done again', async () => {
  const { runner, count, recorded } = await aRunner(fated('vanished', 'vanished'));
  expect(await addOne(runner)).toBe(1);
  expect(await count()).toBe(1);
  expect(await recorded()).toHaveLength(1);
});

test('a commit that is stored after it was looked for is not done again, and its own answer is given', async () => {
  const { runner, count, recorded } = await aRunner(fated('late'));
  expect(await addOne(runner)).toBe(1);
  expect(await count()).toBe(1);
  expect(await recorded()).toHaveLength(1);
});

test.each(['lost', 'vanished', 'late'] as const)(
  'a batch whose answer is %s does each operation once',
  async (fate) => {
    const { runner, count, recorded } = await aRunner(fated(fate));
    const answers = await Promise.all(ten.map(() => addOne(runner, { serializeOn: 'a' })));
    expect(answers.sort((a, b) => a - b)).toEqual(ten);
    expect(await count()).toBe(10);
    expect(await recorded()).toHaveLength(10);
  },
);

test('a batch that is stored only after its operations were separated gives each its own answer', async () => {
  let commit = 0;
  let storeLate = async (): Promise<unknown> => undefined;
  const { runner, count, recorded } = await aRunner(async (call, proceed) => {
    if (!commits(call)) return proceed();
    commit++;
    if (commit === 1) {
      storeLate = proceed;
      throw new Unavailable('documents', { maybeDone: true });
    }
    // Another writer has a unique key of the batch for a moment.
    if (commit === 2) throw new DuplicateKey('things', 'key');
    if (commit === 3) await storeLate();
    return proceed();
  });
  const answers = await Promise.all(ten.map(() => addOne(runner, { serializeOn: 'a' })));
  expect(answers.toSorted((a, b) => a - b)).toEqual(ten);
  expect(await count()).toBe(10);
  expect(await recorded()).toHaveLength(10);
});

test('a store that also loses the answer to the question whether it was stored is asked again', async () => {
  let unheard = 3;
  const lose = fated('lost');
  const { runner, count } = await aRunner(async (call, proceed) => {
    const isLookUp = call.method === 'read' && JSON.stringify(call.args).includes('"events"');
    if (isLookUp && unheard-- > 0) throw new Unavailable('documents');
    return lose(call, proceed);
  });
  expect(await addOne(runner)).toBe(1);
  expect(await count()).toBe(1);
});

test('the runner reports a store that stops answering, and that the work may have been done', async () => {
  let isDown = false;
  const { runner } = await aRunner(async (call, proceed) => {
    if (commits(call)) isDown = true;
    if (isDown) throw new Unavailable('documents', { maybeDone: commits(call) });
    return proceed();
  });
  await expect(addOne(runner)).rejects.toMatchObject({ name: 'Unavailable', maybeDone: true });
});

test('a store that refuses at once is not asked again', async () => {
  let tries = 0;
  const { runner } = await aRunner(async (call, proceed) => {
    if (!commits(call)) return proceed();
    tries++;
    throw new Unavailable('documents');
  });
  await expect(addOne(runner)).rejects.toMatchObject({ name: 'Unavailable', maybeDone: false });
  expect(tries).toBe(1);
});

test.each(['lost', 'vanished'] as const)(
  'an operation without an event has the same result when its answer is %s',
  async (fate) => {
    const { runner, count, recorded } = await aRunner(fated(fate));
    await runner.run({
      author: AUTHOR,
      refs: [{ collection: things.name, id: 'a' }],
      apply: (uow) => uow.put(things, { id: 'a', count: 7 }),
    });
    expect(await count()).toBe(7);
    expect(await recorded()).toEqual([]);
  },
);

test.each(['lost', 'late'] as const)(
  'the runner announces a job that a commit stored whose answer is %s',
  async (fate) => {
    const { runner } = await aRunner(fated(fate));
    let announced = 0;
    runner.onJob(() => announced++);
    await runner.run({
      author: AUTHOR,
      refs: [],
      apply: (uow) => {
        uow.record({ type: 'room.edited', target: { type: 'room', id: 'x', roomId: null, label: null } });
        uow.schedule({ kind: 'send-invitation', data: { userId: 'x' as never, invitationId: 'y' as never } });
      },
    });
    expect(announced).toBeGreaterThan(0);
  },
);

test.each(['stored', 'vanished'] as const)(
  'the runner announces no job when a commit without one is %s',
  async (fate) => {
    const { runner } = await aRunner(fated(fate));
    let announced = 0;
    runner.onJob(() => announced++);
    await addOne(runner);
    expect(announced).toBe(0);
  },
);
