import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type * as Measure from '../bench/measure.ts';
import { blocksOf } from './docs/markdown.ts';

/** Options of the commands that the page of the benchmark names. */
const commands = blocksOf(readFileSync('docs/explanation/performance.md', 'utf8')).flatMap(({ text }) =>
  Array.from(text.matchAll(/^npm run bench(?: -- (.*))?$/gm), ([, options = '']) => options),
);

beforeAll(() => {
  execFileSync('npx', ['tsc', '-p', 'bench']);
}, 300_000);

test('every command of the page is run each night', () => {
  const [, nightly = ''] = /what: \[(.*)\]/.exec(readFileSync('.github/workflows/nightly.yml', 'utf8')) ?? [];
  expect(nightly.split(', ').map((quoted) => quoted.slice(1, -1))).toEqual(commands);
});

test.each(commands)(
  'npm run bench -- --quick %s ends with its tables',
  (options) => {
    const parts = options.split(' ').filter((part) => part !== '');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/dist/run.js', '--quick', ...parts], {
      encoding: 'utf8',
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\| /m);
    // Figures would be those of a limit.
    expect(stdout).not.toMatch(/^Refused.* with 429/m);
  },
  1_200_000,
);

test.each([503, 429])(
  'answers with %i are counted and asked again, and end no measurement',
  async (status) => {
    let asked = 0;
    const busy = createServer((_, response) => {
      asked += 1;
      const isBusy = asked === 1;
      response.writeHead(isBusy ? status : 200, isBusy ? { 'Retry-After': '1', Connection: 'close' } : {}).end('{}');
    }).listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { Meter, nothingYet, refusals } = (await import(
      join(import.meta.dirname, '../bench/dist/measure.js')
    )) as typeof Measure;
    const meter = new Meter();
    try {
      const server = {
        url: `http://127.0.0.1:${(busy.address() as AddressInfo).port}`,
        reading: async () => ({ cpu: 0, syncs: 0 }),
      };
      const sum = nothingYet();
      meter.setWorld({ roomId: 'room', token: 'token' } as Parameters<typeof meter.setWorld>[0]);
      await meter.load(
        server as Parameters<typeof meter.load>[0],
        { operation: 'room get', connections: 1, milliseconds: 60_000, most: 1 },
        sum,
      );
      expect(asked).toBe(2);
      expect(sum).toMatchObject({ requests: 1 });
      expect(sum.seconds).toBeGreaterThan(0.9);
      expect(refusals()).toMatch(
        new RegExp(`^Refused, and asked again after the time that the answer names: .*1 room get with ${status}[,.]`),
      );
    } finally {
      meter.stop();
      busy.close();
    }
  },
  30_000,
);
