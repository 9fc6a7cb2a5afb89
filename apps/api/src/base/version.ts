import { buildVersion, packageVersion } from '@strongroom/store-kit/node';
import { APP_FOLDER } from './app-folder.ts';

/** The version of the service, from its package.json. */
export const VERSION = packageVersion(APP_FOLDER);

/** Tells builds of one version apart. */
export const BUILD = buildVersion(VERSION, { module: import.meta.url, app: APP_FOLDER });
