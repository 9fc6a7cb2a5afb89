import { setTimeout as pause } from 'node:timers/promises';
import { KeyManagementServiceClient } from '@google-cloud/kms';
import type { FileId, OrgId, RoomId } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
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

/** A server of our own and a client connected to it. */
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

/** The product uses gRPC; the vault itself does not depend on it. */
const restClientAt = (port: number): KeyManagementServiceClient =>
  new KeyManagementServiceClient({
    fallback: true,
    protocol: 'http',
    apiEndpoint: '127.0.0.1',
    port,
    projectId: 'rooms-test',
    authClient: new googleAuthLibrary.PassThroughClient(),
  });

const ORGANISATION = '00000000-0000-4000-8000-000000000001' as OrgId;

export const A_ROOM = { orgId: ORGANISATION, roomId: '00000000-0000-4000-8000-000000000101' as RoomId };
export const ANOTHER_ROOM = { orgId: ORGANISATION, roomId: '00000000-0000-4000-8000-000000000102' as RoomId };
export const A_FILE = { ...A_ROOM, fileId: '00000000-0000-4000-8000-000000000201' as FileId };

/** Whether work ends before a timer. Timers of one process run in order, so a busy machine delays both. */
export async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const late = pause(milliseconds, false, { signal: stop.signal }).catch(() => false);
  return Promise.race([work.then(() => true), late]).finally(() => stop.abort());
}

export type ObservedFailure = Readonly<{ code: string; maybeDone: boolean; message: string; took: number }>;

/** The reason of a failure, and its duration in milliseconds. Rethrows every error other than Unavailable. */
export async function failureOf(work: Promise<unknown>): Promise<ObservedFailure> {
  const begin = performance.now();
  const error = await work.then(
    (value) => new Error(`it was done: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Unavailable) || error.dependency !== 'keys') throw error;
  const { code, message } = error.cause as Error & { code: string };
  return { code, maybeDone: error.maybeDone, message, took: performance.now() - begin };
}
