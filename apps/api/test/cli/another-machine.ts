import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Desk } from './desk.ts';

const homes: string[] = [];
const STRANGER = 12_345;

/** A desk of a user who cannot read the data folder, where this process may choose one. Its home holds these files. */
export async function anotherMachine(files: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const home = await mkdtemp(join(tmpdir(), 'strongroom-home-'));
  homes.push(home);
  const isFree = process.getuid?.() === 0;
  await new Desk(home).write(files);
  if (!isFree) return new Desk(home);
  await chown(home, STRANGER, STRANGER);
  return new Desk(home, STRANGER);
}

/** Removes the homes of all of them. */
export async function endMachines(): Promise<void> {
  await Promise.all(homes.splice(0).map((home) => rm(home, { recursive: true, force: true })));
}
