import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { contentsOf, newBucket } from '../../../../scripts/s3-bucket.ts';
import type { S3Server } from '../../../../scripts/s3-server.ts';
import { startVersitygw } from '../../../../scripts/versitygw.ts';
import { build } from '../support/built.ts';
import { aFile, anUpload, aRoom, confirm, given, put } from '../support/people-of-process.ts';
import { s3Settings } from '../support/s3-settings.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { type Fault, FaultyLink } from './faulty-link.ts';
import { IN_TIME_WHEN_BUSY } from './in-time.ts';
import { receiptOf } from './kms-place.ts';

// Each test starts processes, on machines that may be busy.
jest.setTimeout(120_000);

// oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
const environment = process.env;

let place: Place;
let server: S3Server;
let bucket: string;
let link: FaultyLink;
let service: ServiceProcess;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
  server = await startVersitygw(environment);
  bucket = await newBucket(server);
  link = await FaultyLink.to(server.port);
}, 600_000);
afterEach(async () => {
  await place.end();
  await link.end();
  await server.stop();
});

const aService = async () => {
  service = await place.start(s3Settings(server, bucket, link.port));
  return service.as(await place.ownerToken());
};

/** The first reply of /readyz with this status. Its checks are cached for a second. */
const readiness = (status: number): Promise<object> =>
  eventually(`that /readyz answers ${status}`, async () => {
    const reply = await fetch(new URL('/readyz', service.url));
    const { checks } = (await reply.json()) as { checks: object };
    return reply.status === status ? checks : undefined;
  });

const download = async (url: string): Promise<string> => (await fetch(url)).text();

test('a file goes up and comes down through the service, and is destroyed with its room', async () => {
  const owner = await aService();
  const room = await aRoom(owner);
  const file = await aFile(owner, room);
  const { download_url } = await given(owner.get(`/files/${file.id}/download-url`));
  expect(new URL(download_url).origin).toBe(new URL(service.url).origin);
  expect(await download(download_url)).toBe('ciphertext');
  expect((await contentsOf(server, bucket)).objects).toHaveLength(1);
  const deleted = await given(owner.delete(`/rooms/${room.id}`));
  expect(await receiptOf(owner, deleted.receipt_id)).toMatchObject({ status: 'complete', files_destroyed: 1 });
  expect(await contentsOf(server, bucket)).toEqual({ objects: [], openUploads: [] });
  expect(service.err).toBe('');
});

test('a failing S3 server is answered 503 in time, /readyz names it, and all works once it is over', async () => {
  const owner = await aService();
  const room = await aRoom(owner);
  const faults: readonly Fault[] = [{ kind: 'refuse' }, { kind: 'hang' }];
  for (const fault of faults) {
    const upload = await anUpload(owner, room);
    expect(await put(upload.upload_url)).toBe(200);
    await link.become(fault);
    const asked = performance.now();
    const { status, body } = await confirm(owner, room, upload);
    expect({ fault, status, code: body.error?.code }).toEqual({ fault, status: 503, code: 'STORAGE_UNAVAILABLE' });
    expect(await put(upload.upload_url)).toBe(503);
    expect(performance.now() - asked).toBeLessThan(2 * IN_TIME_WHEN_BUSY);
    expect(await readiness(503)).toMatchObject({ blobs: 'unavailable', documents: 'ok', keys: 'ok' });
    await link.become({ kind: 'none' });
    await eventually('the confirmation', async () => (await confirm(owner, room, upload)).status === 200);
    const { download_url } = await given(owner.get(`/files/${upload.file_id}/download-url`));
    expect(await download(download_url)).toBe('ciphertext');
    await readiness(200);
  }
});

test('no acknowledged file is lost when the S3 server is killed under load', async () => {
  const owner = await aService();
  const room = await aRoom(owner);
  const confirmed: string[] = [];
  const over = new AbortController();
  const load = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const upload = await anUpload(owner, room);
      if ((await put(upload.upload_url)) !== 200) continue;
      if ((await confirm(owner, room, upload)).status === 200) confirmed.push(upload.file_id);
    }
  });
  await eventually('some files', async () => confirmed.length >= 8);
  await server.kill();
  const before = confirmed.length;
  const { folder, port, stop } = server;
  const again = await startVersitygw(environment, { folder, port });
  server = { ...again, stop: () => again.kill().then(stop) };
  await eventually('files after the restart', async () => confirmed.length >= before + 8);
  over.abort();
  await Promise.all(load);
  for (const id of confirmed) {
    const { download_url } = await given(owner.get(`/files/${id}/download-url`));
    expect(await download(download_url)).toBe('ciphertext');
  }
});

test('a bucket that does not fit stops the start with one sentence', async () => {
  const settings = { ...s3Settings(server, bucket), STRONGROOM_S3_BUCKET: 'nowhere' };
  await expect(place.start(settings)).rejects.toThrow(
    /STRONGROOM_BLOBS=s3: The bucket nowhere does not exist; create it, or correct its name\./,
  );
});
