import { join } from 'node:path';
import type {
  BlobGateway,
  BlobStore,
  Clock,
  DocumentStore,
  KeyVault,
  Mailer,
  RateLimiter,
  Secrets,
} from '@strongroom/ports';
import type { Driver } from '../config/drivers.ts';
import type { Settings } from '../config/settings.ts';
import { openCloudKms } from './cloud-kms.ts';
import { KEPT } from './data-folder.ts';
import { openGcs } from './gcs.ts';
import { openMongodb } from './mongodb.ts';
import { withOuterLayer } from './outer-layer.ts';
import { openPkcs11 } from './pkcs11.ts';
import type { PublicAddress } from './public-address.ts';
import { openS3 } from './s3.ts';

/** The dependencies of a driver. */
export type Needs = Readonly<{ settings: Settings; clock: Clock; secrets: Secrets; publicAddress: PublicAddress }>;

type Opens<T> = (needs: Needs) => Promise<T>;

/** Drivers are loaded only if configured. */
const local = () => import('@strongroom/adapter-local');
const smtp = () => import('@strongroom/adapter-smtp');

const inData = ({ settings }: Needs, name: string): string => join(settings.dataDir, name);

export const OPEN_DOCUMENTS: Readonly<Record<Driver<'documents'>, Opens<DocumentStore>>> = {
  sqlite: async (needs) => (await local()).openSqliteDocuments({ path: inData(needs, KEPT.documents) }),
  memory: async () => new (await local()).MemoryDocumentStore(),
  mongodb: ({ settings }) => openMongodb(settings, (adapter, address) => adapter.openMongoDocuments(address)),
};

/** Limits are counted where all processes that share the documents can count. */
export const OPEN_LIMITER: Readonly<Record<Driver<'documents'>, Opens<RateLimiter>>> = {
  sqlite: async (needs) => (await local()).SqliteRateLimiter.open({ file: inData(needs, KEPT.limits) }),
  memory: async () => new (await local()).MemoryRateLimiter(),
  mongodb: ({ settings }) => openMongodb(settings, (adapter, address) => adapter.openMongoRateLimiter(address)),
};

export const OPEN_BLOBS: Readonly<Record<Driver<'blobs'>, Opens<BlobStore & Partial<BlobGateway>>>> = {
  files: async (needs) =>
    (await local()).FileBlobStore.open({
      ...addressing(needs),
      folder: inData(needs, KEPT.blobs),
      reserve: needs.settings.diskReserve,
    }),
  memory: async (needs) => new (await local()).MemoryBlobStore(addressing(needs)),
  s3: (needs) => openS3(needs.settings, addressing(needs)),
  gcs: ({ settings, clock }) => openGcs(settings, clock),
};

export const OPEN_KEYS: Readonly<Record<Driver<'keys'>, Opens<KeyVault>>> = {
  local: ({ settings, clock }) =>
    withOuterLayer(settings, async () =>
      (await local()).LocalKeyring.open({ folder: join(settings.dataDir, KEPT.keys), clock }),
    ),
  'cloud-kms': ({ settings }) => openCloudKms(settings),
  pkcs11: ({ settings, clock }) => openPkcs11(settings, clock),
};

export const OPEN_MAILER: Readonly<Record<Driver<'mail'>, Opens<Mailer>>> = {
  folder: async (needs) =>
    (await local()).FolderMailer.open({
      folder: inData(needs, KEPT.mail),
      clock: needs.clock,
      ...(needs.settings.mailFrom === undefined ? {} : { from: needs.settings.mailFrom }),
    }),
  smtp: async ({ settings: { smtpUrl, mailFrom }, clock }) => {
    if (smtpUrl === undefined || mailFrom === undefined)
      throw new TypeError('these settings were not read to their end');
    return new (await smtp()).SmtpMailer({ server: smtpUrl, from: mailFrom, clock });
  },
};

const addressing = ({ clock, secrets, publicAddress }: Needs) => ({
  baseUrl: () => publicAddress.url,
  signingKey: secrets.derive('blob-addresses', 'signing-key'),
  clock,
});
