import { beforeEach, describe, expect, test } from '@jest/globals';
import { MINUTE } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { recordedBy } from '../world/events.ts';
import { changesOf } from '../world/faulty-documents.ts';
import { commits } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { aPerson } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { refusal } from '../world/refusals.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
const noted: (() => void)[] = [];
beforeEach(async () => {
  world = await openWorld({
    around: (ports) =>
      intercepted(ports, async (call, proceed) => {
        const isNote = commits(call) && changesOf(call.args).every((change) => change.collection === 'token-uses');
        try {
          return await proceed();
        } finally {
          if (isNote) for (const notice of noted.splice(0)) notice();
        }
      }),
  });
  ada = await aPerson(world);
});

const nextNote = () => new Promise<void>((resolve) => noted.push(resolve));
const lastUse = async (person: Person) => {
  const { items } = await person.ask(world.app.tokens.list, {});
  const id = (await person.enter()).credential.id;
  return items.find((seen) => seen.token.id === id)?.lastUsedAt;
};

test('a scope that is missing is refused before anything is read, and recorded with the rule', async () => {
  const ctx = await ada.enter();
  expect(
    await refusal(world, () => world.app.sessions.refuseScope(ctx, { action: 'room.delete', scope: 'delete:rooms' })),
  ).toEqual(['INSUFFICIENT_SCOPE', 'scope:delete:rooms']);
});

test('the record of a missing scope names the operation and the organisation', async () => {
  const ctx = await ada.enter();
  const recorded = await recordedBy(world, () =>
    world.app.sessions.refuseScope(ctx, { action: 'room.delete', scope: 'delete:rooms' }).catch(() => undefined),
  );
  expect(recorded).toMatchObject([
    { type: 'access.denied', actor: { id: ada.id }, target: { id: world.home.orgId }, data: { action: 'room.delete' } },
  ]);
});

describe('the use of a token', () => {
  test('is noted, at most once a minute', async () => {
    expect(await lastUse(ada)).toBeNull();
    const ctx = await ada.enter();
    const first = nextNote();
    world.app.sessions.noteTokenUse(ctx);
    await first;
    const at = world.clock.now();
    expect(await lastUse(ada)).toBe(at);
    world.clock.advance(MINUTE - 1);
    world.app.sessions.noteTokenUse(ctx);
    expect(await lastUse(ada)).toBe(at);
    world.clock.advance(1);
    const second = nextNote();
    world.app.sessions.noteTokenUse(ctx);
    await second;
    expect(await lastUse(ada)).toBe(at + MINUTE);
  });

  test('is not an event', async () => {
    const ctx = await ada.enter();
    const recorded = await recordedBy(world, async () => {
      const note = nextNote();
      world.app.sessions.noteTokenUse(ctx);
      await note;
    });
    expect(recorded).toEqual([]);
  });

  test('that cannot be recorded is logged as a warning', async () => {
    const warned = new Promise<string>((resolve) => {
      world.ports.log.warn = resolve;
    });
    const down = await another(
      world,
      intercepted(world.ports, async (call, proceed) => {
        if (commits(call)) throw new Unavailable('documents');
        return proceed();
      }),
    );
    down.app.sessions.noteTokenUse(await ada.enter());
    expect(await warned).toBe('the use of a credential was not noted');
  });

  test('noted by two processes at the same time is noted once', async () => {
    const other = await another(world);
    const ctx = await ada.enter();
    const note = nextNote();
    world.app.sessions.noteTokenUse(ctx);
    other.app.sessions.noteTokenUse(ctx);
    await note;
    expect(await lastUse(ada)).toBe(world.clock.now());
    expect(world.ports.log.warnings).toEqual([]);
  });
});
