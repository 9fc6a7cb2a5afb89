import { InvalidSetting } from './setting.ts';

/** The place where an adapter keeps what it is given: in the data folder, in this process only, or in another system. */
type Place = 'folder' | 'process' | 'elsewhere';

/** Our adapters by the setting that chooses them. `container/adapters/table.ts` opens each. */
export const DRIVERS = {
  documents: { sqlite: 'folder', memory: 'process', mongodb: 'elsewhere' },
  blobs: { files: 'folder', memory: 'process', s3: 'elsewhere', gcs: 'elsewhere' },
  keys: { local: 'folder', 'cloud-kms': 'elsewhere', pkcs11: 'elsewhere' },
  mail: { folder: 'folder', smtp: 'elsewhere' },
} as const satisfies Record<string, Record<string, Place>>;

export type Kind = keyof typeof DRIVERS;
export type Driver<K extends Kind> = keyof (typeof DRIVERS)[K] & string;

const placesOf = (kind: Kind): Readonly<Record<string, Place>> => DRIVERS[kind];

export const placeOf = (kind: Kind, word: string): Place => placesOf(kind)[word] ?? 'elsewhere';

const isDriver = <K extends Kind>(kind: K, text: string): text is Driver<K> => Object.hasOwn(DRIVERS[kind], text);

/** Reads the word of a driver. Throws InvalidSetting. */
export const driver =
  <K extends Kind>(kind: K) =>
  (text: string): Driver<K> => {
    if (isDriver(kind, text)) return text;
    throw new InvalidSetting(`must be one of ${Object.keys(DRIVERS[kind]).join(', ')}`);
  };
