import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createSecrets, MemoryDocumentStore, MemoryRateLimiter } from '@strongroom/adapter-local';
import { instant, MINUTE, type RequestId, SECOND } from '@strongroom/domain';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { lineLog } from '../src/container/line-log.ts';
import { DeviceSignIns } from '../src/people/device-sign-ins.ts';
import { addressFor, aProgram, askOnce, continueAtProvider, redeemCode, signedIn } from './device-program.ts';
import { personOf, type SignedIn } from './person.ts';
import { Setting } from './setting.ts';

let setting: Setting;

beforeAll(async () => {
  setting = await Setting.withProvider({ STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'on' });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => setting.end());

/** Sets the clock of the key service, which runs in this process. The provider has its own. */
function later(milliseconds: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
}

/** The answer of the key service to a request for a key of a fresh file, as the room service grants it to that person. */
async function unwraps({ client, proof }: SignedIn): Promise<string> {
  const file = await setting.aFile();
  const grant = setting.grant(file, client, { person: personOf(proof) });
  const body = { grant, wrapped_dek: file.wrappedDek, client_key: client.jwk, person: proof };
  return (await setting.post('/v1/unwrap', body)).json.error?.code ?? 'RELEASED';
}

const renews = ({ next }: SignedIn) => setting.post('/v1/person/renew', { next });

const QUIET = lineLog(() => undefined);

describe('a sign-in by device code that has ended', () => {
  test('is over for a person who comes back from the provider after ten minutes, and for the program', async () => {
    const { begun } = await aProgram(setting);
    const browser = new BrowserByHand();
    const address = await addressFor(setting, begun, browser);
    const back = await browser.follow(address, (next) => next.startsWith(`${setting.url}/v1/callback`));
    later(10 * MINUTE);
    const page = await browser.ask(back.headers.get('location') ?? '');
    expect([page.status, await page.text()]).toEqual([
      401,
      expect.stringContaining('was not begun in this browser within the last ten minutes'),
    ]);
    expect(await askOnce(setting, begun)).toBe('DEVICE_CODE_EXPIRED');
  });

  test('gives nothing to a program that comes with its code a minute after the person has signed in', async () => {
    const program = await aProgram(setting);
    await continueAtProvider(setting, program.begun);
    const code = await askOnce(setting, program.begun);
    later(MINUTE);
    expect((await redeemCode(setting, code, program)).json.error).toMatchObject({
      code: 'PERSON_INVALID',
      message: expect.stringMatching(/The code of the sign-in has ended.* Sign in again/),
    });
    jest.restoreAllMocks();
    expect(await unwraps(await signedIn(setting))).toBe('RELEASED');
  });

  test('releases nothing after its hour, and the program has to ask a person again', async () => {
    const program = await signedIn(setting);
    later(60 * MINUTE);
    expect(await unwraps(program)).toBe('PERSON_EXPIRED');
    expect((await renews(program)).json.error).toMatchObject({
      code: 'PERSON_EXPIRED',
      message: expect.stringMatching(/^The sign-in ended .* Sign in again\.$/),
    });
  });

  test('renews nothing after a sign-out', async () => {
    const program = await signedIn(setting);
    const init = {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ next: program.next }),
    };
    expect((await fetch(`${setting.url}/v1/person`, init)).status).toBe(200);
    expect((await renews(program)).json.error?.code).toBe('PERSON_INVALID');
  });
});

/** Starts the provider with its clock ahead, and other keys: of those a running key service learns in seconds. */
async function providerAt(clock: number): Promise<void> {
  await setting.provider.restart(clock);
  await setting.stop();
  await setting.open();
}

describe('with clocks that differ', () => {
  afterEach(() => providerAt(0));

  test.each([
    ['ahead', 10 * MINUTE],
    ['behind', -10 * MINUTE],
  ])(
    'a provider that is ten minutes %s signs people in, and the clock of the key service says how long',
    async (_, clock) => {
      await providerAt(clock);
      const before = Math.floor(Date.now() / SECOND);
      const program = await signedIn(setting);
      const { iat, exp } = JSON.parse(Buffer.from(program.proof.split('.')[1] ?? '', 'base64url').toString());
      expect([iat >= before, iat <= Date.now() / SECOND, exp - iat]).toEqual([true, true, 900]);
      expect(await unwraps(program)).toBe('RELEASED');
    },
  );

  test('a provider that is further behind than its tokens live is refused, and the same code works once it is set', async () => {
    const program = await aProgram(setting);
    await providerAt(-70 * MINUTE);
    expect(await continueAtProvider(setting, program.begun)).toContain(
      'The token of the identity provider has expired',
    );
    expect(await askOnce(setting, program.begun)).toBe('AUTHORIZATION_PENDING');
    await providerAt(0);
    expect(await continueAtProvider(setting, program.begun)).toContain('You are signed in');
    later(4 * SECOND);
    expect((await redeemCode(setting, await askOnce(setting, program.begun), program)).status).toBe(201);
  });

  test('processes of the key service ten minutes apart on one store: each ends a sign-in by its own clock', async () => {
    const documents = new MemoryDocumentStore();
    const secrets = createSecrets(Buffer.alloc(32, 7).toString('base64'));
    const record = {
      note: (...[, , changes]: readonly [unknown, unknown, Parameters<typeof documents.commit>[0]?]) =>
        documents.commit(changes ?? []),
      signInRefusal: async () => undefined,
    };
    const at = (ahead: number): DeviceSignIns => {
      const clock = { now: () => instant(1_800_000_000_000 + ahead) };
      return new DeviceSignIns({ documents, clock, limiter: new MemoryRateLimiter(), secrets, record, log: QUIET });
    };
    const network = { narrow: 'here', wide: 'here' };
    const asking = { client: 'A'.repeat(43), challenge: 'B'.repeat(43), name: 'x', ip: '192.0.2.1' };
    const begin = (by: DeviceSignIns) => by.begin(asking, network, 'a-request' as RequestId);
    const [here, ahead, behind] = [at(0), at(10 * MINUTE), at(-10 * MINUTE)];

    const { deviceCode, userCode } = await begin(here);
    await expect(ahead.redeem(deviceCode)).rejects.toMatchObject({ code: 'DEVICE_CODE_EXPIRED' });
    await expect(ahead.find(userCode, network)).rejects.toMatchObject({ code: 'DEVICE_LOGIN_NOT_FOUND' });
    const { id } = await behind.find(userCode, network);
    await behind.finish(id, 'the code');
    expect(await here.redeem(deviceCode)).toBe('the code');

    const early = await begin(ahead);
    const waiting = await here.find(early.userCode, network);
    await here.finish(waiting.id, 'another code');
    expect(await ahead.redeem(early.deviceCode)).toBe('another code');
    await documents.close();
  });
});
