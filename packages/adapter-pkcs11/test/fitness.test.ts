import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PIN } from '@strongroom/test-servers/soft-hsm';
import { TokenUnfit } from '../src/index.ts';
import { A_FILE, A_ROOM, Place, uuidIn } from './setting.ts';

let at: Place;
beforeEach(() => {
  at = new Place();
});
afterEach(() => at.end());

const refusal = async (options: Parameters<Place['vault']>[0]): Promise<string> => {
  const error = await at.vault(options).then(
    () => new Error('it was opened'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TokenUnfit);
  const { message } = error as Error;
  expect(message).not.toContain(PIN);
  return message;
};

describe('a vault is not opened', () => {
  test('with a wrong PIN', async () => {
    const message = await refusal({ pin: '00000000' });
    expect(message).toBe('the token answered CKR_PIN_INCORRECT; correct the file of the PIN');
    expect(message).not.toContain('00000000');
  });

  test('on a token that is not there, and names those that are', async () => {
    at.hsm.token('other');
    expect(await refusal({ token: 'romos' })).toMatch(
      /no token with the label romos, but (rooms, other|other, rooms); correct the label$/,
    );
  });

  test('because two tokens have the label', async () => {
    at.hsm.token('rooms');
    expect(await refusal({})).toBe('the library shows 2 tokens with the label rooms; give each a label of its own');
  });

  test.each(['/usr/lib/no-such-library.so', '/etc/hostname'])('without a library (%s)', async (library) => {
    const message = await refusal({ library });
    expect(message).toContain(`the library ${library} cannot be loaded`);
    expect(message).toMatch(/; name the PKCS#11 library of the vendor by its full path$/);
  });

  test('on a token whose user has no PIN, and nothing is made', async () => {
    at.hsm.unready('fresh');
    expect(await refusal({ token: 'fresh' })).toBe(
      'the token fresh has no user PIN yet; set one with a tool of the vendor',
    );
  });

  test('with a PIN of another length', async () => {
    expect(await refusal({ pin: '1' })).toMatch(/^the token answered CKR_PIN_\w+; correct the file of the PIN$/);
  });

  test('with a library that does not speak PKCS#11', async () => {
    expect(await refusal({ library: process.execPath })).toContain('cannot be loaded');
  });

  test('because its token holds the private key of the outer layer', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const outerModulus = publicKey.export({ format: 'jwk' }).n;
    at.hsm.import(at.rooms, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(await refusal({ outerModulus })).toContain('the private key of the outer layer is in the same token');
    await at.vault();
  });
});

describe('a token', () => {
  test('holds nothing after a vault was opened and checked, and is new until its first key', async () => {
    const vault = await at.vault();
    await vault.check();
    expect(vault.wasNew).toBe(true);
    expect(at.objects().trim()).toBe('');
    await vault.createKey(A_ROOM);
    expect((await at.vault()).wasNew).toBe(false);
  });

  test('keeps a room key that is sensitive, not extractable and not modifiable', async () => {
    const uuid = uuidIn(await (await at.vault()).createKey(A_ROOM));
    const shown = at.objects('--type', 'secrkey');
    expect(shown).toContain(`label:      ${uuid}`);
    expect(shown).toMatch(/Usage:\s+encrypt, decrypt\n/);
    expect(shown).toMatch(/Access:\s+sensitive, always sensitive, never extract[^,\n]*, local\n/);
    expect(() => at.hsm.tool(at.rooms, '--read-object', '--type', 'secrkey', '--label', uuid)).toThrow(
      'Command failed',
    );
    expect(() => at.hsm.tool(at.rooms, '--set-id', '00', '--type', 'secrkey', '--label', uuid)).toThrow(
      'Command failed',
    );
  });

  test('may also hold keys of another service', async () => {
    at.hsm.tool(at.rooms, '--keygen', '--key-type', 'aes:32', '--label', 'foreign', '--sensitive');
    const vault = await at.vault();
    const key = await vault.createKey(A_ROOM);
    await vault.wrapNewDataKey(key, A_FILE);
    await vault.destroyKey(key);
    expect(at.objects('--type', 'secrkey')).toContain('label:      foreign');
  });
});
