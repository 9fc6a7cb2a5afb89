import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { Configuration } from '../../src/index.ts';
import { TestClock } from './clock.ts';
import { assertEventsTellNothing } from './events.ts';
import { folderPorts, memoryPorts, sqlitePorts, type TestPorts } from './ports.ts';
import { serve, type World } from './service.ts';

export type { World } from './service.ts';

/** Storage of documents: in memory, in SQLite, or in SQLite with objects and keys on disk too. */
export type Kind = 'memory' | 'sqlite' | 'folder';
export const BOTH = ['memory', 'sqlite'] as const;

type Options = Readonly<{
  kind?: Kind;
  folder?: string;
  configuration?: Partial<Configuration>;
  /** Wraps or replaces ports. */
  around?: (ports: TestPorts) => Partial<TestPorts>;
}>;

const opened = new Set<World>();
const folders: string[] = [];

/** Opens a world, closed at the end of the test file, which also checks its events. */
export async function openWorld(options: Options = {}): Promise<World> {
  const clock = new TestClock();
  const folder = options.folder ?? (options.kind === undefined || options.kind === 'memory' ? '' : await aFolder());
  const ports = await portsOf(options.kind ?? 'memory', folder, clock);
  const world = await serve({ ...ports, ...options.around?.(ports) }, clock, folder, options.configuration);
  opened.add(world);
  return world;
}

/** Another process over the same documents, objects and keys, with a memory of its own. */
export const another = (world: World, around: Partial<TestPorts> = {}): Promise<World> =>
  serve({ ...world.ports, ...around }, world.clock, world.folder, world.configuration);

/** A folder that is removed at the end of the test file. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-application-'));
  folders.push(folder);
  return folder;
}

const portsOf = (kind: Kind, folder: string, clock: TestClock): TestPorts | Promise<TestPorts> => {
  if (kind === 'memory') return memoryPorts(clock);
  return kind === 'sqlite' ? sqlitePorts(folder, clock) : folderPorts(folder, clock);
};

/** Closes a world before the end of the test file, so that another process can have its folder. */
export async function closeWorld(world: World): Promise<void> {
  opened.delete(world);
  try {
    await assertEventsTellNothing(world);
  } finally {
    await world.app.worker.stop();
    await world.ports.documents.close();
  }
}

afterAll(async () => {
  try {
    for (const world of opened) await closeWorld(world);
  } finally {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  }
});
