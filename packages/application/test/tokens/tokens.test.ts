import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { expiryAfter, isBearerSecret, type OrgRole, type Scope } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aPerson, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal, tally } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  ada = await aPerson(world);
});

type Options = Readonly<{ scopes?: readonly Scope[]; expiresIn?: number }>;
const make = (by: Person, options: Options = {}) => by.ask(world.app.tokens.create, { name: 'token', ...options });
const revoke = (by: Person, tokenId: string) => by.ask(world.app.tokens.revoke, { tokenId });
const list = (by: Person, page: { perPage?: number; cursor?: string; page?: number } = {}) =>
  by.ask(world.app.tokens.list, page);
const worksStill = async (person: Person, secret: Person['secret']) =>
  codeOf(person.with(secret).ask(world.app.users.me));

describe('a new token', () => {
  test('tells its secret once and stores a hash', async () => {
    const { token, secret } = await make(ada);
    expect(isBearerSecret('apiToken', secret)).toBe(true);
    expect(token.prefix).toBe(secret.slice(0, 10));
    const user = JSON.stringify(await storedUser(world, ada.id));
    expect([user.includes(secret), user.includes(token.hash)]).toEqual([false, true]);
    expect(await worksStill(ada, secret)).toBe('done');
  });

  test('is recorded with the number of its scopes', async () => {
    expect(await recordedBy(world, () => make(ada, { scopes: ['read:rooms', 'read:files'] }))).toMatchObject([
      { type: 'token.created', actor: { id: ada.id }, target: { type: 'token' }, data: { scopes: 2 } },
    ]);
  });

  test('expires after ninety days by default, and never after the token it was created with', async () => {
    const short = await make(world.owner, { expiresIn: 60 });
    expect(short.token.expiresAt).toBe(expiryAfter(world.clock.now(), 60));
    const child = await make(world.owner.with(short.secret), { expiresIn: 3600 });
    expect(child.token.expiresAt).toBe(short.token.expiresAt);
    const shorter = await make(world.owner.with(short.secret), { expiresIn: 30 });
    expect(shorter.token.expiresAt).toBe(expiryAfter(world.clock.now(), 30));
    expect((await make(world.owner)).token.expiresAt).toBe(expiryAfter(world.clock.now(), 90 * 86_400));
  });

  test('expires at the present second rounded up plus its life, and not a moment longer', async () => {
    const own = await openWorld();
    const { token, secret } = await own.owner.ask(own.app.tokens.create, { name: 'token', expiresIn: 1 });
    const left = Number(token.expiresAt) - own.clock.now();
    expect([Number(token.expiresAt) % 1000, left > 1000, left < 2000]).toEqual([0, true, true]);
    own.clock.advance(left - 1);
    expect(await codeOf(own.owner.with(secret).ask(own.app.users.me))).toBe('done');
    own.clock.advance(1);
    expect(await codeOf(own.owner.with(secret).ask(own.app.users.me))).toBe('TOKEN_EXPIRED');
  });

  test('has the scopes asked for, which must be those of the credential that makes it', async () => {
    const limited = await limitedTo(world, ada, 'write:tokens', 'read:rooms');
    expect((await make(limited, { scopes: ['read:rooms'] })).token.grant).toEqual(['read:rooms']);
    expect(await codeOf(make(limited, { scopes: ['read:rooms', 'read:files'] }))).toBe('INSUFFICIENT_SCOPE');
  });

  test('inherits the scopes by default', async () => {
    const limited = await limitedTo(world, ada, 'write:tokens', 'read:rooms');
    expect((await make(limited)).token.grant).toEqual(['write:tokens', 'read:rooms']);
    expect((await make(ada)).token.grant).toBeNull();
  });

  test('needs the scope write:tokens', async () => {
    const limited = await limitedTo(world, ada, 'read:tokens');
    expect(await refusal(world, () => make(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:tokens']);
  });

  test('is refused beyond a hundred unexpired ones, also for concurrent requests', async () => {
    const own = await openWorld();
    const makeHere = (expiresIn = 3600) => own.owner.ask(own.app.tokens.create, { name: 'token', expiresIn });
    for (let n = 0; n < 90; n++) await makeHere(60);
    expect(await tally(Array.from({ length: 20 }, () => makeHere()))).toEqual({ done: 9, LIMIT_REACHED: 11 });
    own.clock.advance(61_000);
    expect(await codeOf(makeHere())).toBe('done');
  });
});

describe('revoking a token', () => {
  test('ends it and all that were made with it, however far down, and no other', async () => {
    const parent = await make(ada);
    const child = await make(ada.with(parent.secret));
    const grandchild = await make(ada.with(child.secret));
    const other = await make(ada);
    await revoke(ada.with(other.secret), parent.token.id);
    for (const { secret } of [parent, child, grandchild]) expect(await worksStill(ada, secret)).toBe('TOKEN_INVALID');
    expect(await worksStill(ada, other.secret)).toBe('done');
  });

  test('keeps tokens created with the first owner’s token', async () => {
    const own = await openWorld();
    const child = await own.owner.ask(own.app.tokens.create, { name: 'token' });
    const first = (await own.owner.enter()).credential.id;
    await own.owner.with(child.secret).ask(own.app.tokens.revoke, { tokenId: first });
    expect(await codeOf(own.owner.ask(own.app.users.me))).toBe('TOKEN_INVALID');
    expect(await codeOf(own.owner.with(child.secret).ask(own.app.users.me))).toBe('done');
  });

  test('is recorded with its owner', async () => {
    const { token } = await make(ada);
    expect(await recordedBy(world, () => revoke(ada, token.id))).toMatchObject([
      {
        type: 'token.revoked',
        actor: { id: ada.id },
        target: { type: 'token', id: token.id },
        data: { user_id: ada.id },
      },
    ]);
  });

  test('is recorded for each that ends with it', async () => {
    const { token, secret } = await make(ada);
    const child = await make(ada.with(secret));
    const recorded = await recordedBy(world, () => revoke(ada, token.id));
    expect(recorded.map(({ type }) => type)).toEqual(['token.revoked', 'token.revoked']);
    expect(new Set(recorded.map(({ target }) => target.id))).toEqual(new Set([token.id, child.token.id]));
  });

  test('a second time finds nothing', async () => {
    const { token } = await make(ada);
    await revoke(ada, token.id);
    expect(await refusal(world, () => revoke(ada, token.id))).toEqual(['TOKEN_NOT_FOUND', 'user-exists']);
  });

  test.each<[OrgRole, OrgRole, string]>([
    ['owner', 'owner', 'done'],
    ['domain_admin', 'owner', 'TOKEN_NOT_FOUND'],
    ['domain_admin', 'member', 'done'],
    ['security_officer', 'domain_admin', 'TOKEN_NOT_FOUND'],
    ['security_officer', 'department_admin', 'done'],
    ['auditor', 'member', 'TOKEN_NOT_FOUND'],
    ['member', 'member', 'TOKEN_NOT_FOUND'],
  ])('%s revokes a token of %s: %s', async (by, of, code) => {
    const holder = await aPerson(world, of);
    const { token, secret } = await make(holder);
    expect(await codeOf(revoke(await aPerson(world, by), token.id))).toBe(code);
    expect(await worksStill(holder, secret)).toBe(code === 'done' ? 'TOKEN_INVALID' : 'done');
  });

  test('needs the scope write:tokens', async () => {
    const limited = await limitedTo(world, ada, 'read:tokens');
    const { token } = await make(ada);
    expect(await refusal(world, () => revoke(limited, token.id))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:tokens']);
  });

  test('finds nothing under an id that names none', async () => {
    expect(await codeOf(revoke(ada, crypto.randomUUID()))).toBe('TOKEN_NOT_FOUND');
  });
});

describe('the list of one’s tokens', () => {
  test('holds the living ones, newest first', async () => {
    // In a later millisecond than the user's first token, because tokens of one millisecond are ordered by id.
    world.clock.advance(1);
    const short = await make(ada, { expiresIn: 1 });
    world.clock.advance(1);
    const long = await make(ada);
    const ids = async () => (await list(ada)).items.map((seen) => seen.token.id);
    expect((await ids()).slice(0, 2)).toEqual([long.token.id, short.token.id]);
    world.clock.advance(Number(short.token.expiresAt) - world.clock.now());
    expect(await ids()).not.toContain(short.token.id);
    expect((await list(ada)).meta.total).toBe((await ids()).length);
  });

  test('comes in pages, whose cursor neither repeats nor skips when tokens are revoked', async () => {
    const made = [];
    for (let n = 0; n < 6; n++) {
      world.clock.advance(1);
      made.unshift((await make(ada)).token.id);
    }
    const first = await list(ada, { perPage: 2 });
    await revoke(ada, made[1] ?? '');
    await revoke(ada, made[3] ?? '');
    const second = await list(ada, { perPage: 2, cursor: String(first.meta.nextCursor) });
    expect(first.items.map((seen) => seen.token.id)).toEqual([made[0], made[1]]);
    expect(second.items.map((seen) => seen.token.id)).toEqual([made[2], made[4]]);
    expect([first.meta.page, second.meta.page]).toEqual([1, null]);
    expect((await list(ada, { page: 99 })).items).toEqual([]);
  });

  test('takes no other person’s cursor, no made-up one, and none beside a page', async () => {
    await make(ada);
    const cursor = String((await list(ada, { perPage: 1 })).meta.nextCursor);
    expect(await codeOf(list(await aPerson(world), { cursor }))).toBe('INVALID_CURSOR');
    expect(await codeOf(list(ada, { cursor: 'x' }))).toBe('INVALID_CURSOR');
    expect(await codeOf(list(ada, { cursor, page: 1 }))).toBe('VALIDATION_ERROR');
  });

  test('needs the scope read:tokens', async () => {
    const limited = await limitedTo(world, ada, 'write:tokens');
    expect(await refusal(world, () => list(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:tokens']);
  });
});

describe('the tokens of another user', () => {
  const listOf = (by: Person, userId: string) => by.ask(world.app.tokens.listOf, { userId });

  test('are listed to owner, domain admin and security officer, up to their role, and to the user', async () => {
    const { token } = await make(ada);
    const admins = await Promise.all(
      (['domain_admin', 'security_officer'] as const).map((role) => aPerson(world, role)),
    );
    for (const by of [ada, world.owner, ...admins])
      expect((await listOf(by, ada.id)).items.map((seen) => seen.token.id)).toContain(token.id);
    for (const by of admins)
      expect(await refusal(world, () => listOf(by, world.owner.id))).toEqual(['INSUFFICIENT_ROLE', 'target-not-above']);
  });

  test('are listed to their owner only', async () => {
    for (const role of ['auditor', 'department_admin', 'member'] as const) {
      const person = await aPerson(world, role);
      expect((await refusal(world, () => listOf(person, ada.id)))[0]).toBe('INSUFFICIENT_ROLE');
    }
  });

  test('are not found for an unknown user', async () => {
    expect(await refusal(world, () => listOf(world.owner, crypto.randomUUID()))).toEqual([
      'USER_NOT_FOUND',
      'user-exists',
    ]);
  });

  test('end with the deactivation of the user', async () => {
    await make(ada);
    await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
    expect((await listOf(world.owner, ada.id)).items).toEqual([]);
  });
});
