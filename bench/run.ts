import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meter } from './measure.ts';
import { options } from './options.ts';
import { writePage } from './page.ts';
import { comparePairs } from './pairs.ts';
import { compareSizes } from './sizes.ts';
import { makeWorld } from './world.ts';

const MEDIUM = { files: 2_000, members: 500, users: 4_000, rooms: 500, events: 2_000 };

const folder = mkdtempSync(join(tmpdir(), 'strongroom-bench-'));
const meter = new Meter();
try {
  const told = [`${availableParallelism()} cores, Node ${process.versions.node}, ${options.connections} connections.`];
  if (options.pairs) {
    const place = join(folder, 'pairs');
    mkdirSync(place);
    told.push('### Against the bare routes', await comparePairs(meter, place, await makeWorld(place, MEDIUM)));
  }
  if (options.sizes) told.push('### Much against little', await compareSizes(folder));
  const text = told.join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.write) writePage(text);
} finally {
  meter.stop();
  rmSync(folder, { recursive: true });
}
