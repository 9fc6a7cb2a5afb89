import { beforeEach, describe, expect, test } from '@jest/globals';
import { Authenticator } from '@strongroom/test-servers/authenticator';
import { eventsOfType } from '../world/events.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';
import { firstStep, secondStep, withPassword } from './people.ts';

let world: World;
let ada: Person;
let key: Authenticator;
beforeEach(async () => {
  world = await openWorld();
  ada = await withPassword(world);
  key = new Authenticator();
});

const begin = (by = ada) => by.ask(world.app.secondFactor.begin, {});
const asText = (given: unknown): string => JSON.stringify(given);

async function add(passkey = key, by = ada): Promise<string> {
  const { state, newPasskey } = await begin(by);
  return codeOf(by.ask(world.app.secondFactor.add, { state, passkey: passkey.create(asText(newPasskey)) }));
}

/** The second step, with the options of the browser. */
async function options(pending: string): Promise<string> {
  const found = await world.app.secondFactor.findSecondStep({ request: { id: 'x' as never, ip: '::1' } }, { pending });
  return asText(found.passkey);
}

async function signIn(use: (asked: string) => string): Promise<string> {
  const { pending } = await firstStep(world, ada);
  return codeOf(secondStep(world, pending, { passkey: use(await options(pending)) }));
}

describe('a passkey', () => {
  test('is added, and signs in', async () => {
    expect(await add()).toBe('done');
    const { pending, ways } = await firstStep(world, ada);
    expect(ways).toEqual(['passkey', 'recovery_code']);
    const passkey = key.use(await options(pending));
    expect(await secondStep(world, pending, { passkey })).toMatchObject({ session: { factor: { way: 'passkey' } } });
  });

  test('answers a challenge once', async () => {
    // An authenticator that does not count, so that the counter refuses nothing.
    await add();
    const { pending } = await firstStep(world, ada);
    const asked = await options(pending);
    key.counter = -1;
    const passkey = key.use(asked);
    expect(await codeOf(secondStep(world, pending, { passkey }))).toBe('done');
    expect(await codeOf(secondStep(world, pending, { passkey }))).toBe('SIGN_IN_REFUSED');
    const other = await firstStep(world, ada);
    expect(await codeOf(secondStep(world, other.pending, { passkey }))).toBe('SECOND_FACTOR_INVALID');
  });

  test('is refused with the answer of a page that looks like the service', async () => {
    await add();
    for (const page of [{ origin: 'https://rooms.example.evil' }, { host: 'evil.example' }])
      expect(await signIn((asked) => key.use(asked, page))).toBe('SECOND_FACTOR_INVALID');
    expect(await signIn((asked) => key.use(asked))).toBe('done');
  });

  test('is not added by a page that looks like the service', async () => {
    const { state, newPasskey } = await begin();
    const passkey = key.create(asText(newPasskey), { origin: 'https://rooms.example.evil' });
    const outcome = await codeOf(ada.ask(world.app.secondFactor.add, { state, passkey }));
    expect(outcome).toBe('SECOND_FACTOR_INVALID');
  });

  test('is refused and recorded if its counter does not rise, as a copy may exist', async () => {
    await add();
    expect(await signIn((asked) => key.use(asked))).toBe('done');
    expect(await signIn((asked) => key.use(asked))).toBe('done');
    key.counter -= 1;
    expect(await signIn((asked) => key.use(asked))).toBe('SECOND_FACTOR_INVALID');
    expect(await eventsOfType(world, 'session.factor_refused')).toMatchObject([
      { data: { factor: 'passkey', reason: 'counter' } },
    ]);
  });

  test('signs in as no other user', async () => {
    await add();
    const bob = await withPassword(world);
    const other = new Authenticator();
    expect(await add(other, bob)).toBe('done');
    expect(await signIn((asked) => other.use(asked))).toBe('SECOND_FACTOR_INVALID');
  });

  test('is refused with anything else than its JSON', async () => {
    await add();
    for (const passkey of ['', '{', '[]', '{"id":1}', key.use('{"challenge":"AA"}')])
      expect(await signIn(() => passkey)).toBe('SECOND_FACTOR_INVALID');
  });
});

test('a service at an IP address offers no passkey', async () => {
  const other = await openWorld({ configuration: { publicUrl: () => 'http://127.0.0.1:8080' } });
  const bob = await withPassword(other);
  expect(await bob.ask(other.app.secondFactor.begin, {})).toMatchObject({ newPasskey: null, passkey: null });
});
