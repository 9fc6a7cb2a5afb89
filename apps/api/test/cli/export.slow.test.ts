import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pythonWith } from '@strongroom/test-servers/python';
import { build, ROOT } from '../support/built.ts';
import { anOffice, contentsOf, type Office } from './desk.ts';

/** A room of a usual size, with the limits of an installed service. */
const FILES = 2000;
const MAX_SECONDS = 600;

const run = promisify(execFile);
let office: Office;
let python: string;
beforeAll(async () => {
  await build();
  python = join(await pythonWith(['cryptography==50.0.2'], env), 'python');
  office = await anOffice(undefined, undefined, { STRONGROOM_RATE_LIMIT: '1000' });
}, 300_000);
afterAll(() => office.end());

test(`the command line exports and verifies ${FILES} files within the usual limit of requests`, async () => {
  const { owner } = office;
  const files = Array.from({ length: FILES }, (_, at) => [`in/${at % 40}/${at}.bin`, randomBytes(20_000)] as const);
  await owner.write(Object.fromEntries(files));
  await owner.output(['rooms', 'create', 'large']);
  expect(await owner.json(['put', 'large', 'in/.'])).toMatchObject({ uploaded: FILES, failed: 0 });
  const key = (await owner.output(['audit', 'key'])).trim();
  const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work;
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(`${what}: ${seconds.toFixed(1)} s\n`);
    expect(seconds).toBeLessThan(MAX_SECONDS);
    return result;
  };
  const made = await timed('export', owner.json(['export', 'large', 'out']));
  expect(made).toMatchObject({ files: FILES, failed: 0 });
  // Announced, confirmed and downloaded.
  expect(made.events).toBeGreaterThan(3 * FILES);
  const verified = await timed('verify', owner.json(['audit', 'verify', 'out', '--key', key]));
  expect(verified).toMatchObject({ verdict: 'intact', files: FILES, events: made.events });
  // A program in another language that shares no code with the command.
  const byPython = () =>
    run(python, ['-B', join(ROOT, 'examples/verify-a-binder/verify.py'), join(owner.home, 'out'), key]);
  expect((await timed('verify by Python', byPython())).stdout).toContain(`intact: ${FILES} files`);
  await timed('export again', owner.json(['export', 'large', 'out']));
  expect(Object.keys(await contentsOf(join(owner.home, 'out/files')))).toHaveLength(FILES);
  await writeFile(join(owner.home, 'out/files/7/1047.bin'), randomBytes(20_000));
  expect(await owner.run(['audit', 'verify', 'out', '--key', key])).toMatchObject({ code: 1 });
  await expect(byPython()).rejects.toMatchObject({ code: 1 });
}, 1_800_000);
