import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { Strongroom } from '@strongroom/client';
import { freePort } from '@strongroom/test-servers/free-port';
import { Service } from '../docs/service.ts';

const MAIN = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));
const MAIL_DEADLINE_MS = 20_000;

/** A service on a free port, in a folder that is removed at the end, and people who can unwrap its keys. */
export type Place = Readonly<{
  url: string;
  /** The client library with a token; the first owner's by default. */
  as: (token?: string) => Strongroom;
  /** The secret that was mailed to an address. */
  mailedTo: (email: string) => Promise<string>;
  /** All objects of the service: the loot of a thief of its disk. */
  objects: () => Promise<readonly Buffer[]>;
  end: () => Promise<void>;
}>;

/** Needs a build. Throws if the service does not become ready. */
export async function openPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-demo-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const service = new Service({ node: process.execPath, main: MAIN, folder, env: {}, port });
  const end = async (): Promise<void> => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await service.start({ STRONGROOM_DATA_DIR: data });
    const owner = (await readFile(join(data, 'owner.token'), 'utf8')).trim();
    const url = `http://127.0.0.1:${port}`;
    const unwrap = {
      unwrap: ({ wrappedDek, kmsKeyId }: Readonly<{ wrappedDek: string; kmsKeyId: string }>) =>
        unwrapDataKey(join(data, 'keys'), wrappedDek, kmsKeyId),
    };
    return {
      url,
      as: (token = owner) => new Strongroom({ url, token, unwrap }),
      mailedTo: (email) => mailedTo(join(data, 'mail'), email),
      objects: async () => (await objectFolders(join(data, 'blobs'))).flat(),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Mail is sent by a job, so it comes a moment later. */
async function mailedTo(folder: string, email: string): Promise<string> {
  for (const until = Date.now() + MAIL_DEADLINE_MS; Date.now() < until; await pause(20)) {
    for (const mail of await filesBelow(folder, '.eml')) {
      const text = mail.toString('utf8');
      const secret = text.includes(`To: ${email}\r\n`) ? /^sri_\w+(?=\r$)/m.exec(text)?.[0] : undefined;
      if (secret !== undefined) return secret;
    }
  }
  throw new Error(`no mail to ${email} has come`);
}

/** The files of each folder of objects, without the locks of processes. */
async function objectFolders(blobs: string): Promise<readonly (readonly Buffer[])[]> {
  const folders = (await readdir(blobs)).filter((name) => name !== 'processes');
  return Promise.all(folders.map((name) => filesBelow(join(blobs, name))));
}

async function filesBelow(folder: string, ending = ''): Promise<readonly Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
}
