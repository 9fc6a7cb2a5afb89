import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { build } from '../support/built.ts';
import { s3Settings } from '../support/s3-settings.ts';
import { Place } from '../support/service-process.ts';
import { FaultyLink } from '../system/faulty-link.ts';
import { UNLIMITED } from '../system/kill-rounds.ts';
import { writeCredentials } from './credentials-file.ts';
import { fill, freed, onSmallDisk } from './small-disk.ts';
import { type Certificate, certificateIn, TlsFront } from './tls-front.ts';
import { type Trouble, troublesOfLink, UnderFaults } from './under-faults.ts';

/** Objects in S3 with TLS, each fault, and what is seen of it. */
jest.setTimeout(540_000);

let folder: string;
let place: Place;
let s3: S3Server;
let front: TlsFront;
let link: FaultyLink;
let certificates: Readonly<Record<'valid' | 'expired', Certificate>>;
let seen: UnderFaults;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'strongroom-faults-'));
  [place, s3] = await Promise.all([Place.make(), onSmallDisk(folder)]);
  certificates = { valid: await certificateIn(folder, 'valid'), expired: await certificateIn(folder, 'expired') };
  const authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, certificates.valid.pem + certificates.expired.pem);
  front = await TlsFront.to(s3.port, certificates.valid);
  link = await FaultyLink.to(front.port);
  const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...usual } = s3Settings(s3, await newBucket(s3));
  const settings = {
    ...UNLIMITED,
    ...usual,
    AWS_SHARED_CREDENTIALS_FILE: await writeKey(s3.credentials.secretAccessKey),
    STRONGROOM_S3_ENDPOINT: `https://localhost:${link.port}`,
    NODE_EXTRA_CA_CERTS: authorities,
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
  };
  seen = new UnderFaults({ place, settings });
}, 300_000);
afterAll(async () => {
  await place?.end();
  await link?.end();
  await front?.end();
  await s3?.stop();
  await rm(folder, { recursive: true, force: true });
});

const writeKey = (secret: string): Promise<string> => writeCredentials(folder, s3.credentials.accessKeyId, secret);

test.each<Trouble>([
  ...troublesOfLink(() => link, 700),
  {
    fault: 'refuses the key',
    begin: () => writeKey('another-secret'),
    end: () => writeKey(s3.credentials.secretAccessKey),
  },
  { fault: 'full', begin: () => fill(s3), end: () => freed(s3) },
  {
    fault: 'expired certificate',
    begin: () => front.show(certificates.expired),
    end: () => front.show(certificates.valid),
  },
])('an S3 server that fails is named, and serves again by itself: $fault', async (trouble) => {
  expect(await seen.meet('objects', trouble)).toEqual([]);
});
