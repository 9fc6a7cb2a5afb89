import { createDecipheriv } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { aFolder, aKeyring, strongroomAdmin, strongroomAdminFromSources } from './setting.ts';

type Asked = Readonly<{ data: string; wrapped: string; key: string; input?: string }>;

const unwrap = ({ data, wrapped, key, input = '' }: Asked) =>
  strongroomAdmin(['keys', 'unwrap', '--data-dir', data, wrapped, key], { input });

/** Unwraps from the description of the format only: one byte, 12 of IV, 32 of ciphertext, 16 of tag. */
async function unwrappedByHand(data: string, wrapped: string, key: string): Promise<string> {
  const bytes = Buffer.from(wrapped, 'base64');
  const kek = await readFile(join(data, 'keys', `${key.replace('local:', '')}.kek`));
  const decipher = createDecipheriv('aes-256-gcm', kek, bytes.subarray(1, 13), { authTagLength: 16 })
    .setAAD(Buffer.from(`strongroom-data-key-1:${key}`))
    .setAuthTag(bytes.subarray(45));
  return Buffer.concat([decipher.update(bytes.subarray(13, 45)), decipher.final()]).toString('base64');
}

async function aWrappedKey() {
  const keyring = await aKeyring();
  const key = await keyring.newKey();
  return { ...keyring, key, wrapped: await keyring.wrap(key) };
}

/** Every error is one line on standard error, and nothing that looks like a key is printed. */
async function refusal(asked: Asked): Promise<string> {
  const { code, out, err } = await unwrap(asked);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^strongroom-admin: [^\n]+\n$/);
  return err;
}

const flipped = (wrapped: string, at: number): string => {
  const bytes = Buffer.from(wrapped, 'base64');
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes.toString('base64');
};

test('the data key is printed in base64 and a newline, and nothing else', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  const result = await unwrap({ data, wrapped, key });
  expect(result).toEqual({ code: 0, out: `${await unwrappedByHand(data, wrapped, key)}\n`, err: '' });
  expect(Buffer.from(result.out, 'base64')).toHaveLength(32);
});

test('--lines answers each line with one line, and continues after a refused one', async () => {
  const { data, wrapped, key, newKey, wrap } = await aWrappedKey();
  const other = await newKey();
  const second = await wrap(other);
  const asked = [
    { id: 1, wrapped_dek: wrapped, kms_key_id: key, aad: null },
    { id: 'b', wrapped_dek: second, kms_key_id: key },
    { id: 3, wrapped_dek: '%', kms_key_id: key },
    { id: 4 },
    { id: 5, wrapped_dek: second, kms_key_id: other },
  ];
  const input = `${asked.map((one) => JSON.stringify(one)).join('\n')}\nno JSON`;
  const { code, out, err } = await strongroomAdmin(['keys', 'unwrap', '--lines', '--data-dir', data], { input });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([
    { id: 1, key: await unwrappedByHand(data, wrapped, key) },
    { id: 'b', error: expect.stringContaining('belongs to another room') },
    { id: 3, error: expect.stringContaining('WRAPPED_DEK is not base64') },
    { id: 4, error: expect.stringContaining('the line is not') },
    { id: 5, key: await unwrappedByHand(data, second, other) },
    { id: null, error: expect.stringContaining('the line is not') },
  ]);
});

test('--lines refuses an endless line, and a key on the command line', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  const endless = await strongroomAdmin(['keys', 'unwrap', '--lines', '--data-dir', data], {
    input: 'A'.repeat(70_000),
  });
  expect(endless).toMatchObject({ code: 1, out: '', err: expect.stringContaining('a line of more than 65536') });
  const both = await strongroomAdmin(['keys', 'unwrap', '--lines', wrapped, key]);
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('takes all keys from standard input') });
});

test('the wrapped key may come from standard input, with a newline after it', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  const direct = await unwrap({ data, wrapped, key });
  expect(await unwrap({ data, wrapped: '-', key, input: `${wrapped}\n` })).toEqual(direct);
});

test('keys unwrap refuses an empty or endless standard input', async () => {
  const { data, key } = await aWrappedKey();
  expect(await refusal({ data, wrapped: '-', key, input: ' \n' })).toContain('standard input was empty');
  expect(await refusal({ data, wrapped: '-', key, input: 'A'.repeat(70_000) })).toContain(
    'holds more than a wrapped key',
  );
});

test('keys unwrap uses STRONGROOM_DATA_DIR without --data-dir, or else ./data', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  const args = ['keys', 'unwrap', wrapped, key];
  const expected = await unwrap({ data, wrapped, key });
  expect(await strongroomAdmin(args, { env: { STRONGROOM_DATA_DIR: data } })).toEqual(expected);
  const cwd = await aFolder();
  expect((await strongroomAdmin(args, { cwd })).err).toContain(join(cwd, 'data', 'keys'));
  expect((await strongroomAdmin(args, { cwd, env: { STRONGROOM_DATA_DIR: '' } })).err).toContain(
    join(cwd, 'data', 'keys'),
  );
});

