import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BucketSettings, FIT_SETTINGS } from '../stand-in/bucket.ts';
import { StandIn } from '../stand-in/server.ts';

/**
 * A strict Cloud Storage in its own process, for tests of a whole service. Writes the credentials of a service account
 * to the given file. Its first line holds its address and that of its controls, for what only the owner of the bucket
 * can know or do.
 */
const [, , credentials = ''] = process.argv;
const EMAIL = 'strongroom@rooms-test.iam.gserviceaccount.com';
const BUCKET = 'rooms-test';
const HMAC = { id: 'GOOG1ETESTS', secret: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ+/01' };

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
writeFileSync(
  credentials,
  JSON.stringify({
    type: 'service_account',
    project_id: 'rooms-test',
    private_key_id: 'one',
    private_key: privateKey,
    client_email: EMAIL,
    client_id: '1',
  }),
);

const standIn = await StandIn.open({
  bucket: BUCKET,
  keys: { accounts: { [EMAIL]: privateKey }, hmac: { [HMAC.id]: HMAC.secret } },
  // Clients may connect through another port.
});

const STEERING: Readonly<Record<string, (given: never) => unknown>> = {
  '/objects': () => standIn.bucket.all(true).map(({ name, bytes }) => ({ name, size: bytes.length })),
  '/soft-deleted': () => standIn.bucket.softDeleted.map(({ name }) => name),
  '/asked': () => standIn.asked,
  '/settings': (settings: BucketSettings) => {
    standIn.bucket.settings = { ...FIT_SETTINGS, ...settings };
  },
};

const steering = createServer((request, response) => {
  void steer(request).then((answer) => response.end(JSON.stringify(answer ?? null)));
});

async function steer(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return STEERING[request.url ?? '']?.(JSON.parse(Buffer.concat(pieces).toString() || '{}') as never);
}

steering.listen(0, '127.0.0.1', () => {
  const { port } = steering.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port: standIn.port, steering: port, bucket: BUCKET, hmac: HMAC })}\n`);
});
