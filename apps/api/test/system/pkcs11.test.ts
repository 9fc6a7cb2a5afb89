import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aFile, anUpload, aRoom, given } from '../support/people-of-process.ts';
import { type Environment, eventually, Place } from '../support/service-process.ts';
import { TokenPlace } from '../support/token-place.ts';
import { receiptOf, upload } from './kms-place.ts';

// Each test starts processes, on machines that may be busy.
let place: Place;
let at: TokenPlace;
beforeAll(build, 120_000);
beforeEach(async () => {
  [place, at] = await Promise.all([Place.make(), TokenPlace.make()]);
});
afterEach(async () => {
  await place.end();
  await at.end();
});

const started = async (environment: Environment = {}) => {
  const service = await place.start({ ...at.settings, ...environment });
  return { service, owner: service.as(await place.ownerToken()) };
};

describe('with keys in a token', () => {
  test('a file goes up and down, its key unwraps with both private parts, and dies with its room', async () => {
    const { owner } = await started();
    const room = await aRoom(owner);
    const file = await aFile(owner, room);
    const { wrapped_dek, kms_key_id } = await given(owner.get(`/files/${file.id}/download-url`));
    expect(kms_key_id).toMatch(/^pkcs11:object=[0-9a-f-]{36};type=secret-key$/);
    expect(await at.unwrap(wrapped_dek, kms_key_id)).toHaveLength(32);
    const deleted = await given(owner.delete(`/rooms/${room.id}`));
    const { key, keys_destroyed } = await receiptOf(owner, deleted.receipt_id);
    expect(keys_destroyed).toBe(1);
    expect(key).toMatchObject({ kms_key_id, scope: 'room', state: 'destroyed' });
    await expect(at.unwrap(wrapped_dek, kms_key_id)).rejects.toThrow('the key is destroyed');
  });

  test('a token that is gone is named by /readyz, refuses uploads with 503, and serves again once it is back', async () => {
    const { service, owner } = await started();
    const room = await aRoom(owner);
    await anUpload(owner, room);
    const aside = join(at.hsm.folder, 'aside');
    renameSync(at.hsm.tokens, aside);
    const readiness = (status: 'ready' | 'degraded') =>
      eventually(`that /readyz is ${status}`, async () => {
        const answer = await fetch(new URL('/readyz', service.url));
        const said = (await answer.json()) as { status: string; checks: object };
        return answer.status === 200 && said.status === status ? said.checks : undefined;
      });
    expect(await readiness('degraded')).toMatchObject({ documents: 'ok', keys: 'unavailable' });
    const refused = await upload(owner, room, 'one');
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({
      status: 503,
      code: 'KEY_SERVICE_UNAVAILABLE',
    });
    renameSync(aside, at.hsm.tokens);
    await readiness('ready');
    expect((await upload(owner, room, 'two')).status).toBe(200);
  });
});

describe('the library of the token', () => {
  const mapped = (pid: number): string => readFileSync(`/proc/${pid}/maps`, 'utf8');
  const children = (pid: number): readonly number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

  test('is loaded by a process of its own, which ends with the service however that ends', async () => {
    const { service } = await started();
    const [child = 0] = children(service.pid);
    expect(mapped(service.pid)).not.toMatch(/libsofthsm|pkcs11\.node/);
    expect(mapped(child)).toContain('libsofthsm2.so');
    await service.kill();
    await eventually('the end of the process', async () => (existsSync(`/proc/${child}`) ? undefined : true));
  });

  test('is not loaded by the embedded default, which starts no process', async () => {
    const service = await place.start();
    expect(children(service.pid)).toEqual([]);
    expect(mapped(service.pid)).not.toMatch(/libsofthsm|pkcs11\.node/);
  });
});

describe('with the embedded keyring and an outer layer', () => {
  test('a wrapped key does not unwrap with the keyring alone', async () => {
    const { owner } = await started({ STRONGROOM_KEYS: 'local' });
    const { wrapped_dek, kms_key_id } = await anUpload(owner, await aRoom(owner));
    expect(kms_key_id).toMatch(/^local:/);
    expect(Buffer.from(wrapped_dek, 'base64')[0]).toBe(0xe1);
  });
});

describe('the service does not start', () => {
  const refusal = async (environment: Environment): Promise<string> => {
    const { code, out, err } = await place.refusal({ ...at.settings, ...environment });
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 78, out: '', lines: 2 });
    return err;
  };

  test('with a wrong PIN, which it does not print', async () => {
    const wrong = join(at.hsm.folder, 'wrong');
    writeFileSync(wrong, '11112222');
    const err = await refusal({ STRONGROOM_PKCS11_PIN_FILE: wrong });
    expect(err).toContain(
      '- STRONGROOM_KEYS=pkcs11: the token answered CKR_PIN_INCORRECT; correct the file of the PIN.',
    );
    expect(err).not.toContain('11112222');
  });

  test('with a PIN that was refused before, which neither a start nor doctor tries again unasked', async () => {
    const wrong = join(at.hsm.folder, 'wrong');
    writeFileSync(wrong, '11112222', { mode: 0o600 });
    const setting = { STRONGROOM_PKCS11_PIN_FILE: wrong };
    await refusal(setting);
    const again = 'the token rooms refused this PIN at ';
    expect(await refusal(setting)).toContain(again);
    const env = { ...at.settings, ...setting };
    const doctor = async (...options: readonly string[]) =>
      (await strongroom(['doctor', '--data-dir', place.data, ...options], { env })).out;
    expect(await doctor()).toContain(again);
    expect(await doctor('--try-pin')).toContain('the token answered CKR_PIN_INCORRECT');
    writeFileSync(wrong, readFileSync(at.settings['STRONGROOM_PKCS11_PIN_FILE'] ?? ''));
    await place.start(env);
  });

  test('on an empty token when its rooms have keys in another', async () => {
    const { service, owner } = await started();
    await aRoom(owner);
    await service.kill();
    await rm(at.hsm.tokens, { recursive: true });
    await mkdir(at.hsm.tokens);
    at.hsm.token('rooms');
    expect(await refusal({})).toContain('the token holds no key of this service, and this store has rooms (1)');
  });
});
