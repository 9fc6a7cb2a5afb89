import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { readEmail, type ServiceHarness } from '@strongroom/contract-tests';
import type { Log } from '@strongroom/ports';
import { readSettings } from '../../src/config/settings.ts';
import { openService } from '../../src/container/open-service.ts';
import { type Alteration, alteringProxy } from '../support/altering-proxy.ts';

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The service with its own data folder. */
export async function serviceWith(environment: Readonly<Record<string, string>>): Promise<ServiceHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-contract-'));
  const read = readSettings({
    PORT: '0',
    STRONGROOM_DATA_DIR: folder,
    ...environment,
  });
  if ('problems' in read) throw new TypeError(read.problems.join(' '));
  const service = await openService(read.settings, QUIET);
  return {
    baseUrl: `${service.url}/api/v1`,
    ownerToken: environment.STRONGROOM_OWNER_TOKEN ?? (await readFile(join(folder, 'owner.token'), 'utf8')).trim(),
    mailTo: (address) => newestMail(join(folder, 'mail'), address),
    unwrap: (wrappedDek, kmsKeyId) => unwrapDataKey(join(folder, 'keys'), wrappedDek, kmsKeyId),
    end: async () => {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}

// oxlint-disable-next-line node/no-process-env -- the SDK of S3 reads its credentials from here
const processEnvironment = process.env;

/** The service with these settings. Those of the SDK of S3 go where it looks for them: into this process. */
export async function serviceOnS3(all: Readonly<Record<string, string>>): Promise<ServiceHarness> {
  const settings = Object.entries(all);
  const isOurs = ([name]: [string, string]): boolean => name.startsWith('STRONGROOM_');
  const ofSdk = Object.fromEntries(settings.filter((setting) => !isOurs(setting)));
  Object.assign(processEnvironment, ofSdk);
  const harness = await serviceWith(Object.fromEntries(settings.filter(isOurs)));
  return {
    ...harness,
    end: async () => {
      await harness.end();
      for (const name of Object.keys(ofSdk)) delete processEnvironment[name];
    },
  };
}

/** Text of the newest mail to an address; waits for the first one, because a job sends it. */
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

/** The service on memory, behind a proxy that alters requests or answers. */
export async function alteredService(alterationFor: (ownerToken: string) => Alteration): Promise<ServiceHarness> {
  let target = '';
  let alteration: Alteration = {};
  const proxy = await alteringProxy(() => target, {
    sent: (sent) => alteration.sent?.(sent) ?? sent,
    answered: (answer, sent) => alteration.answered?.(answer, sent) ?? answer,
  });
  const whole = await serviceWith({
    STRONGROOM_DOCUMENTS: 'memory',
    STRONGROOM_BLOBS: 'memory',
    STRONGROOM_PUBLIC_URL: proxy.url,
  });
  target = new URL(whole.baseUrl).origin;
  alteration = alterationFor(whole.ownerToken);
  return {
    ...whole,
    baseUrl: `${proxy.url}/api/v1`,
    end: async () => {
      proxy.end();
      await whole.end();
    },
  };
}
