import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commandUnwrapper } from '@strongroom/client';
import { decodeBase64 } from '../src/node/decode-base64.ts';
import { failure } from './failure.ts';

const KEY = randomBytes(32);
const WRAPPED = { wrappedDek: 'd3JhcHBlZA==', kmsKeyId: 'projects/p/keys/1', aad: null };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-unwrapper-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program in JavaScript with the rest as its arguments. */
const program = (code: string, ...args: string[]) => commandUnwrapper([process.execPath, '-e', code, '--', ...args]);
const saying = (text: string) => program(`process.stdout.write(${JSON.stringify(text)})`);

test('reads the key from the output of the command', async () => {
  for (const around of ['', '\n', '\r\n', '  \n'])
    expect(Buffer.from(await saying(`${KEY.toString('base64')}${around}`).unwrap(WRAPPED))).toEqual(KEY);
});

test('passes the wrapped key and the placeholders to the command', async () => {
  const seen = join(folder, 'seen');
  const code = `const { readFileSync, writeFileSync } = require('node:fs');
    writeFileSync(process.argv[1], JSON.stringify([readFileSync(0, 'utf8'), ...process.argv.slice(2)]));
    console.log('${KEY.toString('base64')}')`;
  await program(code, seen, 'key={kms_key_id}', '{wrapped_dek}', '{aad}', '{other}').unwrap({
    ...WRAPPED,
    aad: 'YWFk',
  });
  expect(JSON.parse(await readFile(seen, 'utf8'))).toEqual([
    'd3JhcHBlZA==\n',
    'key=projects/p/keys/1',
    'd3JhcHBlZA==',
    'YWFk',
    '{other}',
  ]);
});

test('passes values of the service to the command without a shell', async () => {
  const mark = join(folder, 'mark');
  const kmsKeyId = `a;touch ${mark}`;
  expect((await failure(saying('').unwrap({ ...WRAPPED, kmsKeyId }))).code).toBe('KEY_NOT_UNWRAPPED');
  const shell = commandUnwrapper(['echo', '$(touch', `${mark})`]);
  expect((await failure(shell.unwrap(WRAPPED))).code).toBe('KEY_NOT_UNWRAPPED');
  expect(existsSync(mark)).toBe(false);
});

test.each(['--output=/etc/passwd', '-x', 'a/../../sys/seal', '..', 'a b', 'a\nb', '', `a${'b'.repeat(1024)}`])(
  'runs no command for a key named %j',
  async (kmsKeyId) => {
    const error = await failure(saying(KEY.toString('base64')).unwrap({ ...WRAPPED, kmsKeyId }));
    expect(error).toMatchObject({ code: 'KEY_NOT_UNWRAPPED', message: expect.stringContaining('was not started') });
  },
);

test('runs no command for a malformed wrapped key', async () => {
  for (const strange of [{ wrappedDek: '--help' }, { aad: '-x' }])
    expect((await failure(saying(KEY.toString('base64')).unwrap({ ...WRAPPED, ...strange }))).message).toContain(
      'was not started',
    );
});

test.each([
  ['that fails', 'process.exit(3)', 'ended with 3'],
  ['that is killed', "process.kill(process.pid, 'SIGKILL')", 'ended with SIGKILL'],
  ['that says something else', "console.log('no key, sorry')", 'not base64'],
  ['that says too much', "console.log('A'.repeat(5000))", 'says more than a key'],
])('fails for a command %s', async (_, code, reported) => {
  const error = await failure(program(code).unwrap(WRAPPED));
  expect(error).toMatchObject({ code: 'KEY_NOT_UNWRAPPED', message: expect.stringContaining(reported) });
});

test('fails for a missing command', async () => {
  const error = await failure(commandUnwrapper([join(folder, 'nothing')]).unwrap(WRAPPED));
  expect(error.message).toContain('cannot be started');
});

const FOREVER = 'setInterval(() => undefined, 1000)';

test('ends a command that takes too long', async () => {
  const slow = commandUnwrapper([process.execPath, '-e', FOREVER], { deadline: 100 });
  expect((await failure(slow.unwrap(WRAPPED))).message).toContain('took longer than 100 ms');
});

test('ends the command on an abort', async () => {
  const stop = new AbortController();
  const unwrapping = program(FOREVER).unwrap({ ...WRAPPED, signal: stop.signal });
  stop.abort(new Error('no longer wanted'));
  await expect(unwrapping).rejects.toThrow('no longer wanted');
});

test('accepts standard base64 only', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = randomBytes(length);
    expect(Buffer.from(decodeBase64(Buffer.from(bytes.toString('base64'))) ?? [1])).toEqual(bytes);
  }
  for (const wrong of ['A', 'AAA', 'AA=A', 'A A=', 'AA-_', 'é==='])
    expect([wrong, decodeBase64(Buffer.from(wrong))]).toEqual([wrong, undefined]);
});
