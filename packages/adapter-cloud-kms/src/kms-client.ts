import { KeyManagementServiceClient } from '@google-cloud/kms';
import { googleAuthLibrary, grpc, loggingUtils } from 'google-gax';

/** An endpoint other than the public one, such as a private endpoint. */
export type KmsEndpoint = Readonly<{
  host: string;
  port: number;
  /** Without TLS and credentials, for tests on this machine. */
  isPlain: boolean;
}>;

/** Parses a URL such as `https://cloudkms.example.com` or `http://127.0.0.1:9000`. Throws TypeError. */
export function kmsEndpointOf(address: string): KmsEndpoint {
  const { protocol, hostname, port } = new URL(address);
  const isPlain = protocol === 'http:';
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || (isPlain ? 80 : 443)), isPlain };
}

/** Largest answer that is read, which is the default of gRPC; Google's library takes the bound away. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Keepalives detect a dead connection before the next call does. */
const CHANNEL_OPTIONS = {
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 3000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.enable_retries': 0,
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
};

/** Does not connect yet. Uses Application Default Credentials. */
export function kmsClient(endpoint?: KmsEndpoint): KeyManagementServiceClient {
  // INVARIANT: GOOGLE_SDK_NODE_LOGGING would print every request, including plaintext data keys.
  loggingUtils.setBackend(null);
  return new KeyManagementServiceClient({
    ...CHANNEL_OPTIONS,
    ...(endpoint && { apiEndpoint: endpoint.host, port: endpoint.port }),
    ...(endpoint?.isPlain === true && {
      sslCreds: grpc.credentials.createInsecure(),
      authClient: new googleAuthLibrary.PassThroughClient(), // otherwise the client searches for credentials
    }),
  });
}
