import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { eventually } from '../support/service-process.ts';
import { anOffice, Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
let room: string;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  room = await office.room('Falcon');
}, 120_000);
afterAll(() => office.end());

type Line = Readonly<{ seq: number; id: string; type: string }>;
const linesOf = (text: string): readonly Line[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
const written = async (name: string): Promise<readonly Line[]> =>
  linesOf(await readFile(join(office.owner.home, name), 'utf8').catch(() => ''));
const edit = (name: string) => office.caller.patch(`/rooms/${room}`, { name });
const seqs = (lines: readonly Line[]): readonly number[] => lines.map(({ seq }) => seq);
const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, seq) => seq);
const newest = async (): Promise<number> => (await office.caller.get('/audit-events?per_page=1')).body.data[0].seq;

test('audit tail prints the log oldest first as JSON or OCSF, up to its end with --once', async () => {
  const { owner } = office;
  const json = linesOf(await owner.output(['audit', 'tail', '--once']));
  expect(seqs(json)).toEqual(upTo((await newest()) + 1));
  const ocsf = await owner.output(['audit', 'tail', '--once', '--format', 'ocsf', '--room', 'Falcon']);
  expect(linesOf(ocsf)).toMatchObject([
    { class_uid: 6003, metadata: { version: '1.2.0', event_code: 'room.created' } },
  ]);
  expect(await owner.output(['audit', 'tail', '--once', '--new'])).toBe('');
});

test('audit tail follows the log, and skips nothing over kills and rotations of its file', async () => {
  const desk = new Desk(office.owner.home);
  const args = ['audit', 'tail', '--position', 'tail.json', '--to', 'events.jsonl'];
  const rotated: string[] = [];
  for (let round = 0; round < 3; round++) {
    const running = desk.begin(args);
    await edit(`Falcon ${round}`);
    const last = await newest();
    await eventually(`event ${last}`, async () => (await written('events.jsonl')).find(({ seq }) => seq === last));
    await rename(join(desk.home, 'events.jsonl'), join(desk.home, `events.${round}`));
    rotated.push(`events.${round}`);
    await edit(`Falcon ${round} b`);
    const next = await newest();
    await eventually(`event ${next}`, async () => (await written('events.jsonl')).find(({ seq }) => seq === next));
    running.child.kill('SIGKILL');
    await running.ended;
    await edit(`Falcon ${round} c`);
  }
  expect(await office.owner.run([...args, '--once'])).toMatchObject({ code: 0, err: '' });
  const all = await Promise.all([...rotated, 'events.jsonl'].map(written));
  // An event that was written before the kill and not noted comes twice.
  expect([...new Set(seqs(all.flat()))]).toEqual(upTo((await newest()) + 1));
}, 60_000);

test('audit tail follows new events, and ends at a signal', async () => {
  const running = new Desk(office.owner.home).begin(['audit', 'tail', '--new']);
  let printed = '';
  running.child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()));
  let edits = 0;
  await eventually('a line', async () => {
    await edit(`New ${edits++}`);
    return linesOf(printed.slice(0, printed.lastIndexOf('\n') + 1)).find(({ type }) => type === 'room.edited');
  });
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143, err: 'strongroom: interrupted.\n' });
}, 60_000);

test('audit tail refuses the position of another log, another room, or no position', async () => {
  const { owner } = office;
  const stored = JSON.parse(await readFile(join(owner.home, 'tail.json'), 'utf8')) as object;
  const tail = async (content: object | string, ...more: readonly string[]) => {
    await writeFile(join(owner.home, 'other.json'), typeof content === 'string' ? content : JSON.stringify(content));
    return (await owner.run(['audit', 'tail', '--once', '--position', 'other.json', ...more])).err;
  };
  expect(await tail({ ...stored, id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35' })).toContain('restored from a backup');
  expect(await tail({ ...stored, seq: 1_000_000 })).toContain('restored from a backup');
  expect(await tail({ ...stored, url: 'https://other.example' })).toContain('log of https://other.example');
  expect(await tail(stored, '--room', room)).toContain('another room');
  expect(await tail('{"seq": 1}')).toContain('holds no position');
});
