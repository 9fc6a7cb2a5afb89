import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { newBucket, versionedBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { addUser, removeUser, startVersitygw } from '@strongroom/test-servers/versitygw';
import { build } from '../support/built.ts';
import { anUpload, aRoom, CIPHERTEXT, confirm, given, put, times } from '../support/people-of-process.ts';
import { directS3Settings, s3Settings } from '../support/s3-settings.ts';
import { eventually, Place } from '../support/service-process.ts';

jest.setTimeout(300_000);

// oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
const environment = { ...process.env, VGW_IAM_CACHE_DISABLE: 'true' };

const ONE = { accessKeyId: 'rooms-one', secretAccessKey: 'the-first-secret' };
const TWO = { accessKeyId: 'rooms-two', secretAccessKey: 'the-second-secret' };

let server: S3Server;
let place: Place;
let folder: string;
beforeEach(async () => {
  await build();
  [server, place, folder] = await Promise.all([
    startVersitygw(environment),
    Place.make(),
    mkdtemp(join(tmpdir(), 'strongroom-s3-key-')),
  ]);
}, 600_000);
afterEach(async () => {
  await place?.end();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Changes the file as a platform does: in one step. */
async function writeKey({ accessKeyId, secretAccessKey }: typeof ONE): Promise<string> {
  const path = join(folder, 'credentials');
  const text = `[default]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`;
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return path;
}

test.each(['through-service', 'direct'] as const)(
  'the key of the S3 server changes under load without a restart and a failed request: %s',
  async (way) => {
    const isDirect = way === 'direct';
    const bucket = await (isDirect ? versionedBucket(server) : newBucket(server));
    for (const user of [ONE, TWO]) await addUser(environment, server, user, 'admin');
    const {
      AWS_ACCESS_KEY_ID: _,
      AWS_SECRET_ACCESS_KEY: __,
      ...settings
    } = (isDirect ? directS3Settings : s3Settings)(server, bucket);
    const service = await place.start({
      ...settings,
      AWS_SHARED_CREDENTIALS_FILE: await writeKey(ONE),
      STRONGROOM_RATE_LIMIT: '1000000',
      STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
      ...(isDirect
        ? { STRONGROOM_AUDIT_CHECKPOINT: 'none' }
        : { STRONGROOM_AUDIT_CHECKPOINT: `s3://${bucket}/audit/` }),
    });
    const owner = service.as(await place.ownerToken());
    const room = await aRoom(owner);
    const over = new AbortController();
    const failed: string[] = [];
    let files = 0;
    const oneFile = async (): Promise<void> => {
      const upload = await anUpload(owner, room);
      const status = await put(upload.upload_url);
      if (status !== 200) throw new Error(`the PUT was answered ${status}`);
      const { id } = await given(confirm(owner, room, upload));
      const { download_url } = await given(owner.get(`/files/${id}/download-url`));
      const answer = await fetch(download_url);
      if (!CIPHERTEXT.equals(Buffer.from(await answer.arrayBuffer())))
        throw new Error(`the GET was answered ${answer.status}`);
      files++;
    };
    const loads = times(6, async () => {
      while (!over.signal.aborted) await oneFile().catch((error: unknown) => failed.push(String(error)));
    });
    const more = (number: number): Promise<unknown> => {
      const before = files;
      return eventually('more files', async () => files >= before + number);
    };
    await more(20);
    await writeKey(TWO);
    const newAddress = async (): Promise<boolean> =>
      (await anUpload(owner, room)).upload_url.includes('rooms-two') || !isDirect;
    await eventually('the new key', newAddress);
    // The page says to wait for the addresses that the first key signed; here each is used at once.
    await more(40);
    await removeUser(environment, server, ONE);
    await more(40);
    await writeKey({ ...TWO, secretAccessKey: 'hunter2 hunter3' });
    await eventually('the warning', async () =>
      service.out.includes('a file of secrets is not taken; the last one that was read holds'),
    );
    expect(service.out).not.toContain('hunter');
    await more(20);
    over.abort();
    await Promise.all(loads);
    console.log(`${way}: ${files} files, each announced, stored, confirmed and read`);
    expect(failed).toEqual([]);
  },
);
