import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  comparisonCode,
  isKeySessionStale,
  type KeySession,
  keyServiceUnwrapper,
  keySignIns,
} from '@strongroom/client';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { BACK, continueAtProvider } from './person.ts';
import { Setting } from './setting.ts';

let setting: Setting;
let key = '';

beforeAll(async () => {
  setting = await Setting.withProvider();
  key = setting.answerKey.thumbprint;
});
afterAll(() => setting.end());

const calls = (more: Readonly<{ key?: string }> = {}) => keySignIns({ url: setting.url, key, attempts: 1, ...more });

/** Begins with the client library and signs in with a browser. Returns the code it brings back. */
async function begun(person = 'ada') {
  const signIn = await calls().begin();
  const address = await calls().addressOf(signIn, BACK);
  const browser = new BrowserByHand();
  const page = await (await fetch(address)).text();
  expect(page).toContain(`key <strong>${await comparisonCode(signIn)}</strong>`);
  const there = await continueAtProvider(setting, browser, new URL(address).search.slice(1));
  const last = await browser.follow(`${there}&login_hint=${person}`, (next) =>
    next.startsWith('http://127.0.0.1:4711/'),
  );
  return { signIn, code: new URL(last.headers.get('location') ?? '').searchParams.get('code') ?? '' };
}

async function signedIn(person?: string): Promise<KeySession> {
  const { signIn, code } = await begun(person);
  return calls().finish(signIn, code);
}

/** Unwraps a fresh file as the room service grants it to a person. */
async function opens(session: KeySession, granted = session.person): Promise<boolean> {
  const unwrapper = keyServiceUnwrapper({ url: setting.url, key, session: async () => session, attempts: 1 });
  const jkt = (await unwrapper.client?.()) ?? '';
  const { wrappedDek, kmsKeyId, file, ...rest } = await setting.aFile();
  const wrapped = { wrappedDek, kmsKeyId, file, ...rest };
  const grant = setting.grant(wrapped, { jkt }, { person: granted });
  const opened = await unwrapper.unwrap({ wrappedDek, kmsKeyId, aad: null, grant, fileId: file, op: 'open' });
  return Buffer.from(opened).equals(Buffer.from(await setting.known(wrapped)));
}

describe('the client library, where people sign in by an identity provider', () => {
  test('signs in, opens what is granted to the person, and keeps a key that cannot be exported', async () => {
    const session = await signedIn();
    expect(session.person).toEqual({ iss: setting.provider.issuer, id: 'ada' });
    expect(session.privateKey.extractable).toBe(false);
    expect(await opens(session)).toBe(true);
    await expect(opens(session, { ...session.person, id: 'bob' })).rejects.toMatchObject({ code: 'PERSON_MISMATCH' });
  });

  test('renews, links and signs out, and says of a spent session that the sign-in has ended', async () => {
    const first = await signedIn();
    const second = await calls().renew(first);
    expect(await opens(second)).toBe(true);
    const { link, session } = await calls().link(second, '4f1c9f6e-2c1b-4a53-9a43-0d1f6f1f2a11');
    expect(JSON.parse(atob(link.split('.')[1] ?? ''))).toMatchObject({ person: first.person });
    expect(await opens(session)).toBe(true);
    await calls().end(session);
    await expect(calls().renew(session)).rejects.toMatchObject({ code: 'KEY_SIGN_IN_ENDED' });
  });

  test('notices the end of a proof by the clock of this machine', async () => {
    const session = await signedIn();
    expect(isKeySessionStale(session)).toBe(false);
    const now = Date.now();
    const later = jest.spyOn(Date, 'now').mockImplementation(() => now + 15 * 60_000);
    try {
      expect(isKeySessionStale(session)).toBe(true);
    } finally {
      later.mockRestore();
    }
  });

  test('sends its secret to no key service with another key than the trusted one', async () => {
    const { signIn, code } = await begun();
    const other = calls({ key: 'A'.repeat(43) });
    await expect(other.finish(signIn, code)).rejects.toMatchObject({ code: 'KEY_SERVICE_CHANGED' });
    expect((await calls().finish(signIn, code)).person.id).toBe('ada');
  });
});
