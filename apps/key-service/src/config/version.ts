import { buildVersion } from '@strongroom/store-kit/node';

/** Version of the key service, which is that of the repository. */
export const VERSION = '0.2.0';

/** Tells builds of one version apart. */
export const BUILD = buildVersion(VERSION, { module: import.meta.url, app: new URL('../../', import.meta.url) });
