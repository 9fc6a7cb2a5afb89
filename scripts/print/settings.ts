import { DRIVERS, KEY_SERVICE_OWN, ROOM_SERVICE } from '@strongroom/settings';
import { code, PRINTED, page, table } from './markdown.ts';

const words = (list: readonly string[]): string => list.map(code).join(', ');

/** Every environment variable of the service. */
export function settings(): string {
  return page(
    '# Settings',
    PRINTED,
    'Settings are environment variables, read once at the start. An empty one counts as not set. If one is wrong, or a variable begins with `STRONGROOM_` and is not in this list, the process reports all problems at once and does not start.',
    table(
      ['Variable', 'Default', 'Meaning'],
      Object.values(ROOM_SERVICE).map(({ name, shown, meaning }) => [code(name), code(shown), meaning]),
    ),
    '## The key service',
    'A process of its own, which also reads `STRONGROOM_DATA_DIR`, `STRONGROOM_LABELS` and the variables of keys above: they have to be those of the room service. `npm start` sets what both need to find each other.',
    table(
      ['Variable', 'Default', 'Meaning'],
      Object.values(KEY_SERVICE_OWN).map(({ name, shown, meaning }) => [code(name), code(shown), meaning]),
    ),
    '`STRONGROOM_KEY_SERVICE=off` makes `npm start` start the room service alone.',
    '## What can stand behind a port',
    'Each of these variables also takes `module:PACKAGE`, an adapter of [a package from outside](../how-to/write-an-adapter.md). Its own settings are the variables that begin with the prefix of the last column: it reads `STRONGROOM_BLOBS_MODULE_URL` as `URL`. The package is looked for where the service is installed, then in the folder in which the service starts. A package for documents needs `STRONGROOM_OWNER_TOKEN` and `STRONGROOM_SECRET`, as MongoDB does.',
    table(
      ['Variable', 'Adapters', 'Prefix with `module:`'],
      Object.entries(DRIVERS).map(([kind, drivers]) => [
        code(`STRONGROOM_${kind.toUpperCase()}`),
        words(Object.keys(drivers)),
        code(`STRONGROOM_${kind.toUpperCase()}_MODULE_`),
      ]),
    ),
  );
}
