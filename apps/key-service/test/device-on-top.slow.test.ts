import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  deviceCalls,
  type EnrolledDevice,
  enrolDevice,
  type KeyDevice,
  type KeySession,
  keyServiceUnwrapper,
  keySignIns,
} from '@strongroom/client';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { BACK, continueAtProvider } from './person.ts';
import { Setting } from './setting.ts';

let setting: Setting;
let key = '';
let ada: KeySession;

beforeAll(async () => {
  setting = await Setting.withProvider();
  await setting.stop();
  await setting.open({
    ...setting.more,
    STRONGROOM_KEY_SERVICE_POLICY: setting.policy({ C3: { device: true } }),
  });
  key = setting.answerKey.thumbprint;
  ada = await signedIn('ada');
});
afterAll(() => setting.end());

/** Runs a command of the operator beside the running key service. */
function command(...args: readonly string[]): Readonly<{ code: number | null; out: string; err: string }> {
  const main = join(import.meta.dirname, '../src/main.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@strongroom/source', '--disable-warning=ExperimentalWarning', main, ...args],
    { env: { PATH: '/usr/bin:/bin', ...COMPILE_CACHE, ...setting.environment }, encoding: 'utf8' },
  );
  return { code: status, out: stdout, err: stderr };
}

async function signedIn(person: string): Promise<KeySession> {
  const calls = keySignIns({ url: setting.url, key, attempts: 1 });
  const signIn = await calls.begin();
  const address = await calls.addressOf(signIn, BACK);
  const browser = new BrowserByHand();
  const there = await continueAtProvider(setting, browser, new URL(address).search.slice(1));
  const last = await browser.follow(`${there}&login_hint=${person}`, (next) =>
    next.startsWith('http://127.0.0.1:4711/'),
  );
  return calls.finish(signIn, new URL(last.headers.get('location') ?? '').searchParams.get('code') ?? '');
}

/** Enrols a device for a person of the provider, as the operator and the person do it. */
async function enrolled(person: string): Promise<EnrolledDevice> {
  const made = command('enrol', `${person}@example.org`, '--person', person);
  expect([made.code, made.err]).toEqual([0, expect.stringContaining(`person ${person}`)]);
  return enrolDevice(made.out.trim(), { name: 'laptop' });
}

const keyOf = ({ device: id, made: { privateKey } }: EnrolledDevice): KeyDevice => ({ id, privateKey });

type By = Readonly<{ session?: KeySession; device?: KeyDevice; label?: string }>;

/** Unwraps a fresh file that the room service grants to ada. Returns the refusal, or whether the key is the right one. */
async function opens({ session, device, label = 'C3' }: By): Promise<string> {
  const proofs = { device, session: session && (async () => session) };
  const unwrapper = keyServiceUnwrapper({ url: setting.url, key, attempts: 1, ...proofs });
  const jkt = (await unwrapper.client?.()) ?? '';
  const wrapped = await setting.aFile();
  const { wrappedDek, kmsKeyId, file: fileId } = wrapped;
  const grant = setting.grant(wrapped, { jkt }, { person: ada.person, label });
  try {
    const opened = await unwrapper.unwrap({ wrappedDek, kmsKeyId, aad: null, grant, fileId, op: 'open' });
    return Buffer.from(opened).equals(Buffer.from(await setting.known(wrapped))) ? 'OPENED' : 'ANOTHER KEY';
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
}

const lastEvent = async () => {
  const [last] = await setting.record();
  return { type: last?.type, rule: last?.rule, device: last?.data['device'], code: last?.data['code'] };
};

describe('a device on top of the sign-in', () => {
  test('is asked for by label, and the refusal says for whom the operator makes the code', async () => {
    expect(await opens({ session: ada, label: 'C2' })).toBe('OPENED');
    const refused = await opens({ session: ada });
    expect(refused).toMatch(/^DEVICE_REQUIRED: .*Files labelled C3 or higher need an enrolled device of yours/);
    expect(refused).toContain('an enrolment code for the person ada');
    expect(await lastEvent()).toEqual({ type: 'key.refused', rule: 'device', device: null, code: 'DEVICE_REQUIRED' });
  });

  test('opens such files together with the sign-in of its person, until it is removed', async () => {
    const device = await enrolled('ada');
    expect(device.person).toEqual(ada.person);
    expect(device.made.privateKey.extractable).toBe(false);
    expect(await opens({ session: ada, device: keyOf(device) })).toBe('OPENED');
    expect(await lastEvent()).toMatchObject({ type: 'key.released', device: device.device });
    expect(command('devices').out).toContain(`${device.device}  person ada  `);
    const calls = deviceCalls({ url: setting.url, device: keyOf(device), attempts: 1 });
    expect(await calls.list()).toMatchObject([{ device: device.device, name: 'laptop', current: true }]);
    expect(await enrolled('bob').then(({ person }) => person.id)).toBe('bob');
    expect(await calls.list()).toHaveLength(1);
    await calls.remove(device.device);
    expect(await opens({ session: ada, device: keyOf(device) })).toMatch(
      /^DEVICE_REQUIRED: .*does not accept the proof of this device; it may have been removed\. Files labelled C3/,
    );
    expect(await lastEvent()).toMatchObject({ rule: 'device-unknown', code: 'DEVICE_REQUIRED' });
    expect(await opens({ session: ada, device: keyOf(device), label: 'C2' })).toBe('OPENED');
  });

  test('opens nothing for a thief who has only the device or only the sign-in', async () => {
    const device = keyOf(await enrolled('ada'));
    // The session of ada is stolen, or the provider signs a thief in as her.
    const thief = await signedIn('ada');
    expect(await opens({ session: thief })).toMatch(/^DEVICE_REQUIRED/);
    expect(await opens({ session: thief, device: keyOf(await enrolled('bob')) })).toMatch(
      /^DEVICE_REQUIRED: .*enrolled for another person than the one who signed in/,
    );
    expect(await lastEvent()).toMatchObject({ rule: 'device-person', device: null });
    // The key of her device is stolen.
    for (const label of ['C1', 'C3']) expect(await opens({ device, label })).toMatch(/^PERSON_INVALID/);
    expect(await opens({ session: await signedIn('bob'), device })).toMatch(/^PERSON_MISMATCH/);
  });

  test('links no user: the sign-in does', async () => {
    const device = keyOf(await enrolled('ada'));
    const link = deviceCalls({ url: setting.url, device, attempts: 1 }).link('4f1c9f6e-2c1b-4a53-9a43-0d1f6f1f2a11');
    await expect(link).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('is enrolled for a person that the operator names, and the policy tells of it', () => {
    const nameless = command('enrol', 'ada@example.org');
    expect([nameless.code, nameless.err]).toEqual([1, expect.stringContaining('enrol NOTE --person ID')]);
    expect(command('enrol', 'ada@example.org', '--person', '').code).toBe(1);
    expect(command('policy', 'show').out).toBe('C3 and higher: with an enrolled device\n');
    const file = join(setting.folder, 'wrong.json');
    writeFileSync(file, JSON.stringify({ version: 1, labels: { C3: { device: 'yes' } } }));
    const checked = command('policy', 'check', file);
    expect([checked.code, checked.err]).toEqual([1, expect.stringContaining('labels.C3.device must be true')]);
  });
});
