import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import type { Log } from '@strongroom/ports';
import { readSettings } from '../../src/config/settings.ts';
import { openService } from '../../src/container/open-service.ts';
import { Caller } from '../support/caller.ts';
import type { Unwrap } from '../support/encrypted-transfer.ts';

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The service with its defaults, in a folder of its own: SQLite, files, a local keyring. */
export type Embedded = Readonly<{ owner: Caller; visitor: Caller; unwrap: Unwrap; stop: () => Promise<void> }>;

export async function startEmbedded(log: Log = QUIET): Promise<Embedded> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-embedded-'));
  const read = readSettings({
    PORT: '0',
    STRONGROOM_DATA_DIR: folder,
    STRONGROOM_RATE_LIMIT: '1000000',
    STRONGROOM_NEW_PEOPLE_PER_HOUR: '1000000',
    STRONGROOM_NEW_PEOPLE_PER_DAY: '1000000',
    STRONGROOM_ROOMS_PER_MINUTE: '1000000',
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
  });
  if ('problems' in read) throw new TypeError(read.problems.join(' '));
  const service = await openService(read.settings, log);
  const visitor = new Caller(`${service.url}/api/v1`, undefined);
  return {
    visitor,
    owner: visitor.as((await readFile(join(folder, 'owner.token'), 'utf8')).trim()),
    unwrap: (wrappedDek, kmsKeyId) => unwrapDataKey(join(folder, 'keys'), wrappedDek, kmsKeyId),
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}
