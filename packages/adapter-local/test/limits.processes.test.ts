import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { RateLimitStatus } from '@strongroom/ports';
import { SourceProcess } from '@strongroom/test-servers/source-process';

const SCRIPT = new URL('./processes/take-limits.ts', import.meta.url);

test('four processes on one file are allowed exactly the limit together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-limits-'));
  const args = [join(folder, 'limits.db'), '500', '700', '1900000000000'];
  const processes = Array.from({ length: 4 }, () => new SourceProcess(SCRIPT, args));
  await Promise.all(processes.map((each) => each.line()));
  for (const each of processes) each.say();
  const lines = (await Promise.all(processes.map((each) => each.rest()))).flat();
  const standings = lines.flatMap((line) => JSON.parse(line) as readonly RateLimitStatus[]);
  const remaining = standings.filter(({ allowed }) => allowed).map((standing) => standing.remaining);
  expect(standings).toHaveLength(2000);
  expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: 700 }, (_, index) => 699 - index));
  expect(new Set(standings.map(({ resetAt }) => resetAt))).toEqual(new Set([1_900_000_060_000]));
  await rm(folder, { recursive: true });
});
