import { type Bucket, Storage } from '@google-cloud/storage';
import { Unavailable } from '@strongroom/ports';
import { GoogleAuth, JWT } from 'google-auth-library';
import { setBackend } from 'google-logging-utils';
import { Deadline } from './bucket/deadline.ts';
import { BucketUnfit } from './bucket-unfit.ts';
import { hmacSigner } from './signing/hmac-signer.ts';
import { iamSigner } from './signing/iam-signer.ts';
import { rsaSigner } from './signing/rsa-signer.ts';
import type { Signer } from './signing/signer.ts';

/** Which bucket, and on whose behalf. */
export type Access = Readonly<{
  bucket: string;
  /** An HMAC key of the service account, which signs faster than any other way. */
  hmac?: Readonly<{ accessId: string; secret: string }> | undefined;
  /** Where Cloud Storage is reached, when not at Google's own address; without TLS on this machine only. */
  endpoint?: string | undefined;
  /** Where signatures are asked for, when not at Google's own address: ends with `/serviceAccounts/`. */
  iamEndpoint?: string | undefined;
  /** Whose credentials; those of the environment (Application Default Credentials) when left out. */
  auth?: GoogleAuth | undefined;
}>;

const GOOGLE = 'https://storage.googleapis.com';
/** The least that reading, copying and deleting objects and having addresses signed takes. */
const SCOPES = ['https://www.googleapis.com/auth/devstorage.read_write', 'https://www.googleapis.com/auth/iam'];
/** Milliseconds after which a silent connection is given up; the deadline of a call is often sooner. */
const SILENCE = 2500;
/** Milliseconds in which credentials are found: off Google's machines the metadata server is asked in vain first. */
const FINDING = 8000;

/** Finds credentials and who signs. Nothing is asked of the bucket yet. Rejects with BucketUnfit and Unavailable. */
export async function connect(access: Access): Promise<Readonly<{ bucket: Bucket; signer: Signer; origin: string }>> {
  const origin = access.endpoint === undefined ? GOOGLE : originOf(access.endpoint);
  // INVARIANT: GOOGLE_SDK_NODE_LOGGING would print every token, and every signature that IAM makes.
  setBackend(null);
  const clientOptions = { transporterOptions: { timeout: SILENCE } };
  const auth = access.auth ?? new GoogleAuth({ scopes: SCOPES, clientOptions });
  const storage = new Storage({
    authClient: auth,
    apiEndpoint: origin,
    // Without it the library sends no credentials to any address but Google's own.
    useAuthWithCustomEndpoint: true,
    retryOptions: { autoRetry: false },
    timeout: SILENCE,
  });
  if (storage.baseUrl !== `${origin}/storage/v1`)
    throw new BucketUnfit('STORAGE_EMULATOR_HOST is set, which sends everything to another server; unset it.');
  const signer = await signerOf(auth, access);
  return { bucket: storage.bucket(access.bucket), signer, origin };
}

async function signerOf(auth: GoogleAuth, { hmac, iamEndpoint }: Access): Promise<Signer> {
  const client = await new Deadline(FINDING).bound(auth.getClient()).catch((error: unknown) => {
    throw new BucketUnfit(
      'No Google credentials were found; name a file of them in GOOGLE_APPLICATION_CREDENTIALS, or run where a service account is attached.',
      { cause: error },
    );
  });
  // Tokens that are signed here instead of being asked for: one server less that can be down.
  if (client instanceof JWT) client.useJWTAccessWithScope = true;
  if (hmac !== undefined) return hmacSigner(hmac);
  if (client instanceof JWT && client.email !== undefined && client.key !== undefined)
    return rsaSigner({ email: client.email, privateKey: client.key });
  const { client_email: email } = await new Deadline(FINDING).bound(auth.getCredentials()).catch((error: unknown) => {
    throw new Unavailable('blobs', { cause: error });
  });
  if (email !== undefined) return iamSigner(auth, email, iamEndpoint);
  throw new BucketUnfit('These Google credentials belong to no service account, so nobody can sign addresses.');
}

/** Throws BucketUnfit. */
function originOf(endpoint: string): string {
  const url = URL.parse(endpoint);
  const isHere = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return url.origin;
  throw new BucketUnfit('Cloud Storage is reached by https only, except on this machine.');
}
