import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { Strongroom, type StrongroomOptions } from '@strongroom/client';
import { type Fault, type Rooms, rooms } from './rooms-stand-in.ts';
import type { Reaction } from './service-stand-in.ts';
import { notedTime } from './waits.ts';

export const TEXT = { name: 'a.txt', content_type: 'text/plain' };
/** More than one write takes. */
export const CONTENT = randomBytes(2_500_000);

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** This reaction to the first request of that step, and the usual one to all others. */
export const answerOnce =
  (wanted: string, reaction: Reaction): Fault =>
  (step, index) =>
    step === wanted && index === 0 ? reaction : undefined;

/** A folder and a service for each test of a file. */
export type TransferSetting = Readonly<{
  readonly folder: string;
  readonly service: Rooms;
  /** A client of a service with these faults. */
  meeting: (fault?: Fault, options?: Partial<StrongroomOptions>) => Promise<Strongroom>;
}>;

export function transferSetting(): TransferSetting {
  let folder = '';
  let service: Rooms | undefined;
  const end = async () => {
    await service?.end();
    service = undefined;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-transfers-'));
  });
  afterEach(async () => {
    await end();
    await rm(folder, { recursive: true });
  });
  return {
    get folder() {
      return folder;
    },
    get service() {
      if (service === undefined) throw new TypeError('nobody has met a service yet');
      return service;
    },
    meeting: async (fault, options = {}) => {
      await end();
      service = await rooms(fault);
      return new Strongroom({ url: service.url, unwrap: service.unwrap, time: notedTime().time, ...options });
    },
  };
}
