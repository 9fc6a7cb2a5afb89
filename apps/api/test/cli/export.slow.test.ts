import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anOffice, contentsOf, type Office } from './desk.ts';

/** A room of a usual size, with the limits of an installed service. */
const FILES = 2000;
const MOST_SECONDS = 600;

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, undefined, { STRONGROOM_RATE_LIMIT: '1000' });
}, 120_000);
afterAll(() => office.end());

test(`exports and verifies ${FILES} files within the usual limit of requests`, async () => {
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
    expect(seconds).toBeLessThan(MOST_SECONDS);
    return result;
  };
  const made = await timed('export', owner.json(['export', 'large', 'out']));
  expect(made).toMatchObject({ files: FILES, failed: 0 });
  // Announced, confirmed and downloaded.
  expect(made.events).toBeGreaterThan(3 * FILES);
  const verified = await timed('verify', owner.json(['audit', 'verify', 'out', '--key', key]));
  expect(verified).toMatchObject({ verdict: 'intact', files: FILES, events: made.events });
  await timed('export again', owner.json(['export', 'large', 'out']));
  expect(Object.keys(await contentsOf(join(owner.home, 'out/files')))).toHaveLength(FILES);
}, 1_800_000);
