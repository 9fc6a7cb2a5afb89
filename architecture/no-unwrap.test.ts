import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Files whose import of the unwrapping module would bring it into the service. */
const ofTheService = globSync(['apps/api/src/**/*.ts', 'packages/{domain,ports,application,adapter-*}/src/**/*.ts']);

test('nothing that the service loads can unwrap a key', () => {
  expect(ofTheService).toContain('packages/adapter-local/src/keys/unwrap.ts');
  // Modules that unwrap import each other.
  const others = ofTheService.filter((path) => !/\/keys\/unwrapper\.ts$|\/src\/unwrap\//.test(path));
  const importing = others.filter((path) =>
    /['"][^'"]*\/unwrap(per)?(\.ts)?['"]|\/unwrap\//.test(readFileSync(path, 'utf8')),
  );
  expect(importing).toEqual([]);
});

test('nothing that the service loads asks a key service to decrypt', () => {
  // Entries of their own hold what unwraps; the test above keeps the service from importing them.
  const sources = ofTheService.filter((path) => !/\/adapter-local\/|\/adapter-[^/]+\/src\/unwrap\//.test(path));
  expect(sources.some((path) => path.includes('/adapter-cloud-kms/'))).toBe(true);
  const asking = sources.filter((path) => /\bdecrypt\w*['"]?\s*[(:\]]|Decrypt\(/.test(readFileSync(path, 'utf8')));
  expect(asking).toEqual([]);
});
