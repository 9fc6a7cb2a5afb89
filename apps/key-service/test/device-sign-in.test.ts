import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSecrets, MemoryDocumentStore, MemoryRateLimiter } from '@strongroom/adapter-local';
import { instant, KeyRefusal, MINUTE, type RequestId, SECOND } from '@strongroom/domain';
import { BrowserByHand } from '../../../scripts/browser-by-hand.ts';
import { DeviceSignIns } from '../src/people/device-sign-ins.ts';
import type { Record } from '../src/record/record.ts';
import { aChallenge, opened, personOf } from './person.ts';
import { aClient, type Client, Setting } from './setting.ts';

type Begun = Readonly<{ device_code: string; user_code: string; verification_uri: string }>;
type Program = Readonly<{ client: Client; verifier: string; begun: Begun }>;

const REQUEST = 'a-request' as RequestId;

describe('a sign-in by device code at a real provider', () => {
  let setting: Setting;

  beforeAll(async () => {
    setting = await Setting.withProvider({ STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'on' });
  });
  afterAll(() => setting.end());

  async function aProgram(): Promise<Program> {
    const client = aClient();
    const { verifier, challenge } = aChallenge();
    const body = { client_jkt: client.jkt, challenge, name: 'strongroom on <laptop>', acr_values: 'urn:x:mfa' };
    const { status, json } = await setting.post('/v1/device-sign-in', body);
    expect([status, json.data]).toMatchObject([201, { expires_in: 600, interval: 5 }]);
    return { client, verifier, begun: json.data as unknown as Begun };
  }

  /** Sends a form of the pages, as their own unless an origin is given. */
  const send = (browser: BrowserByHand, path: string, code: string, origin = setting.url): Promise<Response> =>
    browser.ask(`${setting.url}${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ user_code: code }).toString(),
    });

  /** Goes on from the page as a person of the provider. Returns the last page. */
  async function goesOn({ user_code: code }: Begun, browser = new BrowserByHand(), hint = 'ada'): Promise<string> {
    const page = await (await send(browser, '/device/go-on', code)).text();
    const address = (/content="0;url=([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
    expect(new URL(address).searchParams.get('acr_values')).toBe('urn:x:mfa');
    return (await browser.follow(`${address}&login_hint=${hint}`)).text();
  }

  const asks = async ({ device_code }: Pick<Begun, 'device_code'>): Promise<string> => {
    const { json } = await setting.post('/v1/device-sign-in/token', { device_code });
    return json.error?.code ?? (json.data as unknown as { code: string }).code;
  };
  const redeems = (code: string, { client, verifier }: Pick<Program, 'client' | 'verifier'>) =>
    setting.post('/v1/person', { code, verifier, client_key: client.jwk });
  const recorded = async (): Promise<readonly string[]> => (await setting.record()).map(({ type }) => type);

  test('asks the person on a page that names the program, its address and its key, and gives the program a proof', async () => {
    const program = await aProgram();
    const { begun } = program;
    expect(begun.verification_uri).toBe(`${setting.url}/device`);
    expect(await (await fetch(begun.verification_uri)).text()).toContain('Type it only if you started');
    const browser = new BrowserByHand();
    const question = await send(browser, '/device', begun.user_code.toLowerCase().replace('-', ''));
    const page = await question.text();
    expect(page).toContain('<dt>It calls itself</dt><dd>strongroom on &lt;laptop&gt;</dd>');
    expect(page).toMatch(/<dd>127\.0\.0\.1<\/dd>\n<dt>Key<\/dt><dd>[A-Z2-7]{4}-[A-Z2-7]{4}<\/dd>/);
    expect(page).toContain('If another person sent you the code, refuse');
    expect(question.headers.get('content-security-policy')).toMatch(/form-action 'self'.*frame-ancestors 'none'/);
    expect(await goesOn(begun, browser)).toContain('You are signed in');
    const code = await asks(begun);
    const { json } = await redeems(code, program);
    const { person: proof = '' } = await opened(setting, json, program.client);
    expect(personOf(proof)).toEqual({ iss: setting.provider.issuer, id: 'ada' });
    expect(await recorded()).toEqual(expect.arrayContaining(['key.sign_in_requested', 'key.person_signed_in']));
  });

  test('gives a code that is worth something only to the program that began it, once', async () => {
    const program = await aProgram();
    await goesOn(program.begun);
    const code = await asks(program.begun);
    const [thief, other] = [aClient(), aChallenge()];
    for (const wrong of [
      { client: thief, verifier: program.verifier },
      { client: program.client, verifier: other.verifier },
    ])
      expect((await redeems(code, wrong)).json.error?.code).toBe('PERSON_INVALID');
    expect((await redeems(code, program)).status).toBe(201);
    expect((await redeems(code, program)).json.error?.code).toBe('PERSON_INVALID');
  });

  test('needs the click of a person: a page of another site, or none, begins nothing', async () => {
    const { begun } = await aProgram();
    for (const path of ['/device', '/device/go-on', '/device/refuse'])
      for (const origin of ['https://evil.example', 'null'])
        expect((await send(new BrowserByHand(), path, begun.user_code, origin)).status).toBe(403);
    expect((await fetch(`${setting.url}/device/go-on`)).status).toBe(405);
    expect(await asks(begun)).toBe('AUTHORIZATION_PENDING');
  });

  test('ends when the person refuses it, which is recorded', async () => {
    const { begun } = await aProgram();
    const browser = new BrowserByHand();
    expect(await (await send(browser, '/device/refuse', begun.user_code)).text()).toContain('Refused');
    expect(await asks(begun)).toBe('DEVICE_LOGIN_REFUSED');
    expect((await send(browser, '/device/go-on', begun.user_code)).status).toBe(404);
    const refusals = (await setting.record()).filter(({ type }) => type === 'key.sign_in_refused');
    expect(refusals).toMatchObject([{ data: { rule: 'person-refused' } }]);
  });

  test('goes on after a restart of the key service, before and after the person has signed in', async () => {
    const [before, after] = [await aProgram(), await aProgram()];
    await goesOn(after.begun);
    await setting.stop();
    await setting.open();
    expect((await redeems(await asks(after.begun), after)).status).toBe(201);
    await goesOn(before.begun);
    expect((await redeems(await asks(before.begun), before)).status).toBe(201);
  });

  test('is off unless the operator turns it on', async () => {
    await setting.stop();
    await setting.open({ ...setting.environment, STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'off' });
    const { challenge } = aChallenge();
    const { json } = await setting.post('/v1/device-sign-in', { client_jkt: aClient().jkt, challenge, name: 'x' });
    expect(json.error?.code).toBe('NOT_FOUND');
    expect((await fetch(`${setting.url}/device`)).status).toBe(404);
  });
});

describe('waiting sign-ins', () => {
  let now = 0;
  let noted: string[] = [];
  let waiting: DeviceSignIns;
  let documents: MemoryDocumentStore;

  beforeEach(() => {
    now = 1_800_000_000_000;
    noted = [];
    documents = new MemoryDocumentStore();
    const clock = { now: () => instant(now) };
    waiting = new DeviceSignIns({
      documents,
      clock,
      limiter: new MemoryRateLimiter(),
      secrets: createSecrets(Buffer.alloc(32, 7).toString('base64')),
      record: {
        note: async (...[type, , changes]: Parameters<Record['note']>) => {
          noted.push(type);
          await documents.commit(changes ?? []);
        },
        signInRefusal: async (_, { rule }) => void noted.push(rule),
      },
    });
  });
  afterEach(() => documents.close());

  const asking = { client: 'A'.repeat(43), challenge: 'B'.repeat(43), name: 'x', ip: '192.0.2.1' };
  const from = (narrow: string, wide = narrow) => ({ narrow, wide });
  const begin = (network = from('here')) => waiting.begin(asking, network, REQUEST);
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      (done) => (typeof done === 'string' ? done : 'done'),
      (error: unknown) => (error instanceof KeyRefusal ? error.code : String(error)),
    );

  test('tell a program that asks too often to slow down', async () => {
    const { deviceCode } = await begin();
    expect(await codeOf(waiting.redeem(deviceCode))).toBe('AUTHORIZATION_PENDING');
    expect(await codeOf(waiting.redeem(deviceCode))).toBe('SLOW_DOWN');
    now += 5 * SECOND;
    expect(await codeOf(waiting.redeem(deviceCode))).toBe('AUTHORIZATION_PENDING');
  });

  test('end after ten minutes, for the program, for the person, and for one who is at the provider', async () => {
    const { deviceCode, userCode } = await begin();
    const { id } = await waiting.find(userCode, from('there'));
    now += 10 * MINUTE;
    expect(await codeOf(waiting.redeem(deviceCode))).toBe('DEVICE_CODE_EXPIRED');
    expect(await codeOf(waiting.find(userCode, from('there')))).toBe('DEVICE_LOGIN_NOT_FOUND');
    expect(await codeOf(waiting.finish(id, 'code'))).toBe('DEVICE_LOGIN_NOT_FOUND');
    now += 1;
    await waiting.sweep();
    expect(await documents.count('device-sign-ins', { anyOf: ['all'] })).toBe(0);
  });

  test('are answered once, and redeemed once', async () => {
    const { deviceCode, userCode } = await begin();
    const { id, client } = await waiting.find(userCode, from('there'));
    const answers = await Promise.all([waiting.finish(id, 'one'), waiting.finish(id, 'two')].map(codeOf));
    expect(answers.toSorted()).toEqual(['DEVICE_LOGIN_NOT_FOUND', 'done']);
    expect(await codeOf(waiting.refuse({ id, client }))).toBe('DEVICE_LOGIN_NOT_FOUND');
    expect(await codeOf(waiting.find(userCode, from('there')))).toBe('DEVICE_LOGIN_NOT_FOUND');
    expect(await codeOf(waiting.redeem(deviceCode))).toMatch(/^(one|two)$/);
    now += 5 * SECOND;
    expect(await codeOf(waiting.redeem(deviceCode))).toBe('DEVICE_CODE_EXPIRED');
  });

  test('take no other secret than that of the program', async () => {
    const { deviceCode, userCode } = await begin();
    for (const wrong of [userCode, `${deviceCode}x`, '', `srd_${'0'.repeat(49)}`])
      expect(await codeOf(waiting.redeem(wrong))).toBe('DEVICE_CODE_EXPIRED');
  });

  test('bound guesses by network, and count no right code', async () => {
    const { userCode } = await begin();
    for (let tries = 0; tries < 10; tries++) {
      await waiting.find(userCode, from('there'));
      expect(await codeOf(waiting.find(tries % 2 ? 'BBBB-BBBB' : 'no code', from('there')))).toBe(
        'DEVICE_LOGIN_NOT_FOUND',
      );
    }
    expect(await codeOf(waiting.find(userCode, from('there')))).toBe('RATE_LIMIT_EXCEEDED');
    expect(await codeOf(waiting.find(userCode, from('elsewhere')))).toBe('done');
    now += 10 * MINUTE - 1;
    expect(await codeOf(waiting.find('BBBB-BBBB', from('there')))).toBe('RATE_LIMIT_EXCEEDED');
  });

  test('bound guesses and requests of a wide network with many narrow ones', async () => {
    for (let count = 0; count < 20; count++)
      expect(await codeOf(waiting.find('BBBB-BBBB', from(`guesser ${count}`, 'wide')))).toBe('DEVICE_LOGIN_NOT_FOUND');
    expect(await codeOf(waiting.find('BBBB-BBBB', from('another', 'wide')))).toBe('RATE_LIMIT_EXCEEDED');
    for (let count = 0; count < 120; count++) await begin(from(`program ${count}`, 'wide'));
    expect(await codeOf(begin(from('another', 'wide')))).toBe('RATE_LIMIT_EXCEEDED');
  });

  test('are bounded in number, by network and in all, and each is recorded', async () => {
    for (let count = 0; count < 60; count++) await begin();
    expect(await codeOf(begin())).toBe('RATE_LIMIT_EXCEEDED');
    for (let count = 0; count < 540; count++) await begin(from(`network ${count}`));
    expect(await codeOf(begin(from('another')))).toBe('RATE_LIMIT_EXCEEDED');
    expect(noted.filter((type) => type === 'key.sign_in_requested')).toHaveLength(600);
  });
});
