import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { Strongroom } from '@strongroom/client';
import { freePort, Service } from '../docs/service.ts';

const MAIN = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));
const PATIENCE = 20_000;

/** A service on a free port, in a folder that is gone at the end, and people who can unwrap what it hands out. */
export type Place = Readonly<{
  url: string;
  /** Somebody by way of the client library; the first owner by default. */
  as: (token?: string) => Strongroom;
  /** The secret that was mailed to an address. */
  mailedTo: (email: string) => Promise<string>;
  /** Everything that the service keeps as objects: what a thief of its disk would have. */
  objects: () => Promise<readonly Buffer[]>;
  end: () => Promise<void>;
}>;

/** Needs a build. Throws where the service does not come to serve. */
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
      objects: () => filesBelow(join(data, 'blobs')),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Mail is sent by a job, so it comes a moment later. */
async function mailedTo(folder: string, email: string): Promise<string> {
  for (const until = Date.now() + PATIENCE; Date.now() < until; await pause(20)) {
    for (const mail of await filesBelow(folder, '.eml')) {
      const text = mail.toString('utf8');
      const secret = text.includes(`To: ${email}\r\n`) ? /^sri_\w+(?=\r$)/m.exec(text)?.[0] : undefined;
      if (secret !== undefined) return secret;
    }
  }
  throw new Error(`no mail to ${email} has come`);
}

async function filesBelow(folder: string, ending = ''): Promise<readonly Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
}
