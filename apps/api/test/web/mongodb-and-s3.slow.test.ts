import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { versionedBucket, versionsIn } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import type { Browser } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { onMongo } from '../support/mongo-settings.ts';
import { directS3Settings } from '../support/s3-settings.ts';
import { PASSWORD, signedIn } from './tab.ts';

jest.setTimeout(240_000);

let browser: Browser;
let mongo: MongoServers;
let server: S3Server;
let bucket: string;
let both: BothServices;
let folder: string;
beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
  [server, mongo] = await Promise.all([startVersitygw(process.env), MongoServers.start()]);
  const documents = onMongo(mongo);
  [browser, both] = await Promise.all([
    startBrowser(),
    BothServices.start(
      async (origin) => {
        bucket = await versionedBucket(server, origin);
        return {
          ...documents,
          ...directS3Settings(server, bucket),
          STRONGROOM_GRANT_KEY: randomBytes(32).toString('base64url'),
        };
      },
      { pages: true },
    ),
  ]);
  await new Caller(`${both.url}/api/v1`, documents.STRONGROOM_OWNER_TOKEN).post('/me/password', {
    new_password: PASSWORD,
  });
  folder = await mkdtemp(join(tmpdir(), 'strongroom-direct-'));
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await both?.end();
  await Promise.all([server?.stop(), mongo?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

test('with MongoDB a browser uploads to and downloads from the S3 server, which the policy of the page allows', async () => {
  const { page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local');
  const seen: string[] = [];
  page.context().on('requestfinished', (request) => {
    if (request.url().startsWith(server.endpoint)) seen.push(request.method());
  });
  await page.getByRole('button', { name: 'New room' }).click();
  await page.getByLabel('Name').fill('Project Falcon');
  await page.getByRole('button', { name: 'Make the room' }).click();
  await page.getByText('Add the first files').waitFor();
  const file = join(folder, 'price.txt');
  await writeFile(file, 'the price is 4711');
  await page.getByTestId('files').setInputFiles(file);
  await page.getByText('1 file in the room').waitFor();
  expect(await versionsIn(server, bucket)).toHaveLength(1);
  await page.getByRole('button', { name: 'Actions for price.txt' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe('the price is 4711');
  expect(seen).toEqual(expect.arrayContaining(['PUT', 'GET']));
  await clear();
});
