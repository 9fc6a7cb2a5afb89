import { buildVersion, packageVersion } from '@strongroom/store-kit/node';
import { APP_FOLDER } from './app-folder.ts';

/** The version of this program. */
export const version = (): string => packageVersion(APP_FOLDER);

/** Tells builds of one version apart. */
export const build = (): string => buildVersion(version(), { module: import.meta.url, app: APP_FOLDER });
