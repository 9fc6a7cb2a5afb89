import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KmsServer } from '../server/kms-server.ts';
import { Refusal, type RefusalCode } from '../server/refusal.ts';

/**
 * Cloud KMS in its own process, for tests of a whole service. Its first line holds the address of the service and the
 * address of its controls, which tests use as the operator.
 */
const server = await KmsServer.start('grpc');

type Trouble = 'none' | 'corrupt' | 'hang' | 'refuse';
type Wrapped = Readonly<{ wrappedDek: string; kmsKeyId: string; aad?: string }>;

const STEERING: Readonly<Record<string, (given: never) => unknown>> = {
  '/calls': () => Object.fromEntries(server.calls),
  '/unwrap': (wrapped: readonly Wrapped[]) => wrapped.map((one) => server.service.unwrap(one).toString('base64')),
  '/rotate': ({ key }: { key: string }) => server.service.keys.get(key)?.rotate(),
  '/keys': () =>
    [...server.service.keys.values()].map(({ name, versions }) => ({
      name,
      states: versions.map(({ state }) => state),
    })),
  '/permissions': (permissions: readonly string[]) => {
    server.service.permissions = permissions;
  },
  '/trouble': ({ kind, code = 'UNAVAILABLE' }: { kind: Trouble; code?: RefusalCode }) => {
    server.meddling = async (method, answer) => {
      if (kind === 'hang') await new Promise(() => undefined);
      if (kind === 'refuse') throw new Refusal(code, 'as the test asked');
      const answered = answer();
      return kind === 'corrupt' && method === 'encrypt' ? { ...answered, ciphertextCrc32c: { value: '7' } } : answered;
    };
  },
};

const steering = createServer((request, response) => {
  void reply(request, response);
});

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    response.end(JSON.stringify((await steer(request)) ?? null));
  } catch (error) {
    response.writeHead(400).end(JSON.stringify(String(error)));
  }
}

async function steer(request: IncomingMessage): Promise<unknown> {
  return STEERING[request.url ?? '']?.(JSON.parse((await textOf(request)) || '{}') as never);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

steering.listen(0, '127.0.0.1', () => {
  const { port } = steering.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port: server.port, steering: port })}\n`);
});
