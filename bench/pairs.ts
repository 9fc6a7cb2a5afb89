import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cpuPerRequest, type Measurement, type Meter, nothingYet, percentile, perSecond } from './measure.ts';
import { fillMinimal } from './minimal/fill.ts';
import { OPERATIONS } from './operations.ts';
import { options } from './options.ts';
import { ServerProcess } from './server.ts';
import { formatPercent, mebibytes, progressRow, table, wholeNumber, withOneDecimal } from './table.ts';
import { SERVICE, serviceSettings, type World } from './world.ts';

const MINIMAL = join(import.meta.dirname, 'minimal', 'main.js');
const MEDIUM_EVENTS = 2_000;
const HEAD = [
  'operation',
  'server',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'statements',
  'syncs',
  'syncs under load',
  'of minimal, req/s',
  'by CPU',
];

/** Every operation on the service and on the minimal program, alternately. */
export async function comparePairs(meter: Meter, folder: string, world: World): Promise<string> {
  const beside = `${folder}-minimal`;
  mkdirSync(beside);
  fillMinimal(folder, join(beside, 'minimal.db'), { count: MEDIUM_EVENTS, roomId: world.roomId });
  const service = await ServerProcess.start(SERVICE, { ...serviceSettings(folder), BENCH_FLAGS: options.profile });
  const minimal = await ServerProcess.start(MINIMAL, { MINIMAL_FOLDER: beside, BENCH_FLAGS: options.profile });
  meter.setWorld(world);
  const idle = await service.reading();
  const rows = [HEAD];
  for (const { name } of OPERATIONS.filter((one) => one.name.includes(options.only))) {
    const counts = [await meter.count(minimal, name), await meter.count(service, name)] as const;
    const sums = [nothingYet(), nothingYet()] as const;
    const task = { operation: name, connections: options.connections, milliseconds: options.milliseconds };
    for (const server of [minimal, service]) await meter.warmUp(server, task);
    for (let round = 0; round < options.rounds; round += 1) {
      await meter.load(minimal, task, sums[0]);
      await meter.load(service, task, sums[1]);
    }
    const pair = [
      rowOf(name, 'minimal', sums[0], counts[0]),
      [
        ...rowOf('', 'service', sums[1], counts[1]),
        formatPercent(perSecond(sums[1]) / perSecond(sums[0])),
        formatPercent(cpuPerRequest(sums[0]) / cpuPerRequest(sums[1])),
      ],
    ];
    rows.push(...pair);
    process.stderr.write(`${pair.map(progressRow).join('\n')}\n`);
  }
  const busy = [await minimal.reading(), await service.reading()] as const;
  await Promise.all([minimal.stop(), service.stop()]);
  return [
    table(rows),
    '',
    `Start: service ${wholeNumber(service.startedIn)} ms, minimal ${wholeNumber(minimal.startedIn)} ms (until the first answer).`,
    `Memory: service ${mebibytes(idle.memory)} after the start, ${mebibytes(busy[1].memory)} at the end, ${mebibytes(busy[1].peakMemory)} at most (${mebibytes(busy[1].ownMemory)} without mapped files); minimal ${mebibytes(busy[0].peakMemory)} at most.`,
  ].join('\n');
}

const rowOf = (name: string, server: string, measured: Measurement, counted: { statements: number; syncs: number }) => [
  name,
  server,
  wholeNumber(perSecond(measured)),
  withOneDecimal(percentile(measured, 50)),
  withOneDecimal(percentile(measured, 99)),
  wholeNumber(cpuPerRequest(measured)),
  String(counted.statements),
  String(counted.syncs),
  (measured.syncs / measured.requests).toFixed(3),
];
