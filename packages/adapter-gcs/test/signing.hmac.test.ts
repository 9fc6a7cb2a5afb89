import { createHash, createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { hmacSigner } from '../src/signing/hmac-signer.ts';
import { signedUrl } from '../src/signing/signed-url.ts';

const KEY = { accessId: 'GOOG1EXAMPLE', secret: 'a secret of forty characters, more or less' };
const download = (from: number) => ({
  method: 'GET' as const,
  origin: 'https://storage.googleapis.com',
  path: '/bucket/sealed/a',
  from,
  seconds: 60,
});

const mac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature, computed step by step as on Google's page. */
function signatureOf(url: string, day: string, time: string): string {
  const query = url.slice(url.indexOf('?') + 1, url.indexOf('&X-Goog-Signature='));
  const request = `GET\n/bucket/sealed/a\n${query}\nhost:storage.googleapis.com\n\nhost\nUNSIGNED-PAYLOAD`;
  const hash = createHash('sha256').update(request).digest('hex');
  const dayKey = mac(`GOOG4${KEY.secret}`, day);
  const key = mac(mac(mac(dayKey, 'auto'), 'storage'), 'goog4_request');
  return mac(key, `GOOG4-HMAC-SHA256\n${time}\n${day}/auto/storage/goog4_request\n${hash}`).toString('hex');
}

test('the signer signs with the HMAC key of the day, even when the day changes', async () => {
  const signer = hmacSigner(KEY);
  const midnight = Date.UTC(2030, 0, 2) / 1000;
  for (const [from, day, time] of [
    [midnight - 1, '20300101', '20300101T235959Z'],
    [midnight, '20300102', '20300102T000000Z'],
    [midnight - 1, '20300101', '20300101T235959Z'],
  ] as const) {
    const url = await signedUrl(signer, download(from));
    expect(url).toContain(
      `X-Goog-Credential=GOOG1EXAMPLE%2F${day}%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=${time}`,
    );
    expect(url.slice(url.indexOf('&X-Goog-Signature='))).toBe(`&X-Goog-Signature=${signatureOf(url, day, time)}`);
  }
});

test('the signer rejects a lifetime that V4 signing does not allow', async () => {
  const signer = hmacSigner(KEY);
  for (const seconds of [0, -1, 1.5, 604_801, Number.NaN])
    await expect(signedUrl(signer, { ...download(0), seconds })).rejects.toBeInstanceOf(TypeError);
  await expect(signedUrl(signer, { ...download(0), seconds: 604_800 })).resolves.toContain('X-Goog-Expires=604800');
});
