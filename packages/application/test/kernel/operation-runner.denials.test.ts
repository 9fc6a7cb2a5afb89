import { expect, test } from '@jest/globals';
import { DomainError, type Label, RoomId, type Target } from '@strongroom/domain';
import type { Author } from '../../src/kernel/audit-entry.ts';
import type { OperationRunner } from '../../src/kernel/operation-runner.ts';
import { changesOf, eventsIn, fated } from '../world/faulty-documents.ts';
import { commits, Gate } from '../world/gate.ts';
import { codeOf } from '../world/refusals.ts';
import { AUTHOR, addOne, aRunner, refused, TARGET } from './setting.ts';
import { things } from './things.ts';

const beRefused = (
  runner: OperationRunner,
  error: Error,
  { serializeOn, author = AUTHOR }: { serializeOn?: string; author?: Author } = {},
) =>
  runner.run({
    author,
    refs: [],
    ...(serializeOn === undefined ? {} : { serializeOn }),
    apply: (uow) => {
      uow.put(things, { id: 'not to be', count: 1 });
      uow.record({ type: 'room.edited', target: TARGET });
      throw error;
    },
  });

test.each(['ROOM_NOT_FOUND', 'INSUFFICIENT_ROLE', 'INSUFFICIENT_SCOPE'] as const)(
  'a refusal with %s is recorded, with the rule that refused',
  async (code) => {
    const { runner, recorded, count } = await aRunner();
    expect(await codeOf(beRefused(runner, refused(code)))).toBe(code);
    expect(await recorded()).toMatchObject([
      {
        type: 'access.denied',
        outcome: 'denied',
        rule: 'room-exists',
        actor: AUTHOR.actor,
        data: { action: 'room.see' },
      },
    ]);
    expect(await count('not to be')).toBeUndefined();
  },
);

const FOUND: Target = {
  type: 'room',
  id: '00000000-0000-4000-8000-00000000000a',
  roomId: RoomId.parse('00000000-0000-4000-8000-00000000000a'),
  label: 'C1' as Label,
};
const OF_FILE: Target = { ...FOUND, type: 'file', id: '00000000-0000-4000-8000-00000000000b' };

test.each<[string, Target, Target]>([
  ['a room that was found', FOUND, { ...FOUND, label: 'C4' as Label }],
  ['a room that was not', { ...FOUND, roomId: null, label: null }, { ...FOUND, label: 'C4' as Label }],
  ['a file that was found', OF_FILE, { ...OF_FILE, roomId: null, label: 'C4' as Label }],
])(
  'a refusal answered as absent names only what was asked for, under the highest label: %s',
  async (_, found, shown) => {
    const { runner, recorded } = await aRunner();
    expect(await codeOf(beRefused(runner, refused('ROOM_NOT_FOUND', found)))).toBe('ROOM_NOT_FOUND');
    expect(await recorded()).toMatchObject([{ target: shown }]);
  },
);

test('a refusal for lack of a right keeps the room and label of its target', async () => {
  const { runner, recorded } = await aRunner();
  expect(await codeOf(beRefused(runner, refused('INSUFFICIENT_ROOM_ROLE', FOUND)))).toBe('INSUFFICIENT_ROOM_ROLE');
  expect(await recorded()).toMatchObject([{ target: FOUND }]);
});

test.each(['ROOM_ARCHIVED', 'SHARE_EXPIRED', 'FILE_TOO_LARGE', 'TOKEN_INVALID'] as const)(
  '%s is no refusal of a right and leaves no record',
  async (code) => {
    const { runner, recorded } = await aRunner();
    expect(await codeOf(beRefused(runner, refused(code)))).toBe(code);
    expect(await recorded()).toEqual([]);
  },
);

test('an invalid request leaves no record', async () => {
  const { runner, recorded } = await aRunner();
  expect(await codeOf(beRefused(runner, new DomainError('VALIDATION_ERROR')))).toBe('VALIDATION_ERROR');
  expect(await recorded()).toEqual([]);
});

test('a refusal without a signed-in user leaves no record', async () => {
  const { runner, recorded } = await aRunner();
  const author: Author = { actor: { type: 'share', id: 'x' as never }, request: null };
  expect(await codeOf(beRefused(runner, refused('ROOM_NOT_FOUND'), { author }))).toBe('ROOM_NOT_FOUND');
  expect(await recorded()).toEqual([]);
});

test('answers a refusal only after it is recorded', async () => {
  const gate = new Gate();
  const { runner, recorded } = await aRunner(gate.around);
  const held = gate.hold(commits);
  let heard = false;
  const asking = codeOf(beRefused(runner, refused('ROOM_NOT_FOUND'))).finally(() => (heard = true));
  await held;
  expect([heard, await recorded()]).toEqual([false, []]);
  gate.open();
  await asking;
  expect(await recorded()).toHaveLength(1);
});

test('a refusal that cannot be recorded is answered as unavailable', async () => {
  const { runner } = await aRunner(fated());
  const down = await aRunner(async (call, proceed) => {
    if (commits(call)) throw new (await import('@strongroom/ports')).Unavailable('documents');
    return proceed();
  });
  expect(await codeOf(beRefused(down.runner, refused('ROOM_NOT_FOUND')))).toBe('unavailable: documents');
  expect(await codeOf(beRefused(runner, refused('ROOM_NOT_FOUND')))).toBe('ROOM_NOT_FOUND');
});

test('a refusal in a batch is recorded in the same commit as what the others did', async () => {
  const committed: (readonly string[])[] = [];
  const { runner, recorded } = await aRunner((call, proceed) => {
    if (commits(call))
      committed.push([
        ...changesOf(call.args).map(({ collection }) => collection),
        ...eventsIn(call.args).map(({ type }) => type),
      ]);
    return proceed();
  });
  const refusal = codeOf(beRefused(runner, refused('ROOM_NOT_FOUND'), { serializeOn: 'a' }));
  expect(await addOne(runner, { serializeOn: 'a' })).toBe(1);
  expect(await refusal).toBe('ROOM_NOT_FOUND');
  expect(committed.map((collections) => [...collections].sort())).toEqual([['access.denied', 'room.edited', 'things']]);
  expect((await recorded()).map((event) => event.outcome).sort()).toEqual(['allowed', 'denied']);
});

test('a refusal whose answer was lost is recorded once', async () => {
  const { runner, recorded } = await aRunner(fated('lost', 'vanished'));
  expect(await codeOf(beRefused(runner, refused('ROOM_NOT_FOUND')))).toBe('ROOM_NOT_FOUND');
  expect(await recorded()).toHaveLength(1);
});
