import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { newBucket, versionedBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { build } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { anUpload, aRoom, confirm, given, put } from '../support/people-of-process.ts';
import { directS3Settings, s3Settings } from '../support/s3-settings.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { type Fault, FaultyLink } from './faulty-link.ts';
import { IN_TIME_WHEN_BUSY } from './in-time.ts';

// oxlint-disable-next-line node/no-process-env -- a program of its own, and the compiler that makes it
const environment = process.env;

/** An S3 server with a bucket, and a service behind a link to it; new for every test. */
export class S3Place {
  readonly place: Place;
  readonly bucket: string;
  readonly link: FaultyLink;
  server: S3Server;
  #service: ServiceProcess | undefined;

  private constructor(place: Place, server: S3Server, bucket: string, link: FaultyLink) {
    this.place = place;
    this.server = server;
    this.bucket = bucket;
    this.link = link;
  }

  static async make(): Promise<S3Place> {
    const server = await startVersitygw(environment);
    return new S3Place(await Place.make(), server, await newBucket(server), await FaultyLink.to(server.port));
  }

  get service(): ServiceProcess {
    if (this.#service === undefined) throw new Error('no service was started');
    return this.#service;
  }

  /** Starts the service and returns its owner. */
  owner(): Promise<Caller> {
    return this.#started(s3Settings(this.server, this.bucket, this.link.port));
  }

  /** The same with addresses of the S3 server, which clients reach without the link. */
  async ownerOfDirect(): Promise<Caller> {
    return this.#started(directS3Settings(this.server, await versionedBucket(this.server, '*'), this.link.port));
  }

  async #started(settings: Environment): Promise<Caller> {
    this.#service = await this.place.start(settings);
    return this.#service.as(await this.place.ownerToken());
  }

  /** Starts the killed server on the same files and port. */
  async restart(): Promise<void> {
    const { folder, port, stop } = this.server;
    const again = await startVersitygw(environment, { folder, port });
    this.server = { ...again, stop: () => again.kill().then(stop) };
  }

  /** The first reply of /readyz with this status, which is 200. Its checks are cached for a second. */
  readiness(status: 'ready' | 'degraded'): Promise<object> {
    return eventually(`that /readyz is ${status}`, async () => {
      const reply = await fetch(new URL('/readyz', this.service.url));
      const said = (await reply.json()) as { status: string; checks: object };
      return reply.status === 200 && said.status === status ? said.checks : undefined;
    });
  }

  async end(): Promise<void> {
    await this.place.end();
    await this.link.end();
    await this.server.stop();
  }
}

/** A place for each test of a file. */
export function withS3(): { at: S3Place } {
  // Each test starts processes, on machines that may be busy.
  jest.setTimeout(120_000);
  const held = {} as { at: S3Place };
  beforeAll(build, 120_000);
  beforeEach(async () => {
    held.at = await S3Place.make();
  }, 600_000);
  afterEach(() => held.at.end());
  return held;
}

export const download = async (url: string): Promise<string> => (await fetch(url)).text();

/** Registers a test of faults between the service and the S3 server. */
export function reportsS3Faults(
  held: { at: S3Place },
  faults: readonly Fault[],
  way: 'through' | 'direct' = 'through',
): void {
  test(`a failing S3 server (${way}) is answered 503 in time, /readyz names it, and all works once it is over`, async () => {
    const { at } = held;
    const owner = way === 'through' ? await at.owner() : await at.ownerOfDirect();
    const room = await aRoom(owner);
    for (const fault of faults) {
      const upload = await anUpload(owner, room);
      expect(await put(upload.upload_url)).toBe(200);
      await at.link.become(fault);
      const asked = performance.now();
      const { status, body } = await confirm(owner, room, upload);
      expect({ fault, status, code: body.error?.code }).toEqual({ fault, status: 503, code: 'STORAGE_UNAVAILABLE' });
      expect(await put(upload.upload_url)).toBe(way === 'through' ? 503 : 200);
      expect(performance.now() - asked).toBeLessThan(2 * IN_TIME_WHEN_BUSY);
      expect(await at.readiness('degraded')).toMatchObject({ blobs: 'unavailable', documents: 'ok', keys: 'ok' });
      await at.link.become({ kind: 'none' });
      await eventually('the confirmation', async () => (await confirm(owner, room, upload)).status === 200);
      const { download_url } = await given(owner.get(`/files/${upload.file_id}/download-url`));
      expect(await download(download_url)).toBe('ciphertext');
      await at.readiness('ready');
    }
  });
}
