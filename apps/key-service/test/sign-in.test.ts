import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import {
  aChallenge,
  BACK,
  codeFor,
  continueAtProvider,
  openSealedAnswer,
  personOf,
  type SignedIn,
  signsIn,
  wishOf,
} from './person.ts';
import { aClient, Setting } from './setting.ts';

let setting: Setting;

beforeAll(async () => {
  setting = await Setting.withProvider();
});
afterAll(() => setting.end());

const asked = async ({ client, proof }: SignedIn): Promise<string> => {
  const file = await setting.aFile();
  const grant = setting.grant(file, client, { person: personOf(proof) });
  const body = { grant, wrapped_dek: file.wrappedDek, client_key: client.jwk, person: proof };
  return (await setting.post('/v1/unwrap', body)).json.error?.code ?? 'RELEASED';
};

const codeOf = async (path: string, body: object): Promise<string> =>
  (await setting.post(path, body)).json.error?.code ?? 'OK';

const renewed = async (by: SignedIn): Promise<SignedIn> => {
  const { json } = await setting.post('/v1/person/renew', { next: by.next });
  const { person: proof = '', next } = await openSealedAnswer(setting, json, by.client);
  return { client: by.client, proof, next };
};

const recorded = async (type: string): Promise<number> =>
  (await setting.record()).filter((event) => event.type === type).length;

describe('a person who signs in by a real provider', () => {
  test('gets the keys that are granted to them, for their client only', async () => {
    const ada = await signsIn(setting);
    expect(personOf(ada.proof)).toEqual({ iss: setting.provider.issuer, id: 'ada' });
    expect(await asked(ada)).toBe('RELEASED');
    expect(await asked({ ...ada, client: aClient() })).toBe('PERSON_INVALID');
    const bob = await signsIn(setting, 'bob');
    expect(personOf(bob.proof).id).toBe('bob');
    const file = await setting.aFile();
    const grant = setting.grant(file, bob.client, { person: personOf(ada.proof) });
    const body = { grant, wrapped_dek: file.wrappedDek, client_key: bob.client.jwk, person: bob.proof };
    expect(await codeOf('/v1/unwrap', body)).toBe('PERSON_MISMATCH');
  });

  test('renews the proof with the next secret, once', async () => {
    const first = await signsIn(setting);
    const second = await renewed(first);
    expect(second.proof).not.toBe(first.proof);
    expect(await asked(second)).toBe('RELEASED');
    const third = await renewed(second);
    const ended = await recorded('key.sign_in_ended');
    // A spent secret is in two hands.
    expect(await codeOf('/v1/person/renew', { next: first.next })).toBe('PERSON_INVALID');
    expect(await codeOf('/v1/person/renew', { next: third.next })).toBe('PERSON_INVALID');
    expect((await recorded('key.sign_in_ended')) - ended).toBe(1);
  });

  test('links themself to a user, and a refused use spends nothing', async () => {
    const ada = await signsIn(setting);
    const user = randomUUID();
    expect(await codeOf('/v1/person/link', { next: ada.next, user: 'nobody' })).toBe('VALIDATION_ERROR');
    const { json } = await setting.post('/v1/person/link', { next: ada.next, user });
    const { link } = json.data as unknown as { link: string };
    expect(JSON.parse(Buffer.from(link.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      sub: `user:${user}`,
      person: personOf(ada.proof),
    });
    const { next } = await openSealedAnswer(setting, json, ada.client);
    expect(await asked(await renewed({ ...ada, next }))).toBe('RELEASED');
  });

  test('signs out, and cannot renew any more', async () => {
    const { next } = await signsIn(setting);
    const init = { method: 'DELETE', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ next }) };
    expect((await fetch(`${setting.url}/v1/person`, init)).status).toBe(200);
    expect(await codeOf('/v1/person/renew', { next })).toBe('PERSON_INVALID');
    expect(await recorded('key.person_signed_out')).toBe(1);
  });

  test('gets keys of a label that asks for a second factor after a sign-in with one', async () => {
    const labels = { C2: { acr: ['urn:example:mfa'], amr: ['otp'] } };
    await setting.stop();
    await setting.open({ ...setting.more, STRONGROOM_KEY_SERVICE_POLICY: setting.policy(labels) });
    try {
      const weak = await signsIn(setting);
      expect(await asked(weak)).toBe('STEP_UP_REQUIRED');
      expect(await asked(await renewed(weak))).toBe('STEP_UP_REQUIRED');
      const strong = await signsIn(setting, 'ada', { acr_values: 'urn:example:mfa' });
      expect(await asked(strong)).toBe('RELEASED');
      // A renewal is as strong as its sign-in.
      expect(await asked(await renewed(strong))).toBe('RELEASED');
    } finally {
      const { STRONGROOM_KEY_SERVICE_POLICY: _, ...before } = setting.more;
      await setting.stop();
      await setting.open(before);
    }
  });

  test('keeps their sign-in over a restart of the key service, also while the provider has other keys', async () => {
    const ada = await signsIn(setting);
    await setting.stop();
    await setting.provider.restart();
    await setting.open();
    expect(await asked(await renewed(ada))).toBe('RELEASED');
    expect(await asked(await signsIn(setting))).toBe('RELEASED');
  });
});

