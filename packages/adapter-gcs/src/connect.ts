import { Storage } from '@google-cloud/storage';
import { Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import { GoogleAuth, JWT } from 'google-auth-library';
import { setBackend } from 'google-logging-utils';
import type { BucketAccess } from './bucket/bucket-api.ts';
import { BucketUnfit } from './bucket-unfit.ts';
import { hmacSigner } from './signing/hmac-signer.ts';
import { iamSigner } from './signing/iam-signer.ts';
import { rsaSigner } from './signing/rsa-signer.ts';
import type { Signer } from './signing/signer.ts';

/** The bucket and the credentials. */
export type BucketCredentials = Readonly<{
  bucket: string;
  /** An HMAC key of the service account, the fastest way to sign. */
  hmac?: Readonly<{ accessId: string; secret: string }> | undefined;
  /** URL of Cloud Storage if not Google's own; http only on this machine. */
  endpoint?: string | undefined;
  /** URL of the IAM credentials API if not Google's own; ends with `/serviceAccounts/`. */
  iamEndpoint?: string | undefined;
  /** Application Default Credentials if absent. */
  auth?: GoogleAuth | undefined;
}>;

const GOOGLE = 'https://storage.googleapis.com';
/** The minimum for reading, copying and deleting objects and for signing. */
const SCOPES = ['https://www.googleapis.com/auth/devstorage.read_write', 'https://www.googleapis.com/auth/iam'];
/** Milliseconds of silence after which a connection to a server of tokens or signatures is closed. */
const SILENCE_MS = 2500;
/** Largest answer of such a server that is read. Tokens and signatures have a few KB. */
const MAX_ANSWER_BYTES = 262_144;
/** Milliseconds to find credentials: outside Google Cloud the library first waits for the metadata server. */
const CREDENTIALS_MS = 8000;

type Reached = BucketAccess & Readonly<{ auth: GoogleAuth }>;

/** Finds credentials and a signer. Sends nothing to the bucket yet. Rejects with BucketUnfit and Unavailable. */
export async function connectBucket(
  access: BucketCredentials,
): Promise<Readonly<{ reached: BucketAccess; signer: Signer }>> {
  const reached = reachBucket(access);
  return { reached, signer: await signerOf(reached.auth, access) };
}

/** The bucket, without a way to sign addresses. Sends nothing yet. Throws BucketUnfit. */
export function reachBucket(access: Pick<BucketCredentials, 'bucket' | 'endpoint' | 'auth'>): Reached {
  const origin = access.endpoint === undefined ? GOOGLE : originOf(access.endpoint);
  // INVARIANT: GOOGLE_SDK_NODE_LOGGING would print every token, and every signature that IAM makes.
  setBackend(null);
  const transporterOptions = { timeout: SILENCE_MS, maxContentLength: MAX_ANSWER_BYTES };
  const auth = access.auth ?? new GoogleAuth({ scopes: SCOPES, clientOptions: { transporterOptions } });
  const storage = new Storage({
    authClient: auth,
    apiEndpoint: origin,
    // Otherwise the library sends no credentials to another endpoint.
    useAuthWithCustomEndpoint: true,
    retryOptions: { autoRetry: false },
    timeout: SILENCE_MS,
  });
  if (storage.baseUrl !== `${origin}/storage/v1`)
    throw new BucketUnfit('STORAGE_EMULATOR_HOST is set, which redirects all requests; unset it.');
  return { bucket: storage.bucket(access.bucket), origin, auth };
}

async function signerOf(auth: GoogleAuth, { hmac, iamEndpoint }: BucketCredentials): Promise<Signer> {
  const client = await clientOf(auth);
  if (hmac !== undefined) return hmacSigner(hmac);
  if (client instanceof JWT && client.email !== undefined && client.key !== undefined)
    return rsaSigner({ email: client.email, privateKey: client.key });
  const { client_email: email } = await new Deadline(CREDENTIALS_MS)
    .bound(auth.getCredentials())
    .catch((error: unknown) => {
      throw new Unavailable('blobs', { cause: error });
    });
  if (email !== undefined) return iamSigner(auth, email, iamEndpoint);
  throw new BucketUnfit('These Google credentials do not belong to a service account, so they cannot sign addresses.');
}

/** Finds the credentials. Rejects with BucketUnfit. */
export async function clientOf(auth: GoogleAuth): ReturnType<GoogleAuth['getClient']> {
  const client = await new Deadline(CREDENTIALS_MS).bound(auth.getClient()).catch((error: unknown) => {
    throw new BucketUnfit(
      'No Google credentials were found; set GOOGLE_APPLICATION_CREDENTIALS to a credentials file, or run where a service account is attached.',
      { cause: error },
    );
  });
  // Self-signed tokens, which need no token server.
  if (client instanceof JWT) client.useJWTAccessWithScope = true;
  return client;
}

/** Throws BucketUnfit. */
function originOf(endpoint: string): string {
  const url = URL.parse(endpoint);
  const isHere = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return url.origin;
  throw new BucketUnfit('The endpoint of Cloud Storage must use https, except on this machine.');
}
