import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commandUnwrapper, lineUnwrapper } from '@strongroom/client';
import { decodeBase64 } from '../src/node/decode-base64.ts';
import { failureOf } from './failure.ts';

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

test('the key is read from the output of the command', async () => {
  for (const around of ['', '\n', '\r\n', '  \n'])
    expect(Buffer.from(await saying(`${KEY.toString('base64')}${around}`).unwrap(WRAPPED))).toEqual(KEY);
});

test('the unwrapper passes the wrapped key and the placeholders to the command', async () => {
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

test('the unwrapper passes values of the service to the command without a shell', async () => {
  const mark = join(folder, 'mark');
  const kmsKeyId = `a;touch ${mark}`;
  expect((await failureOf(saying('').unwrap({ ...WRAPPED, kmsKeyId }))).code).toBe('KEY_NOT_UNWRAPPED');
  const shell = commandUnwrapper(['echo', '$(touch', `${mark})`]);
  expect((await failureOf(shell.unwrap(WRAPPED))).code).toBe('KEY_NOT_UNWRAPPED');
  expect(existsSync(mark)).toBe(false);
});

test.each(['local:', 'pkcs11:object='])('the unwrapper hands every form of an id to a command: %s', async (begin) => {
  const kmsKeyId = `${begin}3f0c1b52-0000-4000-8000-000000000000${begin.includes('=') ? ';type=secret-key' : ''}`;
  for (const unwrapper of [saying(KEY.toString('base64')), answering(ANSWER)])
    expect(await unwrapper.unwrap({ ...WRAPPED, wrappedDek: KEY.toString('base64'), kmsKeyId })).toHaveLength(32);
});

test.each(['--output=/etc/passwd', '-x', 'a/../../sys/seal', '..', 'a b', 'a\nb', 'a;id', '', `a${'b'.repeat(1024)}`])(
  'the unwrapper runs no command for a key named %j',
  async (kmsKeyId) => {
    const error = await failureOf(saying(KEY.toString('base64')).unwrap({ ...WRAPPED, kmsKeyId }));
    expect(error).toMatchObject({ code: 'KEY_NOT_UNWRAPPED', message: expect.stringContaining('was not started') });
  },
);

test('the unwrapper runs no command for a malformed wrapped key', async () => {
  for (const strange of [{ wrappedDek: '--help' }, { aad: '-x' }])
    expect((await failureOf(saying(KEY.toString('base64')).unwrap({ ...WRAPPED, ...strange }))).message).toContain(
      'was not started',
    );
});

test.each([
  ['that fails', 'process.exit(3)', 'ended with 3'],
  ['that is killed', "process.kill(process.pid, 'SIGKILL')", 'ended with SIGKILL'],
  ['that says something else', "console.log('no key, sorry')", 'not base64'],
  ['that says too much', "console.log('A'.repeat(5000))", 'says more than a key'],
])('the unwrapper fails for a command %s', async (_, code, reported) => {
  const error = await failureOf(program(code).unwrap(WRAPPED));
  expect(error).toMatchObject({ code: 'KEY_NOT_UNWRAPPED', message: expect.stringContaining(reported) });
});

test('the unwrapper fails for a missing command', async () => {
  const error = await failureOf(commandUnwrapper([join(folder, 'nothing')]).unwrap(WRAPPED));
  expect(error.message).toContain('cannot be started');
});

const FOREVER = 'setInterval(() => undefined, 1000)';

test('the unwrapper ends a command that takes too long', async () => {
  const slow = commandUnwrapper([process.execPath, '-e', FOREVER], { deadline: 100 });
  expect((await failureOf(slow.unwrap(WRAPPED))).message).toContain('took longer than 100 ms');
});

test('the unwrapper ends the command on an abort', async () => {
  const stop = new AbortController();
  const unwrapping = program(FOREVER).unwrap({ ...WRAPPED, signal: stop.signal });
  stop.abort(new Error('no longer wanted'));
  await expect(unwrapping).rejects.toThrow('no longer wanted');
});

/** A program that answers a line for each; `answer` is the code of a function of the request. */
const answering = (answer: string, deadline?: number) =>
  lineUnwrapper(
    [
      process.execPath,
      '-e',
      `require('node:fs').appendFileSync(process.argv[1], 'started\\n');
      const answer = ${answer};
      require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
        const said = await answer(JSON.parse(line));
        if (said !== undefined) console.log(typeof said === 'string' ? said : JSON.stringify(said));
      });`,
      '--',
      join(folder, 'starts'),
    ],
    { deadline },
  );
const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).split('\n').length - 1;
const ANSWER = `({ id, wrapped_dek: said }) => ({ id, key: Buffer.from(said, 'base64').toString('base64') })`;

test('one program unwraps many keys, in any order of its answers', async () => {
  await rm(join(folder, 'starts'), { force: true });
  const { unwrap } = answering(`async (asked) => {
    await new Promise((resolve) => setTimeout(resolve, 20 - asked.id));
    return (${ANSWER})(asked);
  }`);
  const keys = Array.from({ length: 20 }, () => randomBytes(32));
  const unwrapped = await Promise.all(keys.map((key) => unwrap({ ...WRAPPED, wrappedDek: key.toString('base64') })));
  expect(unwrapped.map((key) => Buffer.from(key))).toEqual(keys);
  expect(await starts()).toBe(1);
});

test('the unwrapper passes everything about a key in its line', async () => {
  const { unwrap } = answering(
    `(asked) => ({ id: asked.id, key: Buffer.from(JSON.stringify(asked)).toString('base64') })`,
  );
  expect(JSON.parse(Buffer.from(await unwrap({ ...WRAPPED, aad: 'YWFk' })).toString())).toEqual({
    id: 1,
    wrapped_dek: 'd3JhcHBlZA==',
    kms_key_id: 'projects/p/keys/1',
    aad: 'YWFk',
  });
});

test('a refusal names its reason, and the program goes on', async () => {
  const { unwrap } = answering(`(asked) => asked.id === 1 ? { id: 1, error: 'no such key' } : (${ANSWER})(asked)`);
  expect(await failureOf(unwrap(WRAPPED))).toMatchObject({
    code: 'KEY_NOT_UNWRAPPED',
    message: expect.stringContaining('refuses: no such key'),
  });
  expect(Buffer.from(await unwrap(WRAPPED)).toString()).toBe('wrapped');
});

test.each([
  ['another key', `() => ({ id: 7, key: 'AAAA' })`, 'none to a key that was asked for'],
  ['no JSON', `() => 'sorry'`, 'none to a key that was asked for'],
  ['an endless line', `() => { process.stdout.write('A'.repeat(5000)); }`, 'says more than a key'],
  ['no base64', `({ id }) => ({ id, key: '%' })`, 'not base64'],
  ['its end', `() => process.exit(3)`, 'ended with 3'],
])(
  'a key whose program answers with %s fails, and the program is started again for the next key',
  async (_, answer, said) => {
    const { unwrap } = answering(
      `(asked) => asked.wrapped_dek === 'd3JhcHBlZA==' ? (${answer})(asked) : (${ANSWER})(asked)`,
    );
    expect(await failureOf(unwrap(WRAPPED))).toMatchObject({
      code: 'KEY_NOT_UNWRAPPED',
      message: expect.stringContaining(said),
    });
  },
);

test('a key that misses the deadline fails alone while others are answered', async () => {
  await rm(join(folder, 'starts'), { force: true });
  const { unwrap } = answering(
    `(asked) => {
      if (asked.id === 3) console.log(JSON.stringify({ id: 1, key: 'AAAA' }));
      return asked.id === 1 ? undefined : (${ANSWER})(asked);
    }`,
    4000,
  );
  const first = failureOf(unwrap(WRAPPED));
  expect(Buffer.from(await unwrap(WRAPPED)).toString()).toBe('wrapped');
  expect((await first).message).toContain('took longer than 4000 ms');
  expect(Buffer.from(await unwrap(WRAPPED)).toString()).toBe('wrapped');
  expect(Buffer.from(await unwrap(WRAPPED)).toString()).toBe('wrapped');
  expect(await starts()).toBe(1);
});

test('a silent program that misses the deadline is ended', async () => {
  const { unwrap } = answering('() => undefined', 100);
  expect((await failureOf(unwrap(WRAPPED))).message).toContain('took longer than 100 ms');
});

test('an abort ends one key and not the program, whose late answer is dropped', async () => {
  await rm(join(folder, 'starts'), { force: true });
  const { unwrap } = answering(`(asked) => {
    if (asked.id === 2) console.log(JSON.stringify({ id: 1, key: 'AAAA' }));
    return asked.id === 1 ? undefined : (${ANSWER})(asked);
  }`);
  const stop = new AbortController();
  const first = unwrap({ ...WRAPPED, signal: stop.signal });
  stop.abort(new Error('no longer wanted'));
  await expect(first).rejects.toThrow('no longer wanted');
  expect(Buffer.from(await unwrap(WRAPPED)).toString()).toBe('wrapped');
  expect(Buffer.from(await unwrap(WRAPPED)).toString()).toBe('wrapped');
  expect(await starts()).toBe(1);
});

test('a program that waits for keys keeps no process running', async () => {
  const script = `import { lineUnwrapper } from ${JSON.stringify(import.meta.resolve('@strongroom/client'))};
    const { unwrap } = lineUnwrapper([process.execPath, '-e',
      "require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => console.log(JSON.stringify({ id: JSON.parse(line).id, key: 'AAAA' })))"]);
    await unwrap(${JSON.stringify(WRAPPED)});`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stderr).toBe('');
});

test('a key of a program is read as standard base64 only', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = randomBytes(length);
    expect(Buffer.from(decodeBase64(Buffer.from(bytes.toString('base64'))) ?? [1])).toEqual(bytes);
  }
  for (const wrong of ['A', 'AAA', 'AA=A', 'A A=', 'AA-_', 'é==='])
    expect([wrong, decodeBase64(Buffer.from(wrong))]).toEqual([wrong, undefined]);
});
