import { execFile, spawnSync } from 'node:child_process';
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { readSettings } from '../src/config/settings.ts';
import { aClient, type Device, ROOM_SERVICE, Setting } from './setting.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

let setting: Setting;

beforeAll(async () => {
  setting = await Setting.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' });
});
afterAll(() => setting.end());

/** Runs a command of the operator beside the running key service. */
function command(...args: readonly string[]): Readonly<{ code: number | null; out: string; err: string }> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@strongroom/source', '--disable-warning=ExperimentalWarning', MAIN, ...args],
    { env: { PATH: '/usr/bin:/bin', ...COMPILE_CACHE, ...setting.environment }, encoding: 'utf8' },
  );
  return { code: status, out: stdout, err: stderr };
}

const removeBy = (device: Device, id: string, more = {}) =>
  fetch(`${setting.url}/v1/devices/${id}`, {
    method: 'DELETE',
    headers: { authorization: setting.authorization(device, 'DELETE', `/v1/devices/${id}`, '', more) },
  });

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error?: { code: string } }).error?.code ?? '';

describe('an enrolment code', () => {
  test('is a text with address, key and code, and enrols one device of one person', async () => {
    const made = command('enrol', 'anna@example.org');
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^srk_[\w-]+\n$/);
    const text = Buffer.from(made.out.trim().slice(4), 'base64url').toString();
    const { url, key, code } = JSON.parse(text) as { url: string; key: string; code: string };
    const status = (await (await fetch(`${setting.url}/v1/status`)).json()) as { data: { key: string } };
    expect({ url, key }).toEqual({ url: setting.url, key: status.data.key });
    const enrolled = await setting.post('/v1/devices', { code, public_key: aClient().jwk, name: 'laptop' });
    expect(enrolled).toMatchObject({
      status: 201,
      json: { data: { device: expect.any(String), person: { iss: setting.url, id: expect.any(String) } } },
    });
    const again = await setting.post('/v1/devices', { code, public_key: aClient().jwk, name: 'other' });
    expect([again.status, again.json.error?.code]).toEqual([404, 'DEVICE_NOT_FOUND']);
    expect(command('devices').out).toMatch(/anna@example\.org {2}laptop/);
  });

  test('enrols one of two devices that use it at the same time', async () => {
    const code = await setting.code();
    const both = await Promise.all(
      [1, 2].map(() => setting.post('/v1/devices', { code, public_key: aClient().jwk, name: 'x' })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404]);
  });

  test('comes with a warning where its address is not the one of the key service', async () => {
    const said = async (more: Readonly<Record<string, string>> = {}): Promise<string> => {
      const env = { PATH: '/usr/bin:/bin', ...COMPILE_CACHE, ...setting.environment, ...more };
      const args = ['--conditions=@strongroom/source', MAIN, 'enrol', 'anna@example.org'];
      return (await promisify(execFile)(process.execPath, args, { env })).stderr;
    };
    expect(await said()).not.toContain('Nothing with this key answers');
    const warned = await said({ STRONGROOM_KEY_SERVICE_PORT: '1' });
    expect(warned).toContain('Nothing with this key answers at http://127.0.0.1:1, which the code names');
  });

  test('can add a device to a person', async () => {
    const first = await setting.enrol();
    const second = await setting.enrol(first.person.id);
    expect(second.person).toEqual(first.person);
    expect(command('enrol', 'nobody', '--person', randomUUID()).code).toBe(1);
  });

  test.each([
    ['no code', { code: '', public_key: aClient().jwk, name: '' }],
    ['a private key', { code: 'x', public_key: { ...aClient().jwk, d: 'x' }, name: '' }],
    ['a long name', { code: 'x', public_key: aClient().jwk, name: 'x'.repeat(101) }],
    ['another field', { code: 'x', public_key: aClient().jwk, person: 'x' }],
  ])('is refused with %s', async (_, body) => {
    expect((await setting.post('/v1/devices', body)).json.error?.code).toBe('VALIDATION_ERROR');
  });
});

