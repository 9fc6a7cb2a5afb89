import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createSecrets, MemoryBlobStore } from '@strongroom/adapter-local';
import { BlobRefusal, SIGNING_PURPOSES } from '@strongroom/ports';
import { SettingsUnfit } from '../src/index.ts';
import { aKey } from './kernel/idempotency-key.ts';
import { aFile, aLink, anEmail, aPerson, aRoom, CIPHERTEXT, get, mailedToken } from './world/mothers.ts';
import { aRequest, type Person } from './world/person.ts';
import { codeOf } from './world/refusals.ts';
import { another, openWorld, type World } from './world/world.ts';

/** The secret of a world, and the one that takes its place. */
const [OLD, NEW] = ['the secret of before the change', 'the secret of after the change'] as const;
const BEFORE = [OLD, NEW] as const;
const AFTER = [NEW, OLD] as const;

type Values = readonly [string, ...string[]];

let first: World;
let ada: Person;
beforeEach(async () => {
  first = await openWorld({ around: () => ({ secrets: createSecrets(OLD) }) });
  ada = await aPerson(first, 'owner');
});

/** Another process over the same store, with these values of the secret. */
const processWith = (values: Values): Promise<World> => another(first, { secrets: createSecrets(values) });
const as = (world: World, person: Person): Person => person.at(world.app);
const listed = (world: World, cursor?: string) =>
  as(world, ada).ask(world.app.rooms.list, { perPage: 1, ...(cursor === undefined ? {} : { cursor }) });

/** Cursors, keys and mails that one process gave out, before the other is asked for them. */
async function given(by: World) {
  const person = as(by, ada);
  const room = await aRoom(by, person);
  await aRoom(by, person);
  const { meta } = await listed(by);
  const file = await aFile(by, person, room);
  const { secret } = await aLink(by, person, file, { maxDownloads: 1 });
  const key = aKey();
  const { redemption } = await by.app.shares.redeem({ request: aRequest(), idempotency: key }, { secret });
  const email = anEmail();
  // The mail waits for the other process.
  await as(by, by.owner).ask(by.app.users.invite, { email, role: 'member' });
  return { cursor: String(meta.nextCursor), secret, key, redemption, email };
}

describe.each<readonly [string, Values, Values]>([
  ['a process that has both and uses the earlier one', [OLD], BEFORE],
  ['a process that already uses the new one', BEFORE, AFTER],
  ['a process that has the new one alone', AFTER, [NEW]],
])('while the secret changes, %s', (_, earlier, later) => {
  test.each<readonly [string, boolean]>([
    ['accepts all that the one before it gave out', false],
    ['gives out what the one before it accepts', true],
  ])('%s', async (_name, isTurned) => {
    const [by, other] = [await processWith(earlier), await processWith(later)];
    // The last step comes a day later, when nothing of the earlier secret is in use.
    if (later.length === 1 && isTurned) return;
    const [one, two] = isTurned ? [other, by] : [by, other];
    const { cursor, secret, key, redemption, email } = await given(one);
    expect((await listed(two, cursor)).items).toHaveLength(1);
    const again = await two.app.shares.redeem({ request: aRequest(), idempotency: key }, { secret });
    expect([key.replays, again.redemption]).toEqual([1, redemption]);
    const resumed = await two.app.shares.resume({ request: aRequest() }, { secret, redemption });
    expect(await get(two, resumed.url)).toBe(CIPHERTEXT);
    const invitation = await mailedToken(two, email);
    expect(
      await codeOf(two.app.users.accept({ request: aRequest() }, { secret: invitation, name: 'Bob' as never })),
    ).toBe('done');
  });
});

describe('the store', () => {
  test('takes the new secret once a process uses it, and refuses the earlier one from then on', async () => {
    await processWith(BEFORE);
    await expect(processWith([OLD])).resolves.toBeDefined();
    await processWith(AFTER);
    await expect(processWith([OLD])).rejects.toBeInstanceOf(SettingsUnfit);
    await expect(processWith(BEFORE)).resolves.toBeDefined();
  });

  test('refuses a new secret alone as long as no process used it', async () => {
    await processWith(BEFORE);
    await expect(processWith([NEW])).rejects.toBeInstanceOf(SettingsUnfit);
    await processWith(AFTER);
    await expect(processWith([NEW])).resolves.toBeDefined();
  });
});

test('an address that was signed with the earlier secret serves, and is never signed again', async () => {
  const keysOf = (values: Values): readonly Uint8Array[] =>
    createSecrets(values).deriveEach(SIGNING_PURPOSES.blobs, 'signing-key');
  const storeWith = (values: Values): MemoryBlobStore => {
    const [signingKey = new Uint8Array(), ...earlierSigningKeys] = keysOf(values);
    return new MemoryBlobStore({ baseUrl: () => '', signingKey, earlierSigningKeys, clock: first.clock });
  };
  const [old, both, fresh] = [storeWith([OLD]), storeWith(AFTER), storeWith([NEW])];
  const request = { key: 'uploads/a' as never, size: 1, expiresAt: (first.clock.now() + 1000) as never };
  const addressOf = async (store: MemoryBlobStore) => {
    const { pathname, search } = new URL(await store.signUpload(request), 'http://a');
    return { path: pathname.slice('/blobs/'.length), query: search };
  };
  const stored = async (store: MemoryBlobStore, by: MemoryBlobStore): Promise<string> =>
    store.put(await addressOf(by), Readable.from([new Uint8Array(1)])).then(
      () => 'done',
      (error: unknown) => (error instanceof BlobRefusal ? error.code : String(error)),
    );
  expect(await stored(both, old)).toBe('done');
  expect(await stored(fresh, both)).toBe('done');
  expect(await stored(fresh, old)).toBe('SIGNATURE_INVALID');
});
