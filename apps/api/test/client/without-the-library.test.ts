import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ownGoProgram } from '@strongroom/test-servers/go-program';
import { pythonWith } from '@strongroom/test-servers/python';
import { BothServices } from '../support/both-services.ts';
import { ROOT } from '../support/built.ts';

/** The clients in Python and in Go, as a stranger runs them. */

const PLACE = join(ROOT, 'examples/without-the-library');
const run = promisify(execFile);

type Program = (...args: readonly string[]) => Promise<string>;
let python: string;
let programs: Readonly<Record<'python' | 'go', Program>>;
let both: BothServices;
let room: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-strangers-'));
  both = await BothServices.start();
  python = join(await pythonWith(['cryptography==50.0.2'], env), 'python');
  const go = await ownGoProgram(join(PLACE, 'go'), env);
  const token = (await readFile(join(both.place.data, 'owner.token'), 'utf8')).trim();
  const own = {
    PATH: env['PATH'],
    STRONGROOM_URL: both.url,
    STRONGROOM_TOKEN: token,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const output = async (program: string, args: readonly string[]): Promise<string> =>
    (await run(program, args, { env: own })).stdout.trim();
  programs = {
    python: (...args) => output(python, [join(PLACE, 'strongroom.py'), ...args]),
    go: (...args) => output(go, args),
  };
  const answer = await fetch(`${both.url}/api/v1/rooms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Strangers', classification: 'C2' }),
  });
  room = ((await answer.json()) as { data: { id: string } }).data.id;
}, 300_000);
afterAll(async () => {
  await both.end();
  await rm(folder, { recursive: true });
});

test.each([
  ['python', 'go'],
  ['go', 'python'],
] as const)('a file that the client in %s put is the same for the one in %s', async (from, to) => {
  const [there, back] = [join(folder, `${from}.bin`), join(folder, `${to}.back`)];
  const content = randomBytes(200_000);
  await writeFile(there, content);
  const id = await programs[from]('put', room, there);
  await programs[to]('get', id, back);
  expect(content.equals(await readFile(back))).toBe(true);
});

test('the client and the library agree with the test vectors', async () => {
  const own = { ...env, PYTHONDONTWRITEBYTECODE: '1' };
  expect((await run(python, [join(PLACE, 'vectors.py')], { env: own })).stdout).toBe('The vectors hold.\n');
  expect((await run('go', ['test', './keys'], { cwd: join(PLACE, 'go') })).stdout).toMatch(/^ok /u);
});
