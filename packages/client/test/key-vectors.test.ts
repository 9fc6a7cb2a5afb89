import { readFileSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';
import { ClientKey, importClientKey } from '../src/keys/client-key.ts';
import { deviceProof } from '../src/keys/device.ts';
import { openBytes, openSealed } from '../src/keys/sealed-key.ts';
import { openSealedText } from '../src/keys/sealed-text.ts';
import { openAtOnce } from '../src/node/key-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a file of JSON
type Loose = any;
const vectors: Loose = JSON.parse(readFileSync('docs/reference/key-service-vectors.json', 'utf8'));
const { client, key_service: service, grant, unwrap, sealed_text: sealed, device_proof: device } = vectors;

const theClient = async (): Promise<ClientKey> => {
  const { d: _, ...publicKey } = client.private_key;
  return ClientKey.of({ publicKey, privateKey: await importClientKey(client.private_key, false) });
};
const verifier = (): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', service.public_key, 'Ed25519', true, ['verify']);

test.each([
  ['in a browser', openBytes],
  ['in Node', openAtOnce],
])('%s the client library opens the key of the vectors, and refuses it for another purpose', async (_, open) => {
  const key = await theClient();
  expect(key.thumbprint).toBe(client.thumbprint);
  const about = { url: service.url, file: unwrap.file, op: unwrap.op, grant: grant.token };
  const bytes = Buffer.from(await open(unwrap.answer, about, key, await verifier()));
  expect(bytes.toString('base64url')).toBe(unwrap.data_key);
  for (const changed of [{ op: 'seal' }, { grant: `${grant.token}A` }, { file: service.url }])
    await expect(open(unwrap.answer, { ...about, ...changed }, key, await verifier())).rejects.toMatchObject({
      code: 'KEY_NOT_UNWRAPPED',
    });
});

test.each([
  ['in a browser', openBytes],
  ['in Node', openAtOnce],
])('%s an answer with another key is refused before anything is agreed on', async (_, open) => {
  const key = await theClient();
  const agreed = jest.spyOn(crypto.subtle, 'deriveBits');
  const about = { url: service.url, file: unwrap.file, op: unwrap.op, grant: grant.token };
  const answer = { ...unwrap.answer, wrapped_key: `A${unwrap.answer.wrapped_key.slice(1)}` };
  await expect(open(answer, about, key, await verifier())).rejects.toMatchObject({ code: 'KEY_NOT_UNWRAPPED' });
  expect(agreed).not.toHaveBeenCalled();
  agreed.mockRestore();
});

test('in Node keys are opened without the thread pool, apart from one agreement for a batch', async () => {
  const [key, about] = [await theClient(), { url: service.url, file: unwrap.file, op: unwrap.op, grant: grant.token }];
  const known = await verifier();
  await openAtOnce(unwrap.answer, about, key, known);
  const calls = (['digest', 'verify', 'deriveBits', 'deriveKey', 'importKey', 'unwrapKey', 'exportKey'] as const).map(
    (name) => jest.spyOn(crypto.subtle, name),
  );
  await openAtOnce({ ...unwrap.answer }, about, key, known);
  for (const call of calls) {
    expect(call).not.toHaveBeenCalled();
    call.mockRestore();
  }
});

test('the data key opens the file of the vectors', async () => {
  const { iv, tag, object, text } = vectors.file;
  const [key, ...parts] = [unwrap.data_key, object, tag].map((part) => Buffer.from(part, 'base64'));
  const dataKey = await crypto.subtle.importKey('raw', key ?? new Uint8Array(), 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: Buffer.from(iv, 'base64') };
  const opened = await crypto.subtle.decrypt(algorithm, dataKey, Buffer.concat(parts));
  expect(Buffer.from(opened).toString()).toBe(text);
});

test('a hidden data key opens the file of the vectors, and shows its bytes to no script', async () => {
  const { iv, tag, object, text } = vectors.file;
  const about = { url: service.url, file: unwrap.file, op: unwrap.op, grant: grant.token };
  const hidden = await openSealed(unwrap.answer, about, await theClient(), await verifier(), { isHidden: true });
  const ciphertext = Buffer.concat([object, tag].map((part) => Buffer.from(part, 'base64')));
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: Buffer.from(iv, 'base64') }, hidden, ciphertext);
  expect(Buffer.from(opened).toString()).toBe(text);
  await expect(crypto.subtle.exportKey('raw', hidden)).rejects.toThrow('not extractable');
});

test('the library agrees once with the ephemeral key that all answers of a batch share', async () => {
  const key = await theClient();
  const agreed = jest.spyOn(crypto.subtle, 'deriveBits');
  const about = { url: service.url, file: unwrap.file, op: unwrap.op, grant: grant.token };
  for (let times = 0; times < 3; times++)
    await openSealed({ ...unwrap.answer }, about, key, await verifier(), { isHidden: false });
  expect(agreed).toHaveBeenCalledTimes(1);
  await openSealedText(sealed.answer, service.url, key, await verifier());
  expect(agreed).toHaveBeenCalledTimes(unwrap.answer.epk.x === sealed.answer.epk.x ? 1 : 2);
  agreed.mockRestore();
});

test('the library reads the sealed text of the vectors', async () => {
  expect(await openSealedText(sealed.answer, service.url, await theClient(), await verifier())).toBe(sealed.text);
});

test('the proof of a device has the digest of the vectors', async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const privateKey = await crypto.subtle.importKey('jwk', device.private_key, algorithm, false, ['sign']);
  for (const [call, covered] of Object.entries<string>(device.covered)) {
    const proof = await deviceProof({ id: device.header.kid, privateKey }, service.url, covered);
    const claims = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString());
    expect([call, claims.gh]).toEqual([call, device.gh[call]]);
  }
});
