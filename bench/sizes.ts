import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cpuPerRequest, Meter, nothingYet, percentile, perSecond } from './measure.ts';
import { SIZED } from './operations.ts';
import { options } from './options.ts';
import { ServerProcess } from './server.ts';
import { formatPercent, mebibytes, progressRow, table, wholeNumber, withOneDecimal } from './table.ts';
import { makeWorld, SERVICE, type Size, serviceSettings } from './world.ts';

const SMALL = { files: 100, members: 100, users: 100, rooms: 100, events: 100 };

const HEAD = [
  'operation',
  'small req/s',
  'large req/s',
  'small p50',
  'large p50',
  'small CPU µs',
  'large CPU µs',
  'large of small, req/s',
  'by CPU',
];

/** The service with a small and with a large store, alternately. */
export async function compareSizes(folder: string): Promise<string> {
  const small = await placeOf(folder, 'small', SMALL);
  const large = await placeOf(folder, 'large', options.large);
  const places = [small, large] as const;
  const rows = [HEAD];
  for (const { name } of SIZED.filter((one) => one.name.includes(options.only))) {
    const sums = [nothingYet(), nothingYet()] as const;
    const task = { operation: name, connections: options.connections, milliseconds: options.milliseconds };
    for (const { meter, service } of places) await meter.load(service, task, nothingYet());
    for (let round = 0; round < options.rounds; round += 1)
      for (const [at, { meter, service }] of places.entries())
        await meter.load(service, task, sums[at] ?? nothingYet());
    const row = [
      name,
      ...sums.map((sum) => wholeNumber(perSecond(sum))),
      ...sums.map((sum) => withOneDecimal(percentile(sum, 50))),
      ...sums.map((sum) => wholeNumber(cpuPerRequest(sum))),
      formatPercent(perSecond(sums[1]) / perSecond(sums[0])),
      formatPercent(cpuPerRequest(sums[0]) / cpuPerRequest(sums[1])),
    ];
    rows.push(row);
    process.stderr.write(`${progressRow(row)}\n`);
  }
  const { peakMemory } = await large.service.reading();
  const startedIn = large.service.startedIn;
  for (const { meter, service } of places) {
    await service.stop();
    meter.stop();
  }
  const sizes = Object.entries(options.large).map(([name, size]) => `${wholeNumber(size)} ${name}`);
  return `${table(rows)}\n\nSmall: 100 of each. Large: ${sizes.join(', ')}; started in ${wholeNumber(startedIn)} ms, ${mebibytes(peakMemory)} at most.`;
}

async function placeOf(folder: string, name: string, size: Size) {
  const place = join(folder, name);
  mkdirSync(place);
  const meter = new Meter();
  meter.setWorld(await makeWorld(place, size));
  return { meter, service: await ServerProcess.start(SERVICE, serviceSettings(place)) };
}
