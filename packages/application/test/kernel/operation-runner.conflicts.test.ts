import { expect, test } from '@jest/globals';
import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import { commits, Gate } from '../world/gate.ts';
import { AUTHOR, addOne, aRunner } from './setting.ts';
import { stored, things } from './things.ts';

test('a decision on an older version is repeated on the current one', async () => {
  const gate = new Gate();
  const { runner, documents, count, recorded } = await aRunner(gate.around);
  const held = gate.hold(commits);
  const slow = addOne(runner);
  await held;
  await documents.commit([{ collection: things.name, replace: stored({ id: 'a', count: 40 }, 2) }]);
  gate.open();
  expect(await slow).toBe(41);
  expect(await count()).toBe(41);
  expect((await recorded()).map((event) => event.data)).toEqual([{ count: 41 }]);
});

test('a hundred tasks that add one at the same time add a hundred', async () => {
  const { runner, count, recorded } = await aRunner();
  const answers = await Promise.all(Array.from({ length: 100 }, () => addOne(runner, { serializeOn: 'a' })));
  expect(new Set(answers).size).toBe(100);
  expect(await count()).toBe(100);
  expect(await recorded()).toHaveLength(100);
});

test('operations that wait for the same document are committed together', async () => {
  let committed = 0;
  const { runner } = await aRunner((call, proceed) => {
    if (commits(call)) committed++;
    return proceed();
  });
  await Promise.all(Array.from({ length: 32 }, () => addOne(runner, { serializeOn: 'a' })));
  expect(committed).toBe(1);
});

test('operations that name no document to wait for are committed apart', async () => {
  let committed = 0;
  const { runner } = await aRunner((call, proceed) => {
    if (commits(call)) committed++;
    return proceed();
  });
  await Promise.all(['b', 'c'].map((id) => addOne(runner, { id })));
  expect(committed).toBe(2);
});

test('an operation that changes and records nothing commits nothing, and one without refs reads nothing', async () => {
  const methods: string[] = [];
  const { runner } = await aRunner((call, proceed) => {
    methods.push(call.method);
    return proceed();
  });
  expect(await runner.run({ author: AUTHOR, refs: [], apply: () => 'nothing' })).toBe('nothing');
  expect(methods).toEqual([]);
});

test('the runner reads at most the 200 documents that the store promises in one read', async () => {
  const sizes: number[] = [];
  const { runner } = await aRunner((call, proceed) => {
    if (call.method === 'read') sizes.push((call.args[0] as readonly unknown[]).length);
    return proceed();
  });
  const refs = Array.from({ length: 9 }, (_, index) => ({ collection: things.name, id: `shared-${index}` }));
  const asking = Array.from({ length: 64 }, (_, index) =>
    runner.run({
      author: AUTHOR,
      refs: [...refs, { collection: things.name, id: `own-${index}` }],
      serializeOn: 'a',
      apply: (uow) => uow.find(things, `own-${index}`) ?? uow.find(things, 'shared-8') ?? 'nothing',
    }),
  );
  expect(new Set(await Promise.all(asking))).toEqual(new Set(['nothing']));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
});

test('a conflict that never ends is given up, and nothing was changed', async () => {
  let tries = 0;
  const { runner, count } = await aRunner(async (call, proceed) => {
    if (!commits(call)) return proceed();
    tries++;
    throw new VersionConflict('things', 'a');
  });
  await expect(addOne(runner)).rejects.toMatchObject({
    name: 'Unavailable',
    dependency: 'documents',
    maybeDone: false,
  });
  expect(tries).toBe(24);
  expect(await count()).toBe(0);
});

test('a conflict is not looked up in the log, because its commit was answered', async () => {
  let isFirst = true;
  let lookUps = 0;
  const { runner } = await aRunner(async (call, proceed) => {
    if (call.method === 'holding') lookUps++;
    if (!commits(call) || !isFirst) return proceed();
    isFirst = false;
    throw new VersionConflict('things', 'a');
  });
  expect(await addOne(runner)).toBe(1);
  expect(lookUps).toBe(0);
});

test('an operation that meets a used unique key in a batch fails alone', async () => {
  const { runner, documents, count } = await aRunner();
  await documents.commit([{ collection: things.name, insert: stored({ id: 'taken', count: 0, unique: 'key' }) }]);
  const colliding = runner.run({
    author: AUTHOR,
    refs: [],
    serializeOn: 'a',
    apply: (uow) => uow.put(things, { id: 'mine', count: 1, unique: 'key' }),
  });
  const others = [addOne(runner, { serializeOn: 'a' }), addOne(runner, { serializeOn: 'a' })];
  await expect(colliding).rejects.toMatchObject({ name: 'Unavailable', cause: expect.any(DuplicateKey) });
  expect(await Promise.all(others)).toEqual([1, 2]);
  expect(await count()).toBe(2);
});

test('an error of one operation in a batch does not affect the others', async () => {
  const { runner, count } = await aRunner();
  const broken = runner.run({
    author: AUTHOR,
    refs: [],
    serializeOn: 'a',
    apply: (uow) => {
      uow.put(things, { id: 'half', count: 1 });
      throw new Error('a mistake');
    },
  });
  const other = addOne(runner, { serializeOn: 'a' });
  await expect(broken).rejects.toThrow('a mistake');
  expect(await other).toBe(1);
  expect([await count('a'), await count('half')]).toEqual([1, undefined]);
});

test('documents that only a list can name are listed again at every attempt', async () => {
  const gate = new Gate();
  const { runner, documents, count } = await aRunner(gate.around);
  const more = async () =>
    (await documents.list(things.name, { anyOf: ['all'] }, { limit: 100 })).map((document) => ({
      collection: things.name,
      document,
    }));
  let known: readonly string[] = [];
  const held = gate.hold(commits);
  const emptying = runner.run({
    author: AUTHOR,
    refs: [{ collection: things.name, id: 'a' }],
    loadMore: async () => {
      const found = await more();
      known = found.map(({ document }) => document.id);
      return found;
    },
    apply: (uow) => {
      for (const id of known) uow.remove(things, id);
    },
  });
  await held;
  await documents.commit([
    { collection: things.name, replace: stored({ id: 'a', count: 1 }, 2) },
    { collection: things.name, insert: stored({ id: 'slipped in', count: 1 }) },
  ]);
  gate.open();
  await emptying;
  expect([await count('a'), await count('slipped in')]).toEqual([undefined, undefined]);
});

test('a decision on a document that changes before the commit is repeated', async () => {
  const gate = new Gate();
  const { runner, documents, count } = await aRunner(gate.around);
  await documents.commit([{ collection: things.name, insert: stored({ id: 'b', count: 0 }) }]);
  const held = gate.hold(commits);
  const slow = runner.run({
    author: AUTHOR,
    refs: ['a', 'b'].map((id) => ({ collection: things.name, id })),
    apply: (uow) => {
      uow.expect(things, 'a');
      uow.put(things, { id: 'b', count: (uow.find(things, 'a')?.count ?? 0) + 1 });
    },
  });
  await held;
  await documents.commit([{ collection: things.name, replace: stored({ id: 'a', count: 40 }, 2) }]);
  gate.open();
  await slow;
  expect([await count('a'), await count('b')]).toEqual([40, 41]);
});
