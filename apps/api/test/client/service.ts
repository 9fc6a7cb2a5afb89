import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { type KeyUnwrapper, Strongroom, type StrongroomOptions } from '@strongroom/client';
import type { Log } from '@strongroom/ports';
import { readSettings } from '../../src/config/settings.ts';
import { openService } from '../../src/container/open-service.ts';

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A service with default settings, for a user of the client library and the keyring. */
export type Served = Readonly<{
  url: string;
  token: string;
  /** The folder of all data. */
  data: string;
  unwrap: KeyUnwrapper;
  /** The first owner, as a user of the library. */
  owner: Strongroom;
  /** The same client with other options. */
  as: (options: Partial<StrongroomOptions>) => Strongroom;
  /** A folder for the files of a test. */
  folder: string;
  stop: () => Promise<void>;
}>;

export async function serve(environment: Readonly<Record<string, string>> = {}, log: Log = QUIET): Promise<Served> {
  const place = await mkdtemp(join(tmpdir(), 'strongroom-client-'));
  const data = join(place, 'data');
  const read = readSettings({
    PORT: '0',
    STRONGROOM_DATA_DIR: data,
    STRONGROOM_RATE_LIMIT: '1000000',
    STRONGROOM_NEW_PEOPLE_PER_HOUR: '1000000',
    STRONGROOM_NEW_PEOPLE_PER_DAY: '1000000',
    STRONGROOM_ROOMS_PER_MINUTE: '1000000',
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
    ...environment,
  });
  if ('problems' in read) throw new TypeError(read.problems.join(' '));
  const service = await openService(read.settings, log);
  const { url } = service;
  const token = (await readFile(join(data, 'owner.token'), 'utf8')).trim();
  const unwrap: KeyUnwrapper = {
    unwrap: ({ wrappedDek, kmsKeyId }) => unwrapDataKey(join(data, 'keys'), wrappedDek, kmsKeyId),
  };
  const as = (options: Partial<StrongroomOptions>) => new Strongroom({ url, token, unwrap, ...options });
  return {
    url,
    token,
    data,
    unwrap,
    owner: as({}),
    as,
    folder: place,
    stop: async () => {
      await service.stop();
      await rm(place, { recursive: true });
    },
  };
}

/** Creates a room of the first owner and returns its id. */
export async function aRoomOf(owner: Strongroom): Promise<string> {
  return (await owner.rooms.create({ name: 'falcon', classification: 'C2' })).id;
}
