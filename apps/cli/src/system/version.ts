import { readFileSync } from 'node:fs';
import { buildVersion } from '@strongroom/store-kit/node';
import { APP_FOLDER } from './app-folder.ts';

/** The version of this program. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', APP_FOLDER), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '?';
}

/** Tells builds of one version apart. */
export const build = (): string => buildVersion(version(), { module: import.meta.url, app: APP_FOLDER });
