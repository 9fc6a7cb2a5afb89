import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { schemathesis } from '../../../../scripts/schemathesis.ts';
import { ROOT } from '../system/built.ts';
import { besideCheckout, googleSchemas, hadolint, run } from './tools.ts';

const DOCKERFILE = join(ROOT, 'apps/api/Dockerfile');
const SERVICE = join(ROOT, 'apps/api/deploy/cloud-run.yaml');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-deploy-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A file with something changed in it. */
async function changed(path: string, from: string, to: string): Promise<string> {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`there is no ${from} in ${path}`);
  const other = join(folder, 'changed');
  await writeFile(other, text.replace(from, to));
  return other;
}

/** What a program says, whether it is content or not. */
const said = (program: string, ...args: readonly string[]): Promise<string> =>
  run(program, args).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );

describe('the Dockerfile', () => {
  test('has no finding of hadolint, which finds what it should', async () => {
    const program = await hadolint();
    expect(await said(program, DOCKERFILE)).toBe('');
    expect(await said(program, await changed(DOCKERFILE, 'USER 10001:10001', 'USER root'))).toContain('DL3002');
  });
});

const checker = besideCheckout('google_schema_check.py');

async function expectsTrueFields(program: string): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- it may be installed elsewhere
  const python = join(dirname(await schemathesis(process.env)), 'python'); // one that can read YAML
  const check = async (path: string) => said(python, program, await googleSchemas(), 'run.v1', 'Service', path);
  expect((await check(SERVICE)).trim()).toBe(`${SERVICE} ok`);
  const wrong = await changed(SERVICE, 'containerConcurrency', 'containerConcurency');
  expect(await check(wrong)).toContain('containerConcurency: unknown field');
}

// oxlint-disable-next-line jest/expect-expect, jest/no-disabled-tests -- what is called expects; the checker is not ours
(checker === undefined ? test.skip : test)(
  "the file for Cloud Run fits Google's own schema (needs google_schema_check.py beside the checkout)",
  () => expectsTrueFields(checker ?? ''),
);
