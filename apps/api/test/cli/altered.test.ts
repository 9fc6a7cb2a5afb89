import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Answered as Answer, Sent } from '../support/altering-proxy.ts';
import { build } from '../support/built.ts';
import { anOffice, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

/** The current alteration of answers. */
let alter: (answer: Answer, sent: Sent) => Answer;
let office: Office;
let link: string;
beforeAll(async () => {
  await build();
  alter = (answer) => answer;
  office = await anOffice({ answered: (answer, sent) => alter(answer, sent) }, QuickDesk);
  const { owner } = office;
  await owner.write({ 'secret.txt': 'The merger is signed on Monday.' });
  await owner.output(['rooms', 'create', 'Falcon']);
  await owner.output(['put', 'Falcon', 'secret.txt']);
  link = (await owner.output(['share', 'Falcon', 'secret.txt'])).trim();
}, 120_000);
beforeEach(() => {
  alter = (answer) => answer;
});
afterAll(() => office.end());

/** The same answer with another value of a field. */
const withField =
  (field: string, change: (value: string) => string): typeof alter =>
  (answer, { path }) => {
    if (!/\/(download(-url)?|resume)(\?|$)/.test(path) || answer.status !== 200) return answer;
    const body = JSON.parse(answer.body.toString()) as { data: Record<string, string> };
    const data = { ...body.data, [field]: change(body.data[field] ?? '') };
    return { ...answer, body: Buffer.from(JSON.stringify({ ...body, data })) };
  };

/** Base64 of the same bytes with one bit flipped. */
const flipped = (value: string): string => {
  const bytes = Buffer.from(value, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString('base64');
};

const flippedCiphertext: typeof alter = (answer, { path, method }) => {
  if (method !== 'GET' || !path.startsWith('/blobs/') || answer.status !== 200) return answer;
  const body = Buffer.from(answer.body);
  body.writeUInt8(body.readUInt8(3) ^ 0x10, 3);
  return { ...answer, body };
};

const CHANGED = 'The ciphertext, its iv or its tag was changed, or the key is another; nothing was released.';
const CASES: readonly (readonly [what: string, how: typeof alter, code: number, said: string])[] = [
  ['ciphertext', flippedCiphertext, 7, CHANGED],
  ['iv', withField('iv', flipped), 7, CHANGED],
  ['tag', withField('tag', flipped), 7, CHANGED],
  ['iv that is none', withField('iv', () => 'AAAA'), 7, 'The iv is not 12 bytes in base64.'],
  ['tag that is none', withField('tag', () => 'AAAA'), 7, 'The tag is not 16 bytes in base64.'],
];

test.each([
  ...CASES,
  ['wrapped key', withField('wrapped_dek', flipped), 8, 'The wrapped key was changed on its way or in the store'],
  ['name of the key', withField('kms_key_id', () => 'local:0'), 8, 'holds no key local:0'],
] as const)(
  'fetch and get write nothing for a changed %s, and name it in exit code and message',
  async (_, how, code, said) => {
    const { owner } = office;
    alter = how;
    const result = await owner.run(['get', 'Falcon', 'secret.txt', '--to', 'out/secret.txt']);
    expect(result).toMatchObject({ code, out: '' });
    expect(result.err).toMatch(/^strongroom: secret\.txt: [^\n]+\n$/u);
    expect(result.err).toContain(said);
    expect(await readdir(join(owner.home, 'out'))).toEqual([]);
    const poured = await owner.run(['get', 'Falcon', 'secret.txt', '--to', '-']);
    expect(poured).toMatchObject({ code, out: '' });
    expect(poured.err).toContain(said);
  },
);

test.each(CASES)('fetch detects a changed %s, too', async (_, how, code, said) => {
  const stranger = await office.stranger();
  alter = how;
  const result = await stranger.run(['fetch', link]);
  expect(result).toEqual({ code, out: '', err: `strongroom: ${said}\n` });
  // The only other file is the log of transfers.
  expect((await readdir(stranger.home)).filter((name) => name !== '.local')).toEqual([]);
});

test('the command line writes no file whose listed size differs, and gives the reason', async () => {
  const { owner } = office;
  alter = (answer, { path }) => {
    if (!path.includes('/files?')) return answer;
    const body = JSON.parse(answer.body.toString()) as { data: { size: number }[] };
    for (const file of body.data) file.size += 1;
    return { ...answer, body: Buffer.from(JSON.stringify(body)) };
  };
  const result = await owner.run(['get', 'Falcon', 'secret.txt', '--to', 'sized/secret.txt']);
  expect(result).toMatchObject({ code: 7, out: '' });
  expect(result.err).toContain('its size is not that of its file');
  expect(await readdir(join(owner.home, 'sized'))).toEqual([]);
  const poured = await owner.run(['get', 'Falcon', 'secret.txt', '--to', '-']);
  expect(poured).toMatchObject({ code: 7, out: '' });
  expect(poured.err).toContain('its size is not that of its file');
});

test('the command line uses up no download for a link with a changed key', async () => {
  const stranger = await office.stranger();
  const at = link.length - 10;
  const other = link[at] === 'A' ? 'B' : 'A';
  const result = await stranger.run(['fetch', link.slice(0, at) + other + link.slice(at + 1)]);
  expect(result).toMatchObject({ code: 2, out: '' });
  expect(result.err).toContain('This is not a complete link with its key');
});

const ESCAPES = 'a\u001b]0;owned\u0007b\u009b2J\u202ec';

test('the command line escapes terminal control characters in names, in text and in JSON', async () => {
  const { owner } = office;
  alter = (answer, { path }) => {
    if (!path.startsWith('/api/v1/rooms?')) return answer;
    const body = JSON.parse(answer.body.toString()) as { data: { name: string }[] };
    for (const room of body.data) room.name = ESCAPES;
    return { ...answer, body: Buffer.from(JSON.stringify(body)) };
  };
  const plain = await owner.output(['rooms']);
  const json = await owner.output(['rooms', '--json']);
  for (const out of [plain, json]) expect(out.replaceAll(/[\n\t]/gu, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(plain).toContain('a\\u{1b}]0;owned\\u{7}b\\u{9b}2J\\u{202e}c');
  expect((JSON.parse(json) as { name: string }[])[0]?.name).toBe(ESCAPES);
});

test.each(['../../out.txt', 'a/b.txt', '..'])('the command line does not write a file named %j', async (name) => {
  const { owner } = office;
  alter = (answer, { path }) => {
    if (!path.includes('/files?')) return answer;
    const body = JSON.parse(answer.body.toString()) as { data: { name: string }[] };
    for (const file of body.data) file.name = name;
    return { ...answer, body: Buffer.from(JSON.stringify(body)) };
  };
  const { code, err } = await owner.run(['get', 'Falcon', '--to', 'prison']);
  expect(code).toBe(1);
  expect(err).toContain('This name would lead out of the folder.');
  expect(await readdir(owner.home)).not.toContain('prison');
});

test('the command line escapes terminal control characters in errors of the service', async () => {
  const { owner } = office;
  alter = (answer, { path }) =>
    path.startsWith('/api/v1/rooms')
      ? {
          ...answer,
          status: 403,
          body: Buffer.from(JSON.stringify({ error: { code: 'INSUFFICIENT_ROLE', message: ESCAPES, status: 403 } })),
        }
      : answer;
  const { code, err } = await owner.run(['rooms']);
  expect(code).toBe(4);
  expect(err).toBe('strongroom: a\\u{1b}]0;owned\\u{7}b\\u{9b}2J\\u{202e}c\n');
});
