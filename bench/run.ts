import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meter, refusals } from './measure.ts';
import { compareOnMongo } from './mongodb/compare.ts';
import { options } from './options.ts';
import { writePage } from './page.ts';
import { comparePairs } from './pairs.ts';
import { compareOnPostgresql } from './postgresql/compare.ts';
import { compareProcesses } from './postgresql/processes.ts';
import { compareScale } from './postgresql/scale.ts';
import { compareSizes } from './sizes.ts';
import { compareTransfers } from './transfers/compare.ts';
import { makeWorld, type World } from './world.ts';

const MEDIUM = { files: 2_000, members: 500, users: 4_000, rooms: 500, events: 2_000 };

const folder = mkdtempSync(join(tmpdir(), 'strongroom-bench-'));
const meter = new Meter();
try {
  const parts = [`${availableParallelism()} cores, Node ${process.versions.node}, ${options.connections} connections.`];
  const part = partOf(options.only);
  if (part === 'transfers') parts.push(await compareTransfers(join(folder, 'transfers'), options.rounds));
  else if (part === 'processes') parts.push(await compareProcesses(...(await mediumWorld()), MEDIUM.events));
  else if (part === 'scale') parts.push(await compareScale(meter, ...(await mediumWorld())));
  else if (options.documents === 'mongodb')
    parts.push(await compareOnMongo(meter, ...(await mediumWorld()), MEDIUM.events));
  else if (options.documents === 'postgresql')
    parts.push(await compareOnPostgresql(meter, ...(await mediumWorld()), MEDIUM.events));
  else {
    if (options.pairs) parts.push('### Against a minimal program', await comparePairs(meter, ...(await mediumWorld())));
    if (options.sizes) parts.push('### Much against little', await compareSizes(folder));
  }
  const text = [...parts, refusals() ?? []].flat().join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.write) writePage(text, part ?? options.documents);
} finally {
  meter.stop();
  rmSync(folder, { recursive: true });
}

async function mediumWorld(): Promise<[folder: string, world: World]> {
  const place = join(folder, 'pairs');
  mkdirSync(place);
  return [place, await makeWorld(place, MEDIUM)];
}

function partOf(only: string): 'transfers' | 'processes' | 'scale' | undefined {
  return only === 'transfers' || only === 'processes' || only === 'scale' ? only : undefined;
}
