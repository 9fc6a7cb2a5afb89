import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32c } from '../src/node/crc32c.ts';

type Bytes = string;
/** The fields of google.cloud.kms.v1.DecryptRequest in JSON. */
export type Asked = Readonly<{
  name: string;
  ciphertext: Bytes;
  ciphertextCrc32c: string;
  additionalAuthenticatedData?: Bytes;
  additionalAuthenticatedDataCrc32c?: string;
}>;
/** The fields of google.cloud.kms.v1.DecryptResponse in JSON. */
export type Answered = Readonly<{ plaintext: Bytes; plaintextCrc32c?: string }>;

export type KmsServer = Readonly<{ port: number; asked: readonly Asked[]; end: () => void }>;

/** An error in the form of Google's interfaces. */
export type Failed = Readonly<{ status: number; code: string; message: string }>;

/** The part of Cloud KMS needed for decryption. Here, a "wrapped" key is the key after a `!`. */
export async function kmsServer(
  spoil: (answer: Answered, index: number) => Answered | Failed = (same) => same,
): Promise<KmsServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const name = /^\/v1\/(.+):decrypt$/.exec(decodeURIComponent((request.url ?? '').split('?')[0] ?? ''))?.[1] ?? '';
      const one = { ...(JSON.parse(Buffer.concat(pieces).toString()) as Asked), name };
      const [status, answer] = decrypt(one);
      const reported = status === 200 ? spoil(answer, asked.push(one) - 1) : answer;
      const [sent, body] = 'message' in reported ? [reported.status, errorOf(reported)] : [status, reported];
      response.writeHead(sent, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    end: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const errorOf = ({ status, code, message }: Failed) => ({ error: { code: status, message, status: code } });

function decrypt({ ciphertext, ciphertextCrc32c, additionalAuthenticatedData = '', ...one }: Asked) {
  const [wrapped, aad] = [Buffer.from(ciphertext, 'base64'), Buffer.from(additionalAuthenticatedData, 'base64')];
  const isSound =
    Number(ciphertextCrc32c) === crc32c(wrapped) &&
    (aad.length === 0 || Number(one.additionalAuthenticatedDataCrc32c) === crc32c(aad));
  if (!isSound || wrapped[0] !== '!'.charCodeAt(0))
    return [400, { error: { code: 400, message: 'Decryption failed', status: 'INVALID_ARGUMENT' } }] as const;
  const key = wrapped.subarray(1);
  return [200, { plaintext: key.toString('base64'), plaintextCrc32c: `${crc32c(key)}` }] as const;
}
