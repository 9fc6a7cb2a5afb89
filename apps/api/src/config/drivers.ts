import { InvalidSetting } from './setting.ts';

/** The drivers of each port. Those under `later` are known but not part of this build. */
export const DRIVERS = {
  documents: { ready: ['sqlite', 'memory', 'mongodb'], later: [] },
  blobs: { ready: ['files', 'memory', 's3', 'gcs'], later: [] },
  keys: { ready: ['local', 'cloud-kms', 'pkcs11'], later: [] },
  mail: { ready: ['folder', 'smtp'], later: [] },
} as const;

type Kind = keyof typeof DRIVERS;
export type Driver<K extends Kind> = (typeof DRIVERS)[K]['ready'][number];

/** Reads the word of a driver. Throws InvalidSetting. */
export const driver =
  <K extends Kind>(kind: K) =>
  (text: string): Driver<K> => {
    const ready: readonly Driver<K>[] = DRIVERS[kind].ready;
    const later: readonly string[] = DRIVERS[kind].later;
    const found = ready.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InvalidSetting(
      later.includes(text)
        ? `is "${text}", which is not available in this build yet; use ${ready.join(' or ')}`
        : `must be one of ${ready.join(', ')}`,
    );
  };
