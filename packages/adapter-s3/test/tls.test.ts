import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { openS3Blobs } from '../src/index.ts';
import { bucketAccess, MAX_COMPILE_MS, makeSelfSignedCertificate } from './setting.ts';

const usual = getCACertificates('default');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-s3-tls-'));
});
afterAll(() => {
  setDefaultCACertificates(usual);
  rmSync(folder, { recursive: true });
});

test(
  'a certificate that is not trusted any more is an outage, which says what to change, until it is replaced',
  async () => {
    // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
    const environment = process.env;
    const [trusted, other] = ['trusted-', 'other-'].map((name) =>
      makeSelfSignedCertificate(mkdtempSync(join(folder, name))),
    );
    if (trusted === undefined || other === undefined) throw new TypeError('no certificates');
    setDefaultCACertificates([...usual, readFileSync(trusted.cert, 'utf8')]);
    let server = await startVersitygw(environment, { tls: trusted });
    const { folder: data, port, stop } = server;
    const serveAs = async (tls: typeof trusted): Promise<void> => {
      await server.kill();
      server = await startVersitygw(environment, { folder: data, port, tls });
    };
    try {
      const store = await openS3Blobs({
        ...bucketAccess(server, await newBucket(server)),
        baseUrl: () => 'http://127.0.0.1:8080',
        signingKey: new Uint8Array(32),
        clock: { now: () => Date.now() as Instant },
        prefix: '',
      });
      await serveAs(other);
      await expect(store.check()).rejects.toMatchObject({
        name: 'Unavailable',
        cause: { message: expect.stringContaining('is not trusted; name the file of its certificate authority') },
      });
      await serveAs(trusted);
      await store.check();
    } finally {
      await server.kill();
      await stop();
    }
  },
  MAX_COMPILE_MS,
);
