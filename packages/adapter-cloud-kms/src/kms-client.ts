import { KeyManagementServiceClient } from '@google-cloud/kms';
import { googleAuthLibrary, grpc, loggingUtils } from 'google-gax';

/** Another way to Cloud KMS than the public one, such as a private endpoint. */
export type KmsEndpoint = Readonly<{
  host: string;
  port: number;
  /** In the clear and without credentials: on this machine only, for trying out and tests. */
  isPlain: boolean;
}>;

/** What an address such as `https://cloudkms.example.com` or `http://127.0.0.1:9000` leads to. Throws TypeError. */
export function kmsEndpointOf(address: string): KmsEndpoint {
  const { protocol, hostname, port } = new URL(address);
  const isPlain = protocol === 'http:';
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || (isPlain ? 80 : 443)), isPlain };
}

/** A connection whose other end is gone without a word is noticed by these, not by the next caller. */
const KEEPING = {
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 3000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.enable_retries': 0,
};

/** Nothing is connected to yet. Credentials are those that Google's libraries find in their environment. */
export function kmsClient(endpoint?: KmsEndpoint): KeyManagementServiceClient {
  // INVARIANT: GOOGLE_SDK_NODE_LOGGING would print every request, and with it every data key in clear.
  loggingUtils.setBackend(null);
  return new KeyManagementServiceClient({
    ...KEEPING,
    ...(endpoint && { apiEndpoint: endpoint.host, port: endpoint.port }),
    ...(endpoint?.isPlain === true && {
      sslCreds: grpc.credentials.createInsecure(),
      authClient: new googleAuthLibrary.PassThroughClient(), // else it looks for credentials all the same
    }),
  });
}
