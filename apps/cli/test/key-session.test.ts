import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Me } from '@strongroom/client';
import type { World } from '@strongroom/command-line';
import {
  endKeySessions,
  freshKeySession,
  keysBySignIn,
  readKeySession,
  readTrustedKeys,
} from '../src/account/key-session.ts';
import { aFolder, aTerminal } from './setting.ts';

const jwk = async () => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const { x, y, d } = await crypto.subtle.exportKey('jwk', privateKey);
  return { x, y, d };
};
const part = (fields: object): string => Buffer.from(JSON.stringify(fields)).toString('base64url');
const IN_AN_HOUR = Math.floor(Date.now() / 1000) + 3600;

/** A sign-in at a key service, of which no address answers. */
const aSignIn = async (name: string) => ({
  service: `http://127.0.0.1:9/${name}`,
  url: `http://127.0.0.1:9/keys-of-${name}`,
  key: name.padEnd(43, 'A'),
  person: { iss: 'https://id.example', id: name },
  proof: `${part({})}.${part({ exp: IN_AN_HOUR })}.`,
  endsAt: IN_AN_HOUR * 1000,
  next: 'A'.repeat(43),
  privateKey: await jwk(),
});

/** A sign-in at the key service of another service. */
const aSigning = async (isElsewhere: boolean) => {
  const { service, url, key } = await aSignIn('ours');
  const me = { id: 'anna' } as Me;
  return { at: { url, key }, service, me, session: undefined, isElsewhere, signal: AbortSignal.timeout(60_000) };
};

/** Settings beside which a file holds this. */
async function aMachine(stored: unknown) {
  const folder = await aFolder();
  const path = join(folder, 'config-person.json');
  await writeFile(path, JSON.stringify(stored), { mode: 0o600 });
  const { terminal } = aTerminal({ env: { STRONGROOM_CONFIG: join(folder, 'config.json') } });
  return { path, world: { terminal } };
}

test('the file keeps the sign-ins at the key services of two services apart', async () => {
  const [ours, theirs] = [await aSignIn('ours'), await aSignIn('theirs')];
  const { world } = await aMachine([ours, theirs]);
  const { terminal } = world;
  expect((await readKeySession(terminal, ours.service))?.person).toEqual(ours.person);
  expect((await readKeySession(terminal, `${theirs.service}/api/v1/`))?.person).toEqual(theirs.person);
  expect(await readKeySession(terminal, 'http://127.0.0.1:9/another')).toBeUndefined();
  expect((await freshKeySession(world, ours.url)).person).toEqual(ours.person);
  expect((await freshKeySession(world, theirs.url)).person).toEqual(theirs.person);
});

test('the program reads the file of an earlier version, which holds one sign-in', async () => {
  const ours = await aSignIn('ours');
  const { world } = await aMachine(ours);
  expect(await readTrustedKeys(world.terminal)).toEqual([ours]);
  expect((await freshKeySession(world, ours.url)).person).toEqual(ours.person);
});

test('a sign-out removes the secrets of all services, and keeps the trust in their key services', async () => {
  const all = [await aSignIn('ours'), await aSignIn('theirs')];
  const { path, world } = await aMachine(all);
  await endKeySessions(world);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(all.map(({ service, url, key }) => ({ service, url, key })));
});

test.each([[{}], [[{ service: 'x' }]], ['text']])(
  'the error for a damaged file says what to do: %j',
  async (stored) => {
    const { path, world } = await aMachine(stored);
    await expect(readTrustedKeys(world.terminal)).rejects.toThrow(`${path} is damaged, and says`);
  },
);

test.each([
  ['a sign-out', (world: World) => endKeySessions(world)],
  ['a sign-in', async (world: World) => keysBySignIn(world, await aSigning(false))],
  ['a sign-in on another machine', async (world: World) => keysBySignIn(world, await aSigning(true))],
])('%s leaves a damaged file, which may hold the trust in other key services, as it is', async (_, act) => {
  const damaged = [await aSignIn('theirs'), { service: 'x' }];
  const { path, world } = await aMachine(damaged);
  await expect(act(world)).rejects.toThrow(`${path} is damaged, and says which key services this machine trusts`);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(damaged);
});
