import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { table, withOneDecimal } from '../table.ts';
import { compareLarge } from './large.ts';
import { TransferBench } from './office.ts';

const MANY = 300;
const SMALL = 2048;
/** Runs enough processes to find the time of one. */
const LOOP = 15;

/** The command line compared with its lower bounds, alternately, in one run. */
export async function compareTransfers(folder: string, rounds: number): Promise<string> {
  const office = await TransferBench.open(folder);
  try {
    await office.strongroom('rooms', 'create', 'Large');
    await office.strongroom('rooms', 'create', 'Many');
    return [await compareLarge(office, rounds), await compareMany(office, rounds)].join('\n\n');
  } finally {
    await office.close();
  }
}

async function compareMany(office: TransferBench, rounds: number): Promise<string> {
  const folder = office.path('many');
  mkdirSync(folder);
  for (let at = 0; at < MANY; at += 1) writeFileSync(join(folder, `${at}.bin`), randomBytes(SMALL));
  const seen = { put: [0], putLoop: [0], get: [0], getLoop: [0] };
  for (const list of Object.values(seen)) list.pop();
  for (let round = 0; round < rounds; round += 1) {
    seen.put.push((await office.strongroom('put', 'Many', folder, '--again')).seconds / MANY);
    const ids: string[] = [];
    let seconds = 0;
    for (let at = 0; at < LOOP; at += 1) {
      const put = await office.strongroom('put', 'Many', join(folder, `${at}.bin`), '--again', '--to', 'loop');
      ids.push(put.out.split('\t')[0] ?? '');
      seconds += put.seconds;
    }
    seen.putLoop.push(seconds / LOOP);
    seen.get.push((await office.strongroom('get', 'Many', 'many', '--to', 'back')).seconds / MANY);
    seconds = 0;
    for (const id of ids) seconds += (await office.strongroom('get', 'Many', id, '--to', `one-${id}`)).seconds;
    seen.getLoop.push(seconds / LOOP);
    rmSync(office.path('back'), { recursive: true });
    await office.strongroom('rm', 'Many', 'many', 'loop', '--recursive');
  }
  const row = (name: string, own: readonly number[], loop: readonly number[]) => [
    name,
    withOneDecimal(median(own) * 1000),
    withOneDecimal(median(loop) * 1000),
    withOneDecimal(median(loop) / median(own)),
  ];
  return table([
    [`${MANY} files of ${SMALL} bytes, milliseconds each`, 'one command', 'a process for each', 'times quicker'],
    row('put', seen.put, seen.putLoop),
    row('get', seen.get, seen.getLoop),
  ]);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
