import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { freePorts } from '@strongroom/test-servers/free-port';
import { type OutsideProjects, outsideProjects } from '../../../../scripts/outside-project.ts';
import { Desk } from '../cli/desk.ts';
import { build, ROOT } from '../support/built.ts';
import { KeyProcess } from '../support/key-process.ts';
import { given } from '../support/people-of-process.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';

type Settings = Readonly<Record<string, string>>;
export type KeyServer = Readonly<{ url: string; stop: () => Promise<void> }>;

export type KeyPackage = Readonly<{
  /** Its folder in `examples/`. */
  folder: string;
  /** Packages of others that it needs. */
  fetched?: readonly string[];
  /** The path of the program of its server. */
  program: () => Promise<string>;
  /** The variable in which the tests of the package find that program. */
  variable: string;
  /** `author`: the folder of the installed package. */
  start: (author: string, program: string) => Promise<KeyServer>;
  /** The settings of the room service, and of those who open keys. */
  settings: (server: KeyServer) => Readonly<{ rooms: Settings; keys: Settings }>;
  /** Number of tests that the package has at least. */
  tests: number;
}>;

/**
 * Keys in a system that this repository does not know: the package of an adapter's author, installed from tarballs, wraps for
 * the room service and opens for the key service and for `keys unwrap`. Returns the projects and the settings of a key service.
 */
export function keysFromOutside(of: KeyPackage): () => Readonly<{ operator: string; keys: Settings }> {
  jest.setTimeout(240_000);

  let projects: OutsideProjects;
  let program: string;
  let server: KeyServer;
  let place: Place;
  let service: ServiceProcess;
  let keys: KeyProcess;
  let folder: string;
  let settings: Readonly<{ rooms: Settings; keys: Settings }>;

  beforeAll(async () => {
    await build();
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '-b', join(ROOT, 'packages/contract-tests')]);
    program = await of.program();
    projects = outsideProjects({ folder: of.folder, fetched: of.fetched ?? [] });
    server = await of.start(projects.author, program);
    settings = of.settings(server);
    [place, folder] = await Promise.all([Place.make(), mkdtemp(join(tmpdir(), 'strongroom-keys-'))]);
    const [port = 0, ofKeys = 0] = await freePorts(2);
    const url = `http://127.0.0.1:${port}`;
    const here = { cwd: projects.operator };
    service = await place.start(
      {
        ...settings.rooms,
        PORT: String(port),
        STRONGROOM_PUBLIC_URL: url,
        STRONGROOM_KEY_SERVICE_URL: `http://127.0.0.1:${ofKeys}`,
      },
      here,
    );
    keys = await KeyProcess.start(
      ofKeys,
      {
        ...settings.keys,
        STRONGROOM_KEY_SERVICE_ROOM_SERVICE: url,
        STRONGROOM_KEY_SERVICE_DATA_DIR: join(place.folder, 'key-service'),
      },
      projects.operator,
    );
  }, 1_800_000);
  afterAll(async () => {
    await keys?.end();
    await place?.end();
    await server?.stop();
    projects?.remove();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  async function aDesk(name: string): Promise<Desk> {
    const desk = new Desk(join(folder, name));
    await mkdir(desk.home, { mode: 0o700 });
    await desk.write({ 'deal/offer.txt': 'the offer' });
    return desk;
  }

  test('the package keeps its promises and its types, in a project of its own', () => {
    const { numPassedTests, testResults } = projects.jest({ [of.variable]: program });
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(all.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(numPassedTests).toBeGreaterThanOrEqual(of.tests);
    expect(projects.types()).toMatchObject({ code: 0, out: '' });
  });

  test('people put and get by the key service, until the room is destroyed', async () => {
    const token = await place.ownerToken();
    const owner = service.as(token);
    const { id } = await given(owner.post('/rooms', { name: 'Falcon', classification: 'C2' }));
    const desk = await aDesk('one');
    await desk.output(['login', service.url], { input: token });
    expect(await desk.json(['put', 'Falcon', 'deal'])).toMatchObject({ uploaded: 1, failed: 0 });
    expect(await desk.json(['get', 'Falcon', '--to', 'back'])).toMatchObject({ downloaded: 1 });
    expect(await readFile(join(desk.home, 'back/deal/offer.txt'), 'utf8')).toBe('the offer');
    await given(owner.delete(`/rooms/${id}`));
    expect((await desk.run(['get', 'Falcon', '--to', 'never'])).code).not.toBe(0);
  });

  test('an operator puts and gets by `keys unwrap`', async () => {
    const token = await place.ownerToken();
    await given(service.as(token).post('/rooms', { name: 'Eagle', classification: 'C2' }));
    const desk = await aDesk('operator');
    const unwrapper = `${process.execPath} ${join(ROOT, 'apps/admin/dist/main.js')} keys unwrap --lines`;
    const surroundings = { env: settings.keys, cwd: projects.operator };
    await desk.output(['login', service.url, '--unwrap-program', unwrapper], { input: token, env: settings.keys });
    const there = join(desk.home, 'deal');
    expect(await desk.json(['put', 'Eagle', there], surroundings)).toMatchObject({ uploaded: 1, failed: 0 });
    const back = join(desk.home, 'back');
    expect(await desk.json(['get', 'Eagle', '--to', back], surroundings)).toMatchObject({ downloaded: 1 });
    expect(await readFile(join(back, 'deal/offer.txt'), 'utf8')).toBe('the offer');
  });

  return () => ({ operator: projects.operator, keys: settings.keys });
}
