import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Desk } from '../cli/desk.ts';
import { build } from '../support/built.ts';
import { aRoom, given } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

type Line = Readonly<{ seq: number; id: string }>;

test('audit tail continues after its service was killed and restarted, and repeats and skips nothing', async () => {
  let service = await place.start();
  const settings = { PORT: new URL(service.url).port };
  const token = await place.ownerToken();
  const desk = new Desk(place.folder);
  const surroundings = { env: { STRONGROOM_URL: service.url, STRONGROOM_TOKEN: token } };
  const tail = () => desk.begin(['audit', 'tail', '--position', 'tail.json', '--to', 'events.jsonl'], surroundings);
  const newest = async (from: ServiceProcess): Promise<Line> =>
    (await given(from.as(token).get('/audit-events?per_page=1')))[0];
  const written = async (): Promise<readonly Line[]> => {
    const names = (await readdir(place.folder)).filter((name) => name.startsWith('events.')).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(place.folder, name), 'utf8')));
    // The last line may be on its way.
    return texts
      .map((text) => text.slice(0, text.lastIndexOf('\n') + 1))
      .join('')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  };
  let running = tail();
  const followed = (seq: number) =>
    eventually(`event ${seq}`, async () => {
      // A service that is gone may end the command; whatever supervises it starts it again.
      if (running.child.exitCode !== null) running = tail();
      return (await written()).some((line) => line.seq === seq) || undefined;
    });

  for (let round = 0; round < 4; round++) {
    await aRoom(service.as(token));
    await followed((await newest(service)).seq);
    if (round % 2 === 0) await rename(join(place.folder, 'events.jsonl'), join(place.folder, `events.${round}`));
    const making = Array.from({ length: 20 }, () => aRoom(service.as(token)).catch(() => undefined));
    await making[round];
    await service.kill();
    await Promise.all(making);
    service = await place.start(settings);
  }
  await aRoom(service.as(token));
  const { seq } = await newest(service);
  await followed(seq);
  running.child.kill('SIGTERM');
  await running.ended;
  const lines = await written();
  expect(lines.map((line) => line.seq)).toEqual(Array.from({ length: seq + 1 }, (_, at) => at));
  const ids = await desk.output(['audit', 'tail', '--once'], surroundings);
  expect(lines.map(({ id }) => id)).toEqual(
    ids.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as Line).id])),
  );
}, 240_000);
