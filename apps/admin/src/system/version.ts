import { readFileSync } from 'node:fs';
import { APP_FOLDER } from './app-folder.ts';

/** The version of this program. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', APP_FOLDER), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '?';
}
