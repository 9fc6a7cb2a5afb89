import { generateKeyPairSync } from 'node:crypto';
import { type BlobStoreHarness, fetchBlob } from '@strongroom/contract-tests';
import type { Instant } from '@strongroom/domain';
import { GoogleAuth, JWT } from 'google-auth-library';
import { GcsBlobStore, type GcsBlobStoreOptions } from '../src/index.ts';
import type { BucketSettings } from './stand-in/bucket.ts';
import { StandIn, type StandInOptions } from './stand-in/server.ts';

export const BUCKET = 'a-bucket-of-tests';
export const EMAIL = 'strongroom@a-project.iam.gserviceaccount.com';
export const HMAC = { accessId: 'GOOG1ETESTS', secret: 'forty-characters-that-nobody-else-knows-' };

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export const KEYS = { accounts: { [EMAIL]: privateKey }, hmac: { [HMAC.accessId]: HMAC.secret } };

/** The credentials of a service account with a key on this machine. */
export const accountAuth = (): GoogleAuth =>
  new GoogleAuth({
    authClient: new JWT({
      email: EMAIL,
      key: privateKey,
      scopes: ['https://www.googleapis.com/auth/devstorage.read_write'],
    }),
  });

type More = Partial<GcsBlobStoreOptions> & Partial<StandInOptions> & Readonly<{ settings?: BucketSettings }>;

export type Strict = BlobStoreHarness & Readonly<{ standIn: StandIn }>;

/** A strict Cloud Storage on this machine, and a store that uses it, with a stopped clock. */
export async function strictBlobStore(more: More = {}): Promise<Strict> {
  let time = Date.UTC(2030, 0, 1);
  const now = (): Instant => time as Instant;
  const standIn = await StandIn.open({ bucket: BUCKET, keys: KEYS, now, ...more });
  if (more.settings !== undefined) standIn.bucket.settings = more.settings;
  const opened = GcsBlobStore.open({
    bucket: BUCKET,
    auth: accountAuth(),
    endpoint: standIn.url,
    clock: { now },
    pageSize: 4,
    ...more,
  });
  const store = await opened.catch(async (error: unknown) => {
    await standIn.close();
    throw error;
  });
  return {
    store,
    standIn,
    pageSize: 4,
    now,
    reach: async (at) => {
      time = Math.max(time, at);
    },
    send: fetchBlob,
    breakOff: (url, bytes, length) => standIn.breakOff(url, bytes, length),
    end: () => standIn.close(),
  };
}
