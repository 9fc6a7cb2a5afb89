import { readFileSync } from 'node:fs';
import { APP_FOLDER } from './app-folder.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', APP_FOLDER), 'utf8'));

/** The version of the service, from its package.json. */
export const VERSION =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '?';
