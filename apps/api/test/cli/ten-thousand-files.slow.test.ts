import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { Caller } from '../support/caller.ts';
import { contentsOf, Desk } from './desk.ts';

/** With the limits that a service has by default. */

const FILES = 10_000;
const pathOf = (index: number): string => `${String(index % 100).padStart(2, '0')}/${index}.txt`;

let both: BothServices;
let desk: Desk;
let room: string;

jest.setTimeout(900_000);

beforeAll(async () => {
  both = await BothServices.start();
  const token = await both.ownerToken();
  const owner = new Caller(`${both.url}/api/v1`, token);
  room = (await owner.post('/rooms', { name: 'Ten thousand', classification: 'C2' })).body.data.id;
  desk = new Desk(both.place.folder);
  await desk.write(
    Object.fromEntries(Array.from({ length: FILES }, (_, index) => [`many/${pathOf(index)}`, `content ${index}`])),
  );
  await desk.output(['login', both.url], { input: `${token}\n` });
  await desk.output(['put', room, 'many/.']);
});
afterAll(() => both.end());

const seconds = (since: number): string => `${Math.round((performance.now() - since) / 1000)} s`;

test('the command line gets 10 000 files', async () => {
  const since = performance.now();
  const { code, err } = await desk.run(['get', room, '--to', 'back']);
  process.stdout.write(`get of ${FILES} files: ${seconds(since)}\n${err}`);
  expect(code).toBe(0);
  expect(await contentsOf(join(desk.home, 'back'))).toEqual(await contentsOf(join(desk.home, 'many')));
});
