import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { boundAnswers } from './bounded-answers.ts';
import type { BucketClients } from './bucket-api.ts';
import { BucketUnfit } from './bucket-unfit.ts';
import { refuseForeignAnswers } from './true-answers.ts';

/** The server, the bucket and the credentials. */
export type BucketCredentials = Readonly<{
  bucket: string;
  /** Origin of the server; that of AWS in the region if absent. https, or http on this machine. */
  endpoint?: string | undefined;
  region: string;
  /** True for `ENDPOINT/BUCKET/NAME`, false for `BUCKET.ENDPOINT/NAME`; true by default with an endpoint. */
  pathStyle?: boolean | undefined;
  /**
   * Found by the SDK in the environment if absent: variables, profile, role of the machine. A function is asked for each request,
   * so that the key can change.
   */
  credentials?: Credentials | (() => Credentials) | undefined;
}>;

export type Credentials = Readonly<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>;

/** Milliseconds to connect. */
const CONNECT_MS = 1500;
const MAX_SOCKETS = 256;
/** The SDK waits up to 20 s between attempts; the deadline of the call is earlier. */
const MAX_ATTEMPTS = 3;

/** Clients of the S3 protocol. Sends nothing yet. Throws BucketUnfit. */
export function connectBucket({ endpoint, region, pathStyle, credentials }: BucketCredentials): BucketClients {
  if (endpoint !== undefined) refuseUnencrypted(endpoint);
  const config: S3ClientConfig = {
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    maxAttempts: MAX_ATTEMPTS,
    // The signature covers the body; not every server knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  };
  const client = new S3Client(credentials === undefined ? config : { ...config, credentials: lasting(credentials) });
  const anonymous = new S3Client({ ...config, credentials: NOBODY, signer: { sign: async (request) => request } });
  for (const one of [client, anonymous]) {
    keepCodes(one);
    refuseForeignAnswers(one);
    boundAnswers(one);
  }
  return { client, anonymous };
}

/** The SDK asks again for credentials whose end is near. */
const lasting = (credentials: Credentials | (() => Credentials)): NonNullable<S3ClientConfig['credentials']> =>
  typeof credentials === 'function' ? async () => ({ ...credentials(), expiration: new Date() }) : credentials;

/** The SDK replaces errors that are not of its own class `Error`, as under a test runner, and loses their codes. */
function keepCodes(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw error instanceof Error ? error : Object.assign(new Error('the request failed'), error);
      }
    },
    { step: 'deserialize', priority: 'low', name: 'keepCodes' },
  );
}

const NOBODY = { accessKeyId: 'nobody', secretAccessKey: 'nobody' };

function refuseUnencrypted(endpoint: string): void {
  const url = URL.parse(endpoint);
  const isHere = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return;
  throw new BucketUnfit('The endpoint of the S3 server must use https, except on this machine.');
}
