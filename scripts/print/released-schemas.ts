import { readFileSync } from 'node:fs';
import { COLLECTIONS, schemasOf } from '../../packages/application/src/store/collections.ts';
import { manifestIn } from '../release/packages.ts';

/**
 * The schemas of this version's stores, until the changelog dates the version: its page stays then. The next version serves
 * beside it, and compares its own with them.
 */
export function releasedSchemas(): readonly (readonly [string, string])[] {
  const { version } = manifestIn('.');
  const path = `docs/reference/released/schemas-${version}.json`;
  const isReleased = readFileSync('CHANGELOG.md', 'utf8').includes(`\n## [${version}] - `);
  const text = isReleased ? readFileSync(path, 'utf8') : `${JSON.stringify(schemasOf(COLLECTIONS), undefined, 2)}\n`;
  return [[path, text]];
}
