import { cp, rm } from 'node:fs/promises';
import { HOUR } from '@strongroom/domain';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { aDeletedRoom, type DeletedRoom, leftOfRoom, workUntilDone } from '../destruction/setting.ts';
import type { Moment } from '../world/mortal.ts';
import { aFolder, closeWorld, openWorld } from '../world/world.ts';

/** A folder with a deleted room whose destruction has not begun; no process has it open. */
export async function aDoomedFolder(): Promise<Readonly<{ folder: string; room: DeletedRoom }>> {
  const world = await openWorld({ kind: 'folder' });
  const room = await aDeletedRoom(world);
  await closeWorld(world);
  return { folder: world.folder, room };
}

/** Number of calls to ports that an undisturbed destruction makes. */
export async function callsOf({ folder }: Readonly<{ folder: string }>): Promise<number> {
  const copy = await aCopyOf(folder);
  const process = new SourceProcess(new URL('./destroy.ts', import.meta.url), [copy]);
  const calls = Number(await process.line());
  await process.ended();
  return calls;
}

/** Kills a process with SIGKILL at that call, lets another one finish, and returns the remains. */
export async function killedAt(
  { folder, room }: Readonly<{ folder: string; room: DeletedRoom }>,
  at: number,
  moment: Moment,
) {
  const copy = await aCopyOf(folder);
  const signal = await new SourceProcess(new URL('./destroy.ts', import.meta.url), [copy, String(at), moment]).ended();
  const world = await openWorld({ kind: 'folder', folder: copy });
  world.clock.advance(2 * HOUR);
  await workUntilDone(world);
  const left = await leftOfRoom(world, room);
  await closeWorld(world);
  await rm(copy, { recursive: true });
  return { signal, left };
}

async function aCopyOf(folder: string): Promise<string> {
  const copy = await aFolder();
  await cp(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}
