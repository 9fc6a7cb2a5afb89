import { connect } from 'node:net';
import { type BlobStoreHarness, fetchBlob } from '@strongroom/contract-tests';
import type { Instant } from '@strongroom/domain';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { type DirectS3Options, openDirectS3Blobs } from '../src/index.ts';
import { bucketAccess } from './setting.ts';

let prefixes = 0;

export const directOptions = (server: S3Server, bucket: string, more: Partial<DirectS3Options> = {}) => ({
  ...bucketAccess(server, bucket),
  clock: { now: () => Date.now() as Instant },
  prefix: `test-${++prefixes}/`,
  pageSize: 4,
  ...more,
});

/** A store in a part of the bucket of its own. Its clock is that of the server, so `reach` waits. */
export async function directBlobs(
  server: S3Server,
  bucket: string,
  more: Partial<DirectS3Options> = {},
): Promise<BlobStoreHarness> {
  return {
    store: await openDirectS3Blobs(directOptions(server, bucket, more)),
    pageSize: 4,
    // Whole seconds, as addresses have them.
    now: () => (Math.floor(Date.now() / 1000) * 1000) as Instant,
    reach: (at) =>
      new Promise((resolve) => {
        setTimeout(resolve, at - Date.now());
      }),
    send: fetchBlob,
    breakOff,
    end: async () => undefined,
  };
}

/** Ends this side of the connection in the middle of a body, and resolves when the server has closed the other. */
async function breakOff(url: string, bytes: Uint8Array, length?: number): Promise<void> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const announced = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  socket.on('error', () => undefined).resume();
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${announced}\r\n\r\n`);
  if (length === undefined) socket.write(`${bytes.byteLength.toString(16)}\r\n`);
  socket.end(bytes);
  await closed;
}
