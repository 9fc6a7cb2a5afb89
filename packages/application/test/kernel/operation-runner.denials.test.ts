import { describe, expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import { type AuditEvent, DomainError, type Label, MINUTE, RoomId, type Target, type UserId } from '@strongroom/domain';
import { Unavailable, VersionConflict } from '@strongroom/ports';
import type { Author } from '../../src/kernel/audit-entry.ts';
import { Denied } from '../../src/kernel/denied.ts';
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

test('a refusal answered as absent is in the room that the caller named', async () => {
  const { runner, recorded } = await aRunner();
  const { decision } = refused('FILE_NOT_FOUND');
  const named = RoomId.parse('00000000-0000-4000-8000-00000000000c');
  for (const target of [OF_FILE, { ...OF_FILE, roomId: null, label: null }])
    await codeOf(beRefused(runner, new Denied(decision, 'FILE_NOT_FOUND', target, named)));
  const shown = { target: { ...OF_FILE, roomId: named, label: 'C4' } };
  expect(await recorded()).toMatchObject([shown, shown]);
});

test('a refusal for lack of a right keeps the room and label of its target', async () => {
  const { runner, recorded } = await aRunner();
  expect(await codeOf(beRefused(runner, refused('INSUFFICIENT_ROOM_ROLE', FOUND)))).toBe('INSUFFICIENT_ROOM_ROLE');
  expect(await recorded()).toMatchObject([{ target: FOUND }]);
});

test.each(['ROOM_ARCHIVED', 'SHARE_EXPIRED', 'FILE_TOO_LARGE', 'TOKEN_INVALID'] as const)(
  '%s is not a refusal of a right and leaves no record',
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

test('a refusal is answered only after it is recorded', async () => {
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

describe('beyond 60 denials of a user in a minute', () => {
  const other: Author = { ...AUTHOR, actor: { ...AUTHOR.actor, id: systemIds.uuid<UserId>() } as Author['actor'] };
  const refuse = async (runner: OperationRunner, times: number, author: Author = AUTHOR): Promise<void> => {
    for (let time = 0; time < times; time++) await codeOf(beRefused(runner, refused('ROOM_NOT_FOUND'), { author }));
  };
  const summary = (events: readonly AuditEvent[]) =>
    events
      .filter(({ type }) => type === 'access.denials_counted')
      .map(({ actor, outcome, data }) => [actor.type === 'user' && actor.id, outcome, data]);

  test('one event a minute tells their number, for each user by themself', async () => {
    const { runner, recorded, clock } = await aRunner();
    await refuse(runner, 200);
    await refuse(runner, 62, other);
    expect(await recorded()).toHaveLength(120);
    await runner.recordCounted();
    await runner.recordCounted();
    expect(new Set(summary(await recorded()))).toEqual(
      new Set([
        [AUTHOR.actor.type === 'user' && AUTHOR.actor.id, 'denied', { count: 140 }],
        [other.actor.type === 'user' && other.actor.id, 'denied', { count: 2 }],
      ]),
    );
    clock.advance(MINUTE);
    await refuse(runner, 61);
    await runner.recordCounted();
    expect((await recorded()).filter(({ type }) => type === 'access.denied')).toHaveLength(180);
    expect(summary(await recorded()).at(-1)?.[2]).toEqual({ count: 1 });
  });

  test('a denial that is decided again after a conflict is counted once', async () => {
    let conflicts = 0;
    const { runner, recorded } = await aRunner((call, proceed) => {
      if (conflicts-- > 0 && commits(call)) throw new VersionConflict('things', 'a');
      return proceed();
    });
    await refuse(runner, 59);
    conflicts = 3;
    // Two calls in one commit, of which the second one is the 61st denial.
    await Promise.all([1, 2].map(() => codeOf(beRefused(runner, refused('ROOM_NOT_FOUND'), { serializeOn: 'a' }))));
    await runner.recordCounted();
    expect((await recorded()).filter(({ type }) => type === 'access.denied')).toHaveLength(60);
    expect(summary(await recorded()).map(([, , data]) => data)).toEqual([{ count: 1 }]);
  });

  test('a count that cannot be written is recorded later', async () => {
    let isDown = false;
    const { runner, recorded } = await aRunner((call, proceed) => {
      if (isDown && commits(call)) throw new Unavailable('documents');
      return proceed();
    });
    await refuse(runner, 70);
    isDown = true;
    await expect(runner.recordCounted()).rejects.toThrow(Unavailable);
    isDown = false;
    await runner.recordCounted();
    expect(summary(await recorded()).map(([, , data]) => data)).toEqual([{ count: 10 }]);
  });
});
