import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { type BearerSecret, bearerSecret, type Email } from '@strongroom/domain';
import { type Application, type Configuration, createApplication, type Home, openHome } from '../../src/index.ts';
import { refTo, stateOf } from '../../src/kernel/collection.ts';
import { ORGANISATION, organisations } from '../../src/repositories/organisation.ts';
import { TestClock } from './clock.ts';
import { assertEventsTellNothing } from './events.ts';
import { Person } from './person.ts';
import { CONFIGURATION, folderPorts, memoryPorts, sqlitePorts, type TestPorts } from './ports.ts';

/** Where documents are kept: in memory, in SQLite, or in SQLite with objects and keys on disk too. */
export type Kind = 'memory' | 'sqlite' | 'folder';
export const BOTH = ['memory', 'sqlite'] as const;

/** A service with its first owner, and what surrounds it. */
export type World = Readonly<{
  app: Application;
  home: Home;
  ports: TestPorts;
  configuration: Configuration;
  clock: TestClock;
  /** Where it keeps what is on disk. */
  folder: string;
  /** The first owner, with the token of the first start. */
  owner: Person;
}>;

type Options = Readonly<{
  kind?: Kind;
  folder?: string;
  configuration?: Partial<Configuration>;
  /** Puts something around the ports, or in their place. */
  around?: (ports: TestPorts) => Partial<TestPorts>;
}>;

const OWNER = 'first-owner-sesame@rooms.example' as Email;
/** The same at every start, so that a folder opened again has the same owner. */
const OWNER_TOKEN: BearerSecret = bearerSecret('apiToken', new Uint8Array(32).fill(42));

const opened: World[] = [];
const folders: string[] = [];

/** Opens a world, which the end of the test file closes. Its events are looked through then. */
export async function openWorld(options: Options = {}): Promise<World> {
  const clock = new TestClock();
  const folder = options.folder ?? (options.kind === undefined || options.kind === 'memory' ? '' : await aFolder());
  const ports = await portsOf(options.kind ?? 'memory', folder, clock);
  const world = await begin({ ...ports, ...options.around?.(ports) }, clock, folder, options.configuration);
  opened.push(world);
  return world;
}

/** Another process over the same documents, objects and keys: nothing of the first one's memory. */
export const another = (world: World, around: Partial<TestPorts> = {}): Promise<World> =>
  begin({ ...world.ports, ...around }, world.clock, world.folder, world.configuration);

/** A folder that the end of the test file removes. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-application-'));
  folders.push(folder);
  return folder;
}

async function begin(
  ports: TestPorts,
  clock: TestClock,
  folder: string,
  overrides: Partial<Configuration> = {},
): Promise<World> {
  const configuration = { ...CONFIGURATION, ...overrides };
  const home = await openHome(ports, configuration, { ownerEmail: OWNER, ownerToken: async () => OWNER_TOKEN });
  const app = createApplication(ports, configuration, home);
  const [document] = await ports.documents.read([refTo(organisations, ORGANISATION)]);
  const [id] = document === undefined ? [] : stateOf(organisations, document).owners;
  if (id === undefined) throw new Error('a home without an owner');
  const owner = new Person(app, { id, email: OWNER, secret: OWNER_TOKEN });
  return { app, home, ports, configuration, clock, folder, owner };
}

const portsOf = (kind: Kind, folder: string, clock: TestClock): TestPorts | Promise<TestPorts> => {
  if (kind === 'memory') return memoryPorts(clock);
  return kind === 'sqlite' ? sqlitePorts(folder, clock) : folderPorts(folder, clock);
};

afterAll(async () => {
  try {
    for (const world of opened) await assertEventsTellNothing(world);
  } finally {
    for (const { app, ports } of opened.splice(0)) {
      await app.worker.stop();
      await ports.documents.close();
    }
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  }
});
