import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { signingKeyFrom, systemClock } from '@strongroom/adapter-local';
import { instant } from '@strongroom/domain';
import { linkVerifier } from '../../src/container/link-verifier.ts';

const newKey = () => signingKeyFrom(randomBytes(32).toString('base64url'));
const key = newKey();
const now = (): number => Math.floor(Date.now() / 1000);
const user = randomUUID();
const person = { iss: 'https://keys.example', id: randomUUID() };

type Changes = Readonly<{
  header?: Readonly<Record<string, unknown>>;
  claims?: Readonly<Record<string, unknown>>;
  by?: ReturnType<typeof newKey>;
}>;

/** A link as the key service signs it, but for the changes. */
function linkWith({ header, claims, by = key }: Changes = {}): string {
  const signed = [
    { alg: 'Ed25519', typ: 'strongroom-link+jwt', kid: key.thumbprint, ...header },
    {
      iss: 'https://keys.example',
      aud: 'https://rooms.example',
      iat: now(),
      exp: now() + 60,
      jti: 'x',
      sub: `user:${user}`,
      person,
      ...claims,
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${by.sign(signed)}`;
}

const verify = linkVerifier({
  keyService: 'https://keys.example',
  roomService: () => 'https://rooms.example',
  clock: systemClock,
  keys: async () => ({ keys: [{ kty: 'RSA' }, newKey().publicKey, key.publicKey] }),
});

describe('a link of the key service', () => {
  test('tells the user and the person', async () => {
    expect(await verify(linkWith())).toEqual({ user, person });
  });

  test.each<[string, Changes]>([
    ['another key', { by: newKey() }],
    ['a key that is not in the set', { header: { kid: newKey().thumbprint } }],
    ['the typ of a grant', { header: { typ: 'strongroom-grant+jwt' } }],
    ['the alg none', { header: { alg: 'none' } }],
    ['another issuer', { claims: { iss: 'https://other.example' } }],
    ['another audience', { claims: { aud: 'https://other.example' } }],
    ['a list as audience', { claims: { aud: ['https://rooms.example'] } }],
    ['an end that has passed', { claims: { iat: now() - 120, exp: now() - 60 } }],
    ['a beginning that is to come', { claims: { iat: now() + 90, exp: now() + 120 } }],
    ['a longer life', { claims: { exp: now() + 600 } }],
    ['no end', { claims: { exp: undefined } }],
    ['the subject of a share link', { claims: { sub: `share:${user}` } }],
    ['no person', { claims: { person: undefined } }],
    ['a line break in a person', { claims: { person: { iss: 'https://keys.example\nx', id: 'y' } } }],
    ['an empty person', { claims: { person: { iss: '', id: '' } } }],
  ])('is refused with %s', async (_, changes) => {
    expect(await verify(linkWith(changes))).toBeUndefined();
  });

  test.each(['', 'a.b.c', `${linkWith()}=`, `${linkWith()}.x`])('is refused in another form', async (text) => {
    expect(await verify(text)).toBeUndefined();
  });

  test('is judged by the clock of the service', async () => {
    const anHourLater = linkVerifier({
      keyService: 'https://keys.example',
      roomService: () => 'https://rooms.example',
      clock: { now: () => instant(systemClock.now() + 3_600_000) },
      keys: async () => ({ keys: [key.publicKey] }),
    });
    expect(await anHourLater(linkWith())).toBeUndefined();
    expect(await anHourLater(linkWith({ claims: { iat: now() + 3600, exp: now() + 3660 } }))).toEqual({ user, person });
  });

  test('is not judged while the keys are unknown', async () => {
    const without = linkVerifier({
      keyService: 'https://keys.example',
      roomService: () => 'https://rooms.example',
      clock: systemClock,
      keys: () => Promise.reject(new Error('the key service does not answer')),
    });
    await expect(without(linkWith())).rejects.toThrow('does not answer');
  });
});