describe('a device', () => {
  test('is removed by another device of its person, and by the operator', async () => {
    const one = await setting.enrol();
    const other = await setting.enrol(one.person.id);
    expect((await removeBy(one, other.id)).status).toBe(200);
    expect(await codeOf(await removeBy(other, one.id))).toBe('PERSON_INVALID');
    expect(command('devices', 'remove', one.id).out).toMatch(/^Removed/);
    expect(await codeOf(await removeBy(one, one.id))).toBe('PERSON_INVALID');
    expect(command('devices', 'remove', one.id).err).toContain('there is no such device');
  });

  test('is answered like an absent one to another person', async () => {
    const [mine, theirs] = [await setting.enrol(), await setting.enrol()];
    for (const id of [theirs.id, randomUUID(), 'x']) {
      const response = await removeBy(mine, id);
      expect([response.status, await codeOf(response)]).toEqual([404, 'DEVICE_NOT_FOUND']);
    }
  });

  test('cannot have its proof used twice, for another path or for another body', async () => {
    const device = await setting.enrol();
    const body = JSON.stringify({ user: randomUUID() });
    const authorization = setting.authorization(device, 'POST', '/v1/person/link', body);
    const ask = (sent: string, header = authorization) =>
      setting.post('/v1/person/link', sent, { authorization: header });
    expect((await ask(JSON.stringify({ user: randomUUID() }))).json.error?.code).toBe('PERSON_INVALID');
    expect((await ask(body)).status).toBe(200);
    expect((await ask(body)).json.error?.code).toBe('PERSON_INVALID');
    const elsewhere = setting.authorization(device, 'POST', '/v1/devices', body);
    expect((await ask(body, elsewhere)).json.error?.code).toBe('PERSON_INVALID');
    expect((await ask(body, 'Bearer x')).json.error?.code).toBe('PERSON_INVALID');
  });
});

describe('a link', () => {
  test('names the user, the person and the room service, and ends after a minute', async () => {
    const device = await setting.enrol();
    const user = randomUUID();
    const body = JSON.stringify({ user });
    const authorization = setting.authorization(device, 'POST', '/v1/person/link', body);
    const { json } = await setting.post('/v1/person/link', body, { authorization });
    const { link } = json.data as unknown as { link: string };
    const [header = '', payload = '', signature = ''] = link.split('.');
    const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
    const { keys } = (await (await fetch(`${setting.url}/.well-known/jwks.json`)).json()) as {
      keys: [Record<string, string>];
    };
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    expect(verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(read(header)).toEqual({ alg: 'Ed25519', typ: 'strongroom-link+jwt', kid: keys[0]['kid'] });
    const { iat, exp, jti, ...rest } = read(payload);
    expect(rest).toEqual({ iss: setting.url, aud: ROOM_SERVICE, sub: `user:${user}`, person: device.person });
    expect(Number(exp) - Number(iat)).toBe(60);
    expect(jti).toMatch(/^[\w-]{22}$/);
  });
});

describe('the settings of the mode device', () => {
  const read = (more: Readonly<Record<string, string>>) =>
    readSettings({
      STRONGROOM_KEY_SERVICE_PROOF: 'device',
      STRONGROOM_KEY_SERVICE_ROOM_SERVICE: ROOM_SERVICE,
      ...more,
    });

  test('let no page ask for keys, and those of the room service only where the operator trusts them', () => {
    expect(read({})).toMatchObject({ settings: { origins: [] } });
    const origins = { STRONGROOM_KEY_SERVICE_ORIGINS: `https://files.example.com, ${ROOM_SERVICE}` };
    expect(read(origins)).toMatchObject({ problems: [expect.stringContaining('one authority')] });
    expect(read({ ...origins, STRONGROOM_KEY_SERVICE_ROOM_PAGES: 'trusted' })).toMatchObject({
      settings: { isRoomTrusted: true },
    });
  });

  test('make no code in the mode grant, and no store', () => {
    const folder = join(setting.folder, 'elsewhere');
    const env = { ...setting.environment, STRONGROOM_KEY_SERVICE_PROOF: 'grant', STRONGROOM_DATA_DIR: folder };
    const made = spawnSync(process.execPath, ['--conditions=@strongroom/source', MAIN, 'enrol', 'anna'], {
      env: { PATH: '/usr/bin:/bin', ...env },
    });
    expect([made.status, made.stdout.toString(), existsSync(folder)]).toEqual([1, '', false]);
  });
});
