import { readFileSync } from 'node:fs';
import { buildVersion } from '@strongroom/store-kit/node';
import { APP_FOLDER } from './app-folder.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', APP_FOLDER), 'utf8'));

/** The version of the service, from its package.json. */
export const VERSION =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '?';

/** Tells builds of one version apart. */
export const BUILD = buildVersion(VERSION, { module: import.meta.url, app: APP_FOLDER });
