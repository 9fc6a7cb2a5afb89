import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { freePorts } from '@strongroom/test-servers/free-port';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { installedVersitygw, startVersitygw } from '@strongroom/test-servers/versitygw';
import { Load } from '../../apps/api/test/deploy/steady-load.ts';
import { build } from '../../apps/api/test/support/built.ts';
import { Caller } from '../../apps/api/test/support/caller.ts';
import { MailServer } from '../../apps/api/test/support/mail-server.ts';
import { type Block, blocksOf } from './markdown.ts';
import { PAGES_ON_PREMISE } from './pages.ts';
import { missingIn } from './run-page.ts';
import { Shell } from './shell.ts';

jest.setTimeout(900_000);

const ROOT = resolve(import.meta.dirname, '../..');
/** Milliseconds to the first shared file, with the servers running and the pages read. */
const FIRST_FILE_MS = 180_000;

// oxlint-disable-next-line node/no-process-env -- programs of their own, and what compiles them
const environment = process.env;

let postgresql: PostgresqlServers;
let s3: S3Server;
let mail: MailServer;
let folder: string;
let shell: Shell;
let here: (text: string) => string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-on-premise-'));
  for (const name of ['node_modules', 'apps']) symlinkSync(join(ROOT, name), join(folder, name), 'dir');
  [postgresql, s3, mail] = await Promise.all([
    PostgresqlServers.start(),
    startVersitygw(environment, { keepsVersions: false }),
    // The logins that the page has made and not taken away.
    MailServer.start((password) => ['mail', 'mail.new'].some((name) => password === secretIn(`pins/${name}`))),
    build(),
  ]);
  symlinkSync(await installedVersitygw(environment), join(folder, 'versitygw'));
  const [rooms = 0, keys = 0, moved = 0, one = 0, other = 0] = await freePorts(5);
  const processes = { 8080: rooms, 8081: keys, 8082: moved, 8091: one, 8092: other };
  const ports = { ...processes, 7070: s3.port, 5432: postgresql.primary.port, 1025: mail.port };
  here = (text) =>
    Object.entries(ports).reduce(
      (changed, [printed, port]) =>
        changed.replaceAll(
          new RegExp(`(?<=127\\.0\\.0\\.1:|_PORT=|for port in (?:\\d+ )?)${printed}\\b`, 'g'),
          `${port}`,
        ),
      text,
    );
  shell = new Shell({
    folder,
    env: {
      PATH: `${folder}:${pathOfAStranger(environment.PATH ?? '')}`,
      HOME: folder,
      LC_ALL: 'C.UTF-8',
      npm_config_offline: 'true',
      npm_config_yes: 'false',
      npm_config_update_notifier: 'false',
      // The administrators of both servers.
      PGHOST: '127.0.0.1',
      PGPORT: `${postgresql.primary.port}`,
      PGUSER: postgresql.user,
      PGPASSWORD: postgresql.password,
      ADMIN_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      ADMIN_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
      AWS_EC2_METADATA_DISABLED: 'true',
      PORT: `${rooms}`,
      STRONGROOM_KEY_SERVICE_PORT: `${keys}`,
      // For the callers of a test, which are one user.
      STRONGROOM_RATE_LIMIT: '1000000',
      STRONGROOM_ROOMS_PER_MINUTE: '1000000',
      STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
      STRONGROOM_PENDING_FILES: '100000',
      STRONGROOM_PENDING_FILES_PER_ROOM: '100000',
      ...COMPILE_CACHE,
    },
  });
}, 600_000);
afterAll(async () => {
  shell?.end();
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.pid'))) stop(name);
  await Promise.all([postgresql?.stop(), s3?.stop(), mail?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Without what npm puts there: the pages find their programs themselves. */
const pathOfAStranger = (path: string): string =>
  path
    .split(':')
    .filter((one) => !one.includes('node_modules') && !one.includes('node-gyp-bin'))
    .join(':');

/** Ends a process that a page started, if it runs still. */
function stop(name: string): void {
  try {
    // nginx alone has processes of its own, which it ends.
    process.kill(Number(readFileSync(join(folder, name), 'utf8')), name === 'nginx.pid' ? 'SIGTERM' : 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const isRun = ({ language, before }: Block): boolean =>
  language === 'bash' && !before.some((comment) => comment.startsWith('not run:'));

/** Runs the blocks of a page as printed, with the ports of this machine. Milliseconds of each, by its heading or line. */
async function run(page: string): Promise<number> {
  const blocks = blocksOf(readFileSync(join(ROOT, page), 'utf8')).filter(isRun);
  expect(blocks.length).toBeGreaterThan(3);
  let all = 0;
  let load: Load | undefined;
  for (const { line, text, before, after } of blocks) {
    if (before.includes('load: start')) load = await Load.start(ownerBy(here('http://127.0.0.1:8080')));
    const begun = performance.now();
    const { ok, output } = await shell.run(here(text));
    const took = performance.now() - begun;
    all += took;
    const outcome = !ok || after.includes('load: stop') ? await load?.stop() : undefined;
    const expected = after.flatMap((one) =>
      one.startsWith('expect:') ? [here(one.slice('expect:'.length).trim())] : [],
    );
    const fault = ok ? missingIn(output, expected) : 'exit status 0';
    if (fault !== undefined) throw new Error(`${page}:${line} expected ${fault}, printed:\n${output}\n${logs()}`);
    console.log(`${page}:${line} ${Math.round(took)} ms`);
    if (outcome === undefined) continue;
    const { asked, perSecond, failed } = outcome;
    load = undefined;
    console.log(`${page}:${line} ${asked} requests, ${perSecond} a second, ${failed.length} failed`);
    expect(failed).toEqual([]);
  }
  return all;
}

const secretIn = (name: string): string | undefined => {
  try {
    return readFileSync(join(folder, name), 'utf8').trim();
  } catch {
    return undefined;
  }
};

const ownerBy = (address: string): Caller =>
  new Caller(`${address}/api/v1`, /^STRONGROOM_OWNER_TOKEN=(.*)$/m.exec(secretIn('rooms.env') ?? '')?.[1]);

const logs = (): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}:\n${readFileSync(join(folder, name), 'utf8').slice(-3000)}`)
    .join('\n');

const [FIRST = '', BACKUP = '', CHANGE = '', MOVE = ''] = PAGES_ON_PREMISE;

test('the first file is shared within three minutes', async () => {
  const took = await run(FIRST);
  console.log(`first shared file after ${Math.round(took / 1000)} s`);
  expect(took).toBeLessThan(FIRST_FILE_MS);
});

test('everything is lost and comes back from a backup, recognised as a copy', async () => {
  const took = await run(BACKUP);
  console.log(`backup and restore: ${Math.round(took / 1000)} s`);
  expect(took).toBeLessThan(2 * FIRST_FILE_MS);
});

test('each secret of the services and of their servers changes under load', async () => {
  const took = await run(CHANGE);
  console.log(`changed keys: ${Math.round(took / 1000)} s`);
  expect(new Set(mail.taken).size).toBe(2);
  expect(took).toBeLessThan(4 * FIRST_FILE_MS);
});

test('the key service is moved, replaced and lost', async () => {
  const took = await run(MOVE);
  console.log(`key service: ${Math.round(took / 1000)} s`);
  expect(took).toBeLessThan(2 * FIRST_FILE_MS);
});
