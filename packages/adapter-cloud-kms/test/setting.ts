import { KeyManagementServiceClient } from '@google-cloud/kms';
import { googleAuthLibrary } from 'google-gax';
import { CloudKms, type CloudKmsOptions, kmsClient } from '../src/index.ts';
import { RING } from './server/key-service.ts';
import { KmsServer, type Transport } from './server/kms-server.ts';

export type Place = Readonly<{
  server: KmsServer;
  client: KeyManagementServiceClient;
  open: (options?: Partial<CloudKmsOptions>) => Promise<CloudKms>;
  end: () => Promise<void>;
}>;

/** A server of our own and a client that talks to it. */
export async function aPlace(transport: Transport = 'grpc'): Promise<Place> {
  const server = await KmsServer.start(transport);
  const client = transport === 'grpc' ? clientAt(server.port) : restClientAt(server.port);
  const open = (options: Partial<CloudKmsOptions> = {}): Promise<CloudKms> =>
    CloudKms.open({ client, keyRing: RING, scope: 'room', isBound: false, ...options });
  const end = async (): Promise<void> => {
    await client.close();
    await server.end();
  };
  return { server, client, open, end };
}

export const clientAt = (port: number): KeyManagementServiceClient =>
  kmsClient({ host: '127.0.0.1', port, isPlain: true });

/** The product speaks gRPC; the vault itself does not know. */
const restClientAt = (port: number): KeyManagementServiceClient =>
  new KeyManagementServiceClient({
    fallback: true,
    protocol: 'http',
    apiEndpoint: '127.0.0.1',
    port,
    projectId: 'rooms-test',
    authClient: new googleAuthLibrary.PassThroughClient() as never,
  });
