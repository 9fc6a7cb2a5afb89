import { expect, test } from '@jest/globals';
import type { StrongroomError } from '../src/base/error.ts';
import { ownBytes } from '../src/content/bytes.ts';
import { newPackageKey, openFromPackage, sealToPackage } from '../src/links/package-key.ts';

const FILE = { fileId: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', version: 2 };
const dek = ownBytes(Uint8Array.from({ length: 32 }, (_, index) => index));

test('the key of a package opens the key of its file', async () => {
  const packageKey = newPackageKey();
  const sealed = await sealToPackage(packageKey, dek, FILE);
  expect(sealed).toMatch(/^[\w-]{80}$/u);
  expect(await sealToPackage(packageKey, dek, FILE)).not.toBe(sealed);
  expect(await openFromPackage(packageKey, sealed, FILE)).toEqual(dek);
});

test('the key of a package opens no other file, version or package', async () => {
  const packageKey = newPackageKey();
  const sealed = await sealToPackage(packageKey, dek, FILE);
  const changed = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
  const tried = [
    openFromPackage(packageKey, sealed, { ...FILE, version: 3 }),
    openFromPackage(packageKey, sealed, { ...FILE, fileId: '00000000-0000-4000-8000-000000000000' }),
    openFromPackage(newPackageKey(), sealed, FILE),
    openFromPackage(packageKey, changed, FILE),
    openFromPackage(packageKey, sealed.slice(4), FILE),
  ];
  const codes = await Promise.all(
    tried.map((one) => one.then(String, (error: unknown) => (error as StrongroomError).code)),
  );
  expect(codes).toEqual(tried.map(() => 'KEY_NOT_UNWRAPPED'));
});
