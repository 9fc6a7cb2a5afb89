import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR } from '@strongroom/domain';
import { intercepted } from '../world/intercepted.ts';
import { aFile, aLink, anEmail, anUnknownSecret, aPerson, aRoom, mailedToken } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let reads: (readonly unknown[])[] = [];
let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld({
    around: (ports) =>
      intercepted(ports, (call, proceed) => {
        if (call.method === 'read') reads.push(call.args[0] as readonly unknown[]);
        return proceed();
      }),
  });
  ada = await aPerson(world);
});

const identify = (secret: string, locator?: Parameters<Person['enter']>[0]) =>
  world.app.sessions.identify(secret, locator, aRequest());

/** A session of a user who has just accepted an invitation. */
const aSession = async () => {
  const email = anEmail();
  await world.owner.ask(world.app.users.invite, { email, role: 'member' });
  const secret = await mailedToken(world, email);
  return world.app.users.accept({ request: aRequest() }, { secret, name: 'Sesame' as never });
};

describe('a credential', () => {
  test('is identified by its secret, with its scopes', async () => {
    const { token, secret } = await ada.ask(world.app.tokens.create, { name: 'token', scopes: ['read:rooms'] });
    expect((await identify(secret)).credential).toMatchObject({
      kind: 'token',
      id: token.id,
      userId: ada.id,
      grant: ['read:rooms'],
    });
  });

  test('may be a session, which is not limited', async () => {
    const { user, session, secret } = await aSession();
    expect((await identify(secret)).credential).toMatchObject({
      kind: 'session',
      id: session.id,
      userId: user.id,
      grant: null,
    });
  });

  test('that is a session ends after twelve hours', async () => {
    const { secret } = await aSession();
    world.clock.advance(12 * HOUR - 1);
    expect(await codeOf(identify(secret))).toBe('done');
    world.clock.advance(1);
    expect(await codeOf(identify(secret))).toBe('TOKEN_EXPIRED');
  });

  test.each(['', 'nonsense', 'srt_', 'Bearer x'])(
    'is refused without a read if its form is wrong: %p',
    async (secret) => {
      reads = [];
      expect(await codeOf(identify(secret))).toBe('TOKEN_INVALID');
      expect(reads).toEqual([]);
    },
  );

  test('with a typo is refused without a read', async () => {
    reads = [];
    const typo = `${ada.secret.slice(0, 20)}${ada.secret[20] === 'A' ? 'B' : 'A'}${ada.secret.slice(21)}`;
    expect(await codeOf(identify(typo))).toBe('TOKEN_INVALID');
    expect(reads).toEqual([]);
  });

  test.each(['apiToken', 'session'] as const)('that was never issued is refused after one read: %s', async (kind) => {
    reads = [];
    expect(await codeOf(identify(anUnknownSecret(kind)))).toBe('TOKEN_INVALID');
    expect(reads).toHaveLength(1);
  });

  test('signs no user in if it is valid for something else', async () => {
    const room = await aRoom(world, ada);
    const { secret } = await aLink(world, ada, await aFile(world, ada, room));
    expect(await codeOf(identify(secret))).toBe('TOKEN_INVALID');
    const { secret: session } = await aSession();
    expect(await codeOf(identify(session.replace(/^srs_/, 'srt_')))).toBe('TOKEN_INVALID');
  });
});

describe('round one', () => {
  test('finds the room or user of a file, a link or a token', async () => {
    const room = await aRoom(world, ada);
    const file = await aFile(world, ada, room);
    const { link } = await aLink(world, ada, file);
    const { token } = await ada.ask(world.app.tokens.create, { name: 'token' });
    expect((await ada.enter({ kind: 'file', id: file.id })).located).toEqual({
      roomId: room.id,
      fileId: file.id,
      sealed: file.sealed,
    });
    expect((await ada.enter({ kind: 'share', id: link.id })).located).toEqual({
      roomId: room.id,
      fileId: file.id,
      shareId: link.id,
      userId: ada.id,
    });
    expect((await ada.enter({ kind: 'token', id: token.id })).located).toEqual({ userId: ada.id });
  });

  test('takes one read whatever it finds', async () => {
    for (const locator of [
      undefined,
      { kind: 'file', id: crypto.randomUUID() },
      { kind: 'share', id: crypto.randomUUID() },
    ] as const) {
      reads = [];
      expect((await ada.enter(locator)).located).toEqual({});
      expect(reads.map((refs) => refs.length)).toEqual([locator === undefined ? 1 : 2]);
    }
  });
});

describe('between round one and round two', () => {
  const ended = async (end: () => Promise<unknown>, by: Person) => {
    const ctx = await by.enter();
    await end();
    return Promise.all([
      codeOf(world.app.users.me(ctx)),
      codeOf(world.app.rooms.list(ctx, {})),
      codeOf(world.app.tokens.create(ctx, { name: 'token' as never })),
    ]);
  };
  const invalid = ['TOKEN_INVALID', 'TOKEN_INVALID', 'TOKEN_INVALID'];

  test('a token may be revoked', async () => {
    const { token, secret } = await ada.ask(world.app.tokens.create, { name: 'token' });
    const end = () => ada.ask(world.app.tokens.revoke, { tokenId: token.id });
    expect(await ended(end, ada.with(secret))).toEqual(invalid);
  });

  test('the user of a token may be deactivated', async () => {
    const bob = await aPerson(world);
    const end = () => world.owner.ask(world.app.users.deactivate, { userId: bob.id });
    expect(await ended(end, bob)).toEqual(invalid);
  });

  test('a token may expire', async () => {
    const { secret } = await ada.ask(world.app.tokens.create, { name: 'token', expiresIn: 1 });
    // Expiries are whole seconds, rounded up.
    const end = async () => world.clock.advance(2000);
    expect(await ended(end, ada.with(secret))).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED', 'TOKEN_EXPIRED']);
  });
});
