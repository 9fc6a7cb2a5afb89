import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Answered as Answer, Sent } from '../support/altering-proxy.ts';
import { build } from '../support/built.ts';
import { anOffice, type Office } from './desk.ts';

/** The current alteration of answers. */
let alter: (answer: Answer, sent: Sent) => Answer;
let office: Office;
let link: string;
beforeAll(async () => {
  await build();
  alter = (told) => told;
  office = await anOffice({ answered: (answer, sent) => alter(answer, sent) });
  const { owner } = office;
  await owner.write({ 'secret.txt': 'The merger is signed on Monday.' });
  await owner.output(['rooms', 'create', 'Falcon']);
  await owner.output(['put', 'Falcon', 'secret.txt']);
  link = (await owner.output(['share', 'Falcon', 'secret.txt', '--with-key'])).trim();
}, 120_000);
beforeEach(() => {
  alter = (told) => told;
});
afterAll(() => office.end());

/** The same answer with another value of a field. */
const withField =
  (field: string, change: (value: string) => string): typeof alter =>
  (told, { path }) => {
    if (!/\/download(-url)?$/.test(path) || told.status !== 200) return told;
    const body = JSON.parse(told.body.toString()) as { data: Record<string, string> };
    const data = { ...body.data, [field]: change(body.data[field] ?? '') };
    return { ...told, body: Buffer.from(JSON.stringify({ ...body, data })) };
  };

/** Base64 of the same bytes but for one bit. */
const flipped = (value: string): string => {
  const bytes = Buffer.from(value, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString('base64');
};

const flippedCiphertext: typeof alter = (told, { path, method }) => {
  if (method !== 'GET' || !path.startsWith('/blobs/') || told.status !== 200) return told;
  const body = Buffer.from(told.body);
  body.writeUInt8(body.readUInt8(3) ^ 0x10, 3);
  return { ...told, body };
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
] as const)('a changed %s writes nothing, and exit code and message say which', async (_, how, code, said) => {
  const { owner } = office;
  alter = how;
  const told = await owner.run(['get', 'Falcon', 'secret.txt', '--to', 'out/secret.txt']);
  expect(told).toMatchObject({ code, out: '' });
  expect(told.err).toMatch(/^strongroom: secret\.txt: [^\n]+\n$/u);
  expect(told.err).toContain(said);
  expect(await readdir(join(owner.home, 'out'))).toEqual([]);
  const poured = await owner.run(['get', 'Falcon', 'secret.txt', '--to', '-']);
  expect(poured).toMatchObject({ code, out: '' });
  expect(poured.err).toContain(said);
});

test.each(CASES)('a changed %s is noticed by fetch, too', async (_, how, code, said) => {
  const stranger = await office.stranger();
  alter = how;
  const told = await stranger.run(['fetch', link]);
  expect(told).toEqual({ code, out: '', err: `strongroom: ${said}\n` });
  // The only other file is the log of transfers.
  expect((await readdir(stranger.home)).filter((name) => name !== '.local')).toEqual([]);
});

test('a file whose list says another size is not written, and exit code and message say why', async () => {
  const { owner } = office;
  alter = (told, { path }) => {
    if (!path.includes('/files?')) return told;
    const body = JSON.parse(told.body.toString()) as { data: { size: number }[] };
    for (const file of body.data) file.size += 1;
    return { ...told, body: Buffer.from(JSON.stringify(body)) };
  };
  const told = await owner.run(['get', 'Falcon', 'secret.txt', '--to', 'sized/secret.txt']);
  expect(told).toMatchObject({ code: 7, out: '' });
  expect(told.err).toContain('its size is not that of its file');
  expect(await readdir(join(owner.home, 'sized'))).toEqual([]);
  const poured = await owner.run(['get', 'Falcon', 'secret.txt', '--to', '-']);
  expect(poured).toMatchObject({ code: 7, out: '' });
  expect(poured.err).toContain('its size is not that of its file');
});

test('a link whose key was changed uses nothing up', async () => {
  const stranger = await office.stranger();
  const at = link.length - 10;
  const other = link[at] === 'A' ? 'B' : 'A';
  const told = await stranger.run(['fetch', link.slice(0, at) + other + link.slice(at + 1)]);
  expect(told).toMatchObject({ code: 2, out: '' });
  expect(told.err).toContain('This is not a complete link with its key');
});

const ESCAPES = 'a\u001b]0;owned\u0007b\u009b2J\u202ec';

test('names with commands for terminals are shown and not obeyed, in words and in JSON', async () => {
  const { owner } = office;
  alter = (told, { path }) => {
    if (!path.startsWith('/api/v1/rooms?')) return told;
    const body = JSON.parse(told.body.toString()) as { data: { name: string }[] };
    for (const room of body.data) room.name = ESCAPES;
    return { ...told, body: Buffer.from(JSON.stringify(body)) };
  };
  const plain = await owner.output(['rooms']);
  const json = await owner.output(['rooms', '--json']);
  for (const out of [plain, json]) expect(out.replaceAll(/[\n\t]/gu, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(plain).toContain('a\\u{1b}]0;owned\\u{7}b\\u{9b}2J\\u{202e}c');
  expect((JSON.parse(json) as { name: string }[])[0]?.name).toBe(ESCAPES);
});

test.each(['../../out.txt', 'a/b.txt', '..'])('a file that calls itself %j is written nowhere', async (name) => {
  const { owner } = office;
  alter = (told, { path }) => {
    if (!path.includes('/files?')) return told;
    const body = JSON.parse(told.body.toString()) as { data: { name: string }[] };
    for (const file of body.data) file.name = name;
    return { ...told, body: Buffer.from(JSON.stringify(body)) };
  };
  const { code, err } = await owner.run(['get', 'Falcon', '--to', 'prison']);
  expect(code).toBe(1);
  expect(err).toContain('This name would lead out of the folder.');
  expect(await readdir(owner.home)).not.toContain('prison');
});

test('an error of the service with commands for terminals is shown and not obeyed', async () => {
  const { owner } = office;
  alter = (told, { path }) =>
    path.startsWith('/api/v1/rooms')
      ? {
          ...told,
          status: 403,
          body: Buffer.from(JSON.stringify({ error: { code: 'INSUFFICIENT_ROLE', message: ESCAPES, status: 403 } })),
        }
      : told;
  const { code, err } = await owner.run(['rooms']);
  expect(code).toBe(4);
  expect(err).toBe('strongroom: a\\u{1b}]0;owned\\u{7}b\\u{9b}2J\\u{202e}c\n');
});
