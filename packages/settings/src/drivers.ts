import { type Form, InvalidSetting, type Requirement } from './variable.ts';

/** The place where an adapter keeps what it is given: in the data folder, in this process only, or in another system. */
type StorePlace = 'folder' | 'process' | 'elsewhere';

/** Our adapters by the setting that chooses them. `container/adapters/table.ts` opens each. */
export const DRIVERS = {
  documents: { sqlite: 'folder', memory: 'process', mongodb: 'elsewhere', postgresql: 'elsewhere' },
  blobs: { files: 'folder', memory: 'process', s3: 'elsewhere', gcs: 'elsewhere' },
  keys: { local: 'folder', 'cloud-kms': 'elsewhere', pkcs11: 'elsewhere' },
  mail: { folder: 'folder', smtp: 'elsewhere' },
  /** With `documents` they are where the documents are, so that all processes that share these can count. */
  limits: { documents: 'process' },
} as const satisfies Record<string, Record<string, StorePlace>>;

export type DriverKind = keyof typeof DRIVERS;
export type DriverName<K extends DriverKind> = keyof (typeof DRIVERS)[K] & string;

/** Names an adapter in a package from outside: `module:@acme/strongroom-foo`. */
export type ModuleReference = `module:${string}`;

const PREFIX = 'module:';
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const PACKAGE = new RegExp(`${NAME.source.slice(0, -1)}(?:\\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`);
/** Maximum length of a name in npm. Here a path after the name counts, too. */
const MAX_LENGTH = 214;

/** Whether npm takes a package of this name. */
export const isPackageName = (text: string): boolean => text.length <= MAX_LENGTH && NAME.test(text);

export const isModuleReference = (word: string): word is ModuleReference => word.startsWith(PREFIX);

/** The name of the package, with the path after it if there is one. */
export const packageOf = (word: string): string => word.slice(PREFIX.length);

const placesOf = (kind: DriverKind): Readonly<Record<string, StorePlace>> => DRIVERS[kind];

/** A package from outside is treated as another system: calls have a deadline, and processes share their secrets. */
export const storePlaceOf = (kind: DriverKind, word: string): StorePlace => placesOf(kind)[word] ?? 'elsewhere';

const isDriver = <K extends DriverKind>(kind: K, text: string): text is DriverName<K> =>
  Object.hasOwn(DRIVERS[kind], text);

/** The word of a driver, or the name of a package from outside. */
export const driverForm = <K extends DriverKind>(kind: K): Form<DriverName<K> | ModuleReference> => {
  const words = Object.keys(DRIVERS[kind]).join(', ');
  return {
    allowed: `${words}, module:PACKAGE`,
    parse: (text) => {
      if (isDriver(kind, text)) return text;
      if (!isModuleReference(text)) throw new InvalidSetting(`must be one of ${words}, or module:PACKAGE`);
      const name = packageOf(text);
      if (name.length > MAX_LENGTH || !PACKAGE.test(name))
        throw new InvalidSetting('must name a package of npm after module:, such as module:@acme/strongroom-foo');
      return text;
    },
  };
};

/** Required if the documents are in such a place. `because` follows the setting that says so. */
export const requiredWithPlace = (place: StorePlace, because: string): Requirement => ({
  with: 'STRONGROOM_DOCUMENTS',
  holds: (word) => typeof word === 'string' && storePlaceOf('documents', word) === place,
  because: (setting) => `${setting} ${because}`,
});
