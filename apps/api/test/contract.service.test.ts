import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { readEmail, type ServiceHarness, serviceSuite } from '@strongroom/contract-tests';
import type { Log } from '@strongroom/ports';
import { readSettings } from '../src/config/settings.ts';
import { openService } from '../src/container/open-service.ts';

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The service as it comes, in a folder of its own. */
async function serviceWith(environment: Readonly<Record<string, string>>): Promise<ServiceHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-contract-'));
  const read = readSettings({ PORT: '0', STRONGROOM_DATA_DIR: folder, ...environment });
  if ('problems' in read) throw new TypeError(read.problems.join(' '));
  const service = await openService(read.settings, QUIET);
  return {
    baseUrl: `${service.url}/api/v1`,
    ownerToken: (await readFile(join(folder, 'owner.token'), 'utf8')).trim(),
    mailTo: (address) => newestMail(join(folder, 'mail'), address),
    unwrap: (wrappedDek, kmsKeyId) => unwrapDataKey(join(folder, 'keys'), wrappedDek, kmsKeyId),
    end: async () => {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The text of the newest message to an address, once there is one: mail is sent by a job. */
async function newestMail(folder: string, address: string): Promise<string> {
  for (;;) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        return { ...readEmail(await readFile(path)), at: (await stat(path, { bigint: true })).mtimeNs };
      }),
    );
    const mine = mails.filter(({ to }) => to === address).toSorted((a, b) => (a.at < b.at ? 1 : -1));
    if (mine[0] !== undefined) return mine[0].text;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

serviceSuite('the service on memory', () =>
  serviceWith({ STRONGROOM_DOCUMENTS: 'memory', STRONGROOM_BLOBS: 'memory' }),
);
serviceSuite('the service on SQLite', () => serviceWith({ STRONGROOM_DOCUMENTS: 'sqlite', STRONGROOM_BLOBS: 'files' }));
