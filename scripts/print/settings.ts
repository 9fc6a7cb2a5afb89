import {
  COMMAND_LINE_VARIABLES,
  DRIVER_KINDS,
  DRIVERS,
  KEY_SERVICE_OWN_VARIABLES,
  KEY_SERVICE_VARIABLES,
  modulePrefix,
  ROOM_SERVICE_VARIABLES,
  START_VARIABLES,
  type VariableTable,
  variableNames,
} from '@strongroom/settings';
import { code, PRINTED, page, table } from './markdown.ts';

const words = (list: readonly string[]): string => list.map(code).join(', ');

const described = (variables: VariableTable): string =>
  table(
    ['Variable', 'Value', 'Default', 'Meaning'],
    Object.values(variables).map(({ name, form, shown, meaning }) => [code(name), form.allowed, code(shown), meaning]),
  );

const SHARED = variableNames(KEY_SERVICE_VARIABLES).filter(
  (name) => !variableNames(KEY_SERVICE_OWN_VARIABLES).includes(name),
);

const SECRETS = [ROOM_SERVICE_VARIABLES, KEY_SERVICE_OWN_VARIABLES, COMMAND_LINE_VARIABLES]
  .flatMap((variables) => Object.values<VariableTable[string]>(variables))
  .filter(({ form }) => form.isSecret === true)
  .map(({ name }) => name);

/** Secrets whose file is read again. */
const FOLLOWED = [
  ROOM_SERVICE_VARIABLES.grantKeys,
  ROOM_SERVICE_VARIABLES.postgresqlUrl,
  ROOM_SERVICE_VARIABLES.mongodbUrl,
].map(({ name }) => name);

/** Every environment variable of the services. */
export function settingsPage(): string {
  return page(
    '# Settings',
    PRINTED,
    'Settings are environment variables, read once at the start. An empty one counts as not set. If one is wrong, or a variable begins with `STRONGROOM_` and is not in this list, the process reports all problems at once and does not start.',
    described(ROOM_SERVICE_VARIABLES),
    '## The key service',
    `A process of its own, which also reads ${words(SHARED)}: they have to be those of the room service. \`npm start\` sets what both need to find each other.`,
    described(KEY_SERVICE_OWN_VARIABLES),
    ...Object.values(START_VARIABLES).map(({ name, meaning }) => `\`${name}=${meaning.replace(' makes', '` makes')}`),
    '## Secrets',
    `These hold secrets: ${words(SECRETS)}. Each also exists with \`_FILE\` after its name, which names a file with the secret: set one of the two. Of the files, those of ${words(FOLLOWED)} are read again while the service runs. [Change every secret](../how-to/change-every-secret.md) says how to change each. No message and no log repeats them.`,
    '## What can stand behind a port',
    'Each of these variables also takes `module:PACKAGE`, an adapter of [a package from outside](../how-to/write-an-adapter.md). Its own settings are the variables that begin with the prefix of the last column: it reads `STRONGROOM_BLOBS_MODULE_URL` as `URL`. The package is looked for where the service is installed, then in the folder in which the service starts. A package for documents needs `STRONGROOM_OWNER_TOKEN` and `STRONGROOM_SECRET`, as MongoDB does.',
    table(
      ['Variable', 'Adapters', 'Prefix with `module:`'],
      DRIVER_KINDS.map((kind) => [
        code(ROOM_SERVICE_VARIABLES[kind].name),
        words(Object.keys(DRIVERS[kind])),
        code(modulePrefix(kind)),
      ]),
    ),
  );
}