describe('a code of a sign-in', () => {
  test('works once, for the client and the secret that it was made for', async () => {
    const client = aClient();
    const { verifier, challenge } = aChallenge();
    const code = await codeFor(setting, { client, challenge });
    const body = { code, verifier, client_key: client.jwk };
    expect(await codeOf('/v1/person', { ...body, client_key: aClient().jwk })).toBe('PERSON_INVALID');
    expect(await codeOf('/v1/person', { ...body, verifier: aChallenge().verifier })).toBe('PERSON_INVALID');
    expect(await codeOf('/v1/person', { ...body, code: code.slice(0, -2) })).toBe('PERSON_INVALID');
    expect(await codeOf('/v1/person', body)).toBe('OK');
    expect(await codeOf('/v1/person', body)).toBe('PERSON_INVALID');
  });
});

describe('the page before the provider', () => {
  const { challenge } = aChallenge();
  const client = aClient();

  test('names the program and its key, and cannot be framed or sent by another site', async () => {
    const answer = await fetch(`${setting.url}/v1/sign-in?${wishOf({ client, challenge })}`);
    const page = await answer.text();
    expect(page).toContain('the command line on this computer');
    expect(page).toMatch(/key <strong>[A-Z2-7]{4}-[A-Z2-7]{4}<\/strong>, until \d\d:\d\d UTC/);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (more: Readonly<Record<string, string>>) =>
      fetch(`${setting.url}/v1/sign-in`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: wishOf({ client, challenge }),
      });
    expect((await post({})).status).toBe(403);
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ origin: 'null' })).status).toBe(403);
    expect((await post({ origin: setting.url })).status).toBe(200);
  });

  test('does not begin for another site, or with a key that is none', async () => {
    const status = async (query: string) => (await fetch(`${setting.url}/v1/sign-in?${query}`)).status;
    expect(await status(wishOf({ client, challenge, back: 'https://evil.example/' }))).toBe(403);
    expect(await status(wishOf({ client, challenge, back: 'http://127.0.0.1.evil.example/' }))).toBe(403);
    expect(await status(wishOf({ client, challenge, back: 'javascript:alert(1)' }))).toBe(403);
    expect(await status(wishOf({ client: { ...client, jkt: 'x' }, challenge }))).toBe(400);
    expect(await status(wishOf({ client, challenge: 'x' }))).toBe(400);
  });

  test('is needed: the callback refuses a browser that did not go on there', async () => {
    const browser = new BrowserByHand();
    const address = await continueAtProvider(setting, browser, wishOf({ client, challenge }));
    const at = await browser.follow(address, (next) => next.startsWith(`${setting.url}/v1/callback`));
    const callback = at.headers.get('location') ?? '';
    const stranger = await new BrowserByHand().ask(callback);
    expect([stranger.status, await stranger.text()]).toEqual([
      401,
      expect.stringContaining('not begun in this browser'),
    ]);
    const answer = await browser.ask(callback);
    expect([answer.status, answer.headers.get('location')?.startsWith(BACK)]).toEqual([302, true]);
  });
});