test('the named folder wins over STRONGROOM_DATA_DIR', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  const elsewhere = { STRONGROOM_DATA_DIR: await aFolder() };
  const result = await strongroomAdmin(['keys', 'unwrap', `--data-dir=${data}`, wrapped, key], { env: elsewhere });
  expect(result.code).toBe(0);
});

test('keys unwrap refuses a wrapped key that is not base64', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  for (const text of ['%%%', `${wrapped} `, wrapped.slice(0, -1), wrapped.replaceAll('=', ''), `_${wrapped.slice(1)}`])
    expect(await refusal({ data, wrapped: text, key })).toContain('WRAPPED_DEK is not base64');
});

test('keys unwrap refuses base64 that is not a wrapped key', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  for (const text of ['AAAA', Buffer.alloc(61).toString('base64'), flipped(wrapped, 0)])
    expect(await refusal({ data, wrapped: text, key })).toContain('no key that an embedded keyring wrapped');
});

test('keys unwrap detects operands in the wrong order', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  expect(await refusal({ data, wrapped: key, key: wrapped })).toContain('first comes WRAPPED_DEK');
});

test('keys unwrap refuses the key of another key service and any other word', async () => {
  const { data, wrapped } = await aWrappedKey();
  const cloud = 'projects/p/locations/l/keyRings/r/cryptoKeys/k';
  for (const key of [cloud, 'local:', 'local:../../etc/passwd', 'local:00000000-0000-4000-8000-00000000000A'])
    expect(await refusal({ data, wrapped, key })).toContain('not one of the embedded keyring');
});

test('keys unwrap names an unknown key and the keyring', async () => {
  const { data, wrapped } = await aWrappedKey();
  const unknown = 'local:00000000-0000-4000-8000-000000000000';
  const err = await refusal({ data, wrapped, key: unknown });
  expect(err).toContain(`there is no key ${unknown}`);
  expect(err).toContain(join(data, 'keys'));
});

test('keys unwrap distinguishes a destroyed key from one that never existed', async () => {
  const { data, wrapped, key, destroy } = await aWrappedKey();
  await destroy(key);
  expect(await refusal({ data, wrapped, key })).toContain('was destroyed with its room');
});

test('keys unwrap names the right key for a key of another room', async () => {
  const { data, wrapped, key, newKey } = await aWrappedKey();
  const err = await refusal({ data, wrapped, key: await newKey() });
  expect(err).toContain('belongs to another room');
  expect(err).toContain(key);
});

test('a flipped bit of a key is noticed wherever it is', async () => {
  const { data, wrapped, key, newKey } = await aWrappedKey();
  await newKey();
  for (const at of [1, 12, 13, 44, 45, 60])
    expect(await refusal({ data, wrapped: flipped(wrapped, at), key })).toContain('was changed on its way');
});

test('keys unwrap names a missing folder and does not create it', async () => {
  const { wrapped, key } = await aWrappedKey();
  const data = join(await aFolder(), 'nowhere');
  expect(await refusal({ data, wrapped, key })).toContain(`there is no keyring at ${join(data, 'keys')}`);
  await expect(readFile(data)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('keys unwrap names a file in place of the folder', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  await rm(join(data, 'keys'), { recursive: true });
  await writeFile(join(data, 'keys'), '');
  expect(await refusal({ data, wrapped, key })).toContain('there is no keyring at');
});

test('keys unwrap reports a damaged key file', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  await writeFile(join(data, 'keys', `${key.replace('local:', '')}.kek`), Buffer.alloc(31));
  expect(await refusal({ data, wrapped, key })).toContain('is damaged: restore it from a backup');
});

test('keys unwrap reports the keyring of another user', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  await chmod(join(data, 'keys'), 0o000);
  const { code, err } = await unwrap({ data, wrapped, key });
  await chmod(join(data, 'keys'), 0o700);
  // File modes do not bind root.
  const isSuperuser = process.getuid?.() === 0;
  expect(code).toBe(isSuperuser ? 0 : 1);
  expect(err).toContain(isSuperuser ? '' : 'run this as the user of the service');
});

test('keys unwrap loads nothing of the service', async () => {
  const { data, wrapped, key } = await aWrappedKey();
  const { err } = await strongroomAdminFromSources(['keys', 'unwrap', '--data-dir', data, wrapped, key], {
    env: { NODE_DEBUG: 'esm' },
  });
  const loaded = new Set(err.match(/packages\/[\w-]+\/src/g));
  expect([...loaded]).toContain('packages/adapter-local/src');
  expect(
    [...loaded].filter(
      (path) => !/(domain|ports|client|command-line|settings|audit-proof|store-kit|adapter-local)\/src$/.test(path),
    ),
  ).toEqual([]);
  expect(err).not.toMatch(/node_modules\/(express|inversify)/);
});
