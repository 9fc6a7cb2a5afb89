import type { AdapterPort, Opens } from '@strongroom/ports';
import type { DriverName } from '@strongroom/settings';
import type { Settings } from '../../config/settings.ts';

/** Loads the openers of an adapter. */
type Load<P extends AdapterPort> = () => Promise<Opens<P, Settings>>;

/** Our adapters, each loaded only if it is configured. A word of a setting without a row does not compile. */
const ROWS = {
  documents: {
    sqlite: () => import('./sqlite.ts'),
    memory: () => import('./memory.ts'),
    mongodb: () => import('./mongodb.ts'),
    postgresql: () => import('./postgresql.ts'),
  },
  blobs: {
    files: () => import('./files.ts'),
    memory: () => import('./memory.ts'),
    s3: () => import('./s3.ts'),
    gcs: () => import('./gcs.ts'),
  },
  keys: {
    local: () => import('./local-keyring.ts'),
    'cloud-kms': () => import('./cloud-kms.ts'),
    pkcs11: () => import('./pkcs11.ts'),
  },
  mail: {
    folder: () => import('./mail-folder.ts'),
    smtp: () => import('./smtp.ts'),
  },
} as const satisfies {
  /** Limits are counted where all processes that share the documents can count. */
  documents: Readonly<Record<DriverName<'documents'>, Load<'documents'> & Load<'limits'>>>;
  blobs: Readonly<Record<DriverName<'blobs'>, Load<'blobs'>>>;
  keys: Readonly<Record<DriverName<'keys'>, Load<'keys'>>>;
  mail: Readonly<Record<DriverName<'mail'>, Load<'mail'>>>;
};

type Table = Readonly<{ [P in AdapterPort]: Readonly<Record<string, Load<P>>> }>;

/** The same rows by port. */
export const ADAPTERS: Table = { ...ROWS, limits: ROWS.documents };
