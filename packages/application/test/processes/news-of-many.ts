import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AvailableFile,
  dominates,
  type EventId,
  type FileId,
  type FileName,
  type LiveRoom,
} from '@strongroom/domain';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { type Author, eventOf } from '../../src/kernel/audit-entry.ts';
import { fileTarget } from '../../src/kernel/targets.ts';
import { documentOf, stateOf } from '../../src/store/collection.ts';
import { files } from '../../src/store/files.ts';
import { NEWS_POSITION, NEWS_WAIT, newsPositions, notifications } from '../../src/store/notifications.ts';
import { aFile, aPerson, aRoom, joins } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { folderPorts, LABEL_RULES } from '../world/ports.ts';
import { serve } from '../world/service.ts';
import { aFolder, type World } from '../world/world.ts';
import { FastClock } from './fast-clock.ts';
import { FOR_NEWS } from './for-news.ts';

const LABELS = ['C1', 'C2', 'C3', 'C4'] as const;
/** Calls after which a process is killed at the latest. */
const MAX_CALLS = 300;
/** Commits that put the files into the rooms. */
const COMMITS = 200;

type Reader = Readonly<{ person: Person; clearance: string; rooms: readonly LiveRoom[] }>;
/** For each reader: the files of which mails say that they are new, and those that they may see. */
export type Judged = Readonly<{
  mailed: readonly number[];
  visible: readonly number[];
  namedTwice: readonly string[];
  kills: number;
}>;

/**
 * Puts files into three rooms while processes mail news to readers with different rights. Each process is killed with SIGKILL
 * around a random call and started again, until every file is there; then they finish.
 */
export async function newsOfMany(
  of: Readonly<{ files: number; readers: number; processes: number; kills: number }>,
): Promise<Judged> {
  const folder = await aFolder();
  const begun = Date.now();
  const clock = new FastClock(begun);
  const world = await serve(await folderPorts(folder, clock), clock, folder, FOR_NEWS);
  const ada = await aPerson(world, 'member', { clearance: 'C4' });
  const rooms = [await aRoom(world, ada, 'C1'), await aRoom(world, ada, 'C1'), await aRoom(world, ada, 'C2')];
  const readers = await readersOf(world, { ada, rooms, count: of.readers });
  const state = { isOver: false, kills: 0 };
  const start = (...until: readonly string[]) =>
    new SourceProcess(new URL('./work-fast.ts', import.meta.url), [folder, String(begun), ...until]);
  const workers = Array.from({ length: of.processes }, async () => {
    while (!state.isOver) {
      const worker = start(String(randomInt(1, MAX_CALLS)), randomInt(2) === 0 ? 'before' : 'after');
      if ((await worker.died()) === 'SIGKILL') state.kills++;
    }
  });
  const made: AvailableFile[] = [];
  try {
    await begins(world);
    const models: AvailableFile[] = [];
    for (const room of rooms)
      for (const classification of LABELS) models.push(await aFile(world, ada, room, { classification }));
    made.push(...models);
    const atOnce = Math.ceil(of.files / COMMITS);
    while (made.length < of.files) {
      const from = Array.from({ length: Math.min(atOnce, of.files - made.length) }, () => oneOf(models));
      made.push(...(await copied(world, ada, from)));
      // Every part of the work meets processes that are killed.
      while (state.kills < (made.length / of.files) * of.kills) await pause(20);
    }
  } finally {
    // Workers are started again until then.
    state.isOver = true;
    await Promise.all(workers);
  }
  const last = start();
  await settled(world);
  await last.ended();
  await world.ports.documents.close();
  const mails = await mailsIn(join(folder, 'mail'));
  const visible = readers.map(
    ({ clearance, rooms: own }) =>
      made.filter(
        ({ roomId, effectiveLabel }) =>
          own.some(({ id, label }) => id === roomId && dominates(LABEL_RULES.scheme, clearance, label)) &&
          dominates(LABEL_RULES.scheme, clearance, effectiveLabel),
      ).length,
  );
  const texts = readers.map(({ person }) => mails.filter(({ to }) => to === person.email).map(({ text }) => text));
  return { mailed: texts.map(numberIn), visible, namedTwice: texts.flatMap(twiceIn), kills: state.kills };
}

const oneOf = <T>(things: readonly T[]): T => {
  const thing = things[randomInt(things.length)];
  if (thing === undefined) throw new TypeError('there is nothing to choose from');
  return thing;
};

/** Files like others, with their events. An upload of each would take most of the time. */
async function copied(
  { ports: { documents, ids, clock } }: World,
  by: Person,
  models: readonly AvailableFile[],
): Promise<readonly AvailableFile[]> {
  const author: Author = { actor: { type: 'user', id: by.id, tokenId: null }, request: null };
  const made = models.map((model): AvailableFile => {
    const id = ids.uuid<FileId>();
    return { ...model, id, name: `file-${id}.pdf` as FileName };
  });
  await documents.commit(
    made.map((file) => ({ collection: files.name, insert: documentOf(files, file, 1) })),
    made.map((file) =>
      eventOf(ids.uuid<EventId>(), clock.now(), author, { type: 'file.confirmed', target: fileTarget(file.id, file) }),
    ),
  );
  return made;
}

async function readersOf(
  world: World,
  { ada, rooms, count }: Readonly<{ ada: Person; rooms: readonly LiveRoom[]; count: number }>,
): Promise<readonly Reader[]> {
  const readers: Reader[] = [];
  for (let number = 0; number < count; number++) {
    const clearance = LABELS[number % LABELS.length] ?? 'C1';
    const person = await aPerson(world, 'member', { clearance });
    const own = rooms.filter((_, at) => (number + at) % 3 !== 0);
    for (const room of own) await joins(world, person, room, number % 2 === 0 ? 'viewer' : 'contributor', ada);
    readers.push({ person, clearance, rooms: own });
  }
  return readers;
}

/** Resolves when the log is read for news: what happens from then on is mailed. */
async function begins({ ports: { documents } }: World): Promise<void> {
  while ((await documents.read([{ collection: newsPositions.name, id: NEWS_POSITION }]))[0] === undefined)
    await pause(20);
}

/** Resolves when the whole log was read and no news wait. */
async function settled({ ports: { documents } }: World): Promise<void> {
  for (;;) {
    const [place] = await documents.read([{ collection: newsPositions.name, id: NEWS_POSITION }]);
    const { size } = await documents.audit.head();
    const waiting = await documents.count(notifications.name, { anyOf: [NEWS_WAIT] });
    if (place && stateOf(newsPositions, place).position >= size && waiting === 0) return;
    await pause(50);
  }
}

async function mailsIn(folder: string): Promise<readonly Readonly<{ to: string; text: string }>[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(
    names.map(async (name) => {
      // The text of a mail is in its file as it is.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { to: /^To: (.*)$/m.exec(text)?.[1] ?? '', text };
    }),
  );
}

const numberIn = (texts: readonly string[]): number =>
  texts
    .flatMap((text) => [...text.matchAll(/^- (\d+) new files?[:.]/gm)])
    .reduce((sum, [, number]) => sum + Number(number), 0);

/** Files that are named more than once. */
function twiceIn(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) => [...text.matchAll(/«(file-[^»]*)»/g)].map(([, name = '']) => name));
  return names.filter((name, at) => names.indexOf(name) !== at);
}
