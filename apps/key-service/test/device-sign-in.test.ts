import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSecrets, MemoryDocumentStore, MemoryRateLimiter } from '@strongroom/adapter-local';
import { instant, KeyRefusal, MINUTE, type RequestId, SECOND } from '@strongroom/domain';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { lineLog } from '../src/container/line-log.ts';
import { DeviceSignIns } from '../src/people/device-sign-ins.ts';
import type { ReleaseRecord } from '../src/record/release-record.ts';
import { aProgram, askOnce, continueAtProvider, redeemCode, send } from './device-program.ts';
import { aChallenge, openSealedAnswer, personOf } from './person.ts';
import { aClient, Setting } from './setting.ts';

const REQUEST = 'a-request' as RequestId;

describe('a sign-in by device code at a real provider', () => {
  let setting: Setting;

  beforeAll(async () => {
    setting = await Setting.withProvider({ STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'on' });
  });
  afterAll(() => setting.end());

  const recorded = async (): Promise<readonly string[]> => (await setting.record()).map(({ type }) => type);

  test('asks the person on a page that names the program, its address and its key, and gives the program a proof', async () => {
    const program = await aProgram(setting);
    const { begun } = program;
    expect(begun.verification_uri).toBe(`${setting.url}/device`);
    expect(await (await fetch(begun.verification_uri)).text()).toContain('Type it only if you started');
    const browser = new BrowserByHand();
    const question = await send(setting, browser, {
      path: '/device',
      code: begun.user_code.toLowerCase().replace('-', ''),
    });
    const page = await question.text();
    expect(page).toContain('<dt>It calls itself</dt><dd>strongroom on &lt;laptop&gt;</dd>');
    expect(page).toMatch(/<dd>127\.0\.0\.1<\/dd>\n<dt>Key<\/dt><dd>[A-Z2-7]{4}-[A-Z2-7]{4}<\/dd>/);
    expect(page).toContain('If another person sent you the code, refuse');
    expect(question.headers.get('content-security-policy')).toMatch(/form-action 'self'.*frame-ancestors 'none'/);
    expect(await continueAtProvider(setting, begun, browser)).toContain('You are signed in');
    const code = await askOnce(setting, begun);
    const { json } = await redeemCode(setting, code, program);
    const { person: proof = '' } = await openSealedAnswer(setting, json, program.client);
    expect(personOf(proof)).toEqual({ iss: setting.provider.issuer, id: 'ada' });
    expect(await recorded()).toEqual(expect.arrayContaining(['key.sign_in_requested', 'key.person_signed_in']));
  });

  test('gives a code that is worth something only to the program that began it, once', async () => {
    const program = await aProgram(setting);
    await continueAtProvider(setting, program.begun);
    const code = await askOnce(setting, program.begun);
    const [thief, other] = [aClient(), aChallenge()];
    for (const wrong of [
      { client: thief, verifier: program.verifier },
      { client: program.client, verifier: other.verifier },
    ])
      expect((await redeemCode(setting, code, wrong)).json.error?.code).toBe('PERSON_INVALID');
    expect((await redeemCode(setting, code, program)).status).toBe(201);
    expect((await redeemCode(setting, code, program)).json.error?.code).toBe('PERSON_INVALID');
  });

  test('needs the click of a person: a page of another site, or none, begins nothing', async () => {
    const { begun } = await aProgram(setting);
    for (const path of ['/device', '/device/go-on', '/device/refuse'])
      for (const origin of ['https://evil.example', 'null'])
        expect((await send(setting, new BrowserByHand(), { path, code: begun.user_code, origin })).status).toBe(403);
    expect((await fetch(`${setting.url}/device/go-on`)).status).toBe(405);
    expect(await askOnce(setting, begun)).toBe('AUTHORIZATION_PENDING');
  });

  test('ends when the person refuses it, which is recorded', async () => {
    const { begun } = await aProgram(setting);
    const browser = new BrowserByHand();
    expect(await (await send(setting, browser, { path: '/device/refuse', code: begun.user_code })).text()).toContain(
      'Refused',
    );
    expect(await askOnce(setting, begun)).toBe('DEVICE_LOGIN_REFUSED');
    expect((await send(setting, browser, { path: '/device/go-on', code: begun.user_code })).status).toBe(404);
    const refusals = (await setting.record()).filter(({ type }) => type === 'key.sign_in_refused');
    expect(refusals).toMatchObject([{ data: { rule: 'person-refused' } }]);
  });

  test('continues after a restart of the key service, before and after the person has signed in', async () => {
    const [before, after] = [await aProgram(setting), await aProgram(setting)];
    await continueAtProvider(setting, after.begun);
    await setting.stop();
    await setting.open();
    expect((await redeemCode(setting, await askOnce(setting, after.begun), after)).status).toBe(201);
    await continueAtProvider(setting, before.begun);
    expect((await redeemCode(setting, await askOnce(setting, before.begun), before)).status).toBe(201);
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
        note: async (...[type, , changes]: Parameters<ReleaseRecord['note']>) => {
          noted.push(type);
          await documents.commit(changes ?? []);
        },
        signInRefusal: async (_, { rule }) => void noted.push(rule),
      },
      log: lineLog(() => undefined),
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

  test('are bounded in number by network, and others may begin one then', async () => {
    for (let count = 0; count < 60; count++) await begin();
    expect(await codeOf(begin())).toBe('RATE_LIMIT_EXCEEDED');
    for (let count = 0; count < 540; count++) await begin(from(`network ${count}`));
    const [refused, finished] = [await begin(from('another')), await begin(from('another'))];
    const { id: other, client } = await waiting.find(refused.userCode, from('there'));
    await waiting.refuse({ id: other, client });
    expect(noted.filter((type) => type === 'key.sign_in_requested')).toHaveLength(600);
    const { id } = await waiting.find(finished.userCode, from('there'));
    await waiting.finish(id, 'code');
    expect(noted.filter((type) => type === 'key.sign_in_requested')).toHaveLength(601);
  });

  test('are bounded in all by ending the oldest', async () => {
    for (let count = 0; count < 5700; count++) await begin(from(`network ${count}`));
    expect(await documents.count('device-sign-ins', { anyOf: ['all'] })).toBeLessThan(5101);
    const { userCode } = await begin(from('another'));
    expect(await waiting.find(userCode, from('there'))).toMatchObject({ client: expect.any(String) });
  });
});
