import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { faultsIn, googleSchemas } from '../../../../scripts/google-schema.ts';
import { memorySettings } from '../../../../scripts/start/memory.ts';
import { ROOT } from '../support/built.ts';
import { hadolint, run } from './tools.ts';

const DOCKERFILE = join(ROOT, 'apps/api/Dockerfile');
const SERVICE = join(ROOT, 'apps/api/deploy/cloud-run.yaml');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-deploy-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A file with one change. */
async function changed(path: string, from: string, to: string): Promise<string> {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`there is no ${from} in ${path}`);
  const other = join(folder, 'changed');
  await writeFile(other, text.replace(from, to));
  return other;
}

/** The output of a program, whatever its exit code. */
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

  test('starts the service with the flags of npm start', () => {
    const command: unknown = JSON.parse(/^CMD (.*)$/m.exec(readFileSync(DOCKERFILE, 'utf8'))?.[1] ?? '[]');
    expect(command).toEqual(['node', ...memorySettings().flags, 'apps/api/dist/main.js']);
  });
});

describe('the file for Cloud Run', () => {
  const service = readFileSync(SERVICE, 'utf8');

  test("fits Google's own schema", async () => {
    expect(faultsIn(await googleSchemas('run.v1'), 'Service', parse(service))).toEqual([]);
  });

  test.each([
    ['an unknown field', 'containerConcurrency', 'containerConcurency', /containerConcurency: unknown field$/],
    ['a number for a text', "cpu: '1'", 'cpu: 1', /limits\.cpu: string wanted, found 1$/],
    [
      'a text for a number',
      'timeoutSeconds: 60',
      "timeoutSeconds: '60'",
      /timeoutSeconds: integer wanted, found "60"$/,
    ],
    ['a field for a list', 'env:', 'env: x\n          other:', /env: array wanted, found "x"$/],
  ])('does not fit it with %s', async (_, from, to, fault) => {
    expect(service).toContain(from);
    const faults = faultsIn(await googleSchemas('run.v1'), 'Service', parse(service.replace(from, to)));
    expect(faults[0]).toMatch(fault);
  });
});
