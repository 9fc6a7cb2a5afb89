import { expect } from '@jest/globals';
import { NotJudged, Tampered, verifyExport } from '../src/index.ts';
import { eventText, filesOf, type LogFiles, logSigner, someEvents, sourceOf } from './log.ts';

type Random = (below: number) => number;

/** Returns the same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const SIZE = 300;
const events = someEvents(SIZE);
const pristine = await filesOf({ events, checkpoints: [40, 256, 280] });
const kept = { name: 'kept.txt', bytes: pristine.get('checkpoints/280') as Uint8Array };
const { key } = await logSigner();

/** Files whose loss an export cannot show: earlier checkpoints, and the key where the verifier has one. */
const isNeeded = (name: string): boolean => !name.startsWith('checkpoints/');

const lines = (files: LogFiles, name: string): string[] =>
  Buffer.from(files.get(name) as Uint8Array)
    .toString()
    .split('\n');

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

const EVENTS = ['events/000.jsonl', 'events/001.jsonl'];

/** Changes of a copy of the files. Each returns its description. */
const TAMPERINGS: readonly ((files: LogFiles, random: Random) => string)[] = [
  function edit(files, random) {
    const name = pick(random, [...files.keys()]);
    const bytes = Uint8Array.from(files.get(name) as Uint8Array);
    const place = random(bytes.length);
    bytes[place] = (bytes[place] as number) ^ (1 << random(8));
    files.set(name, bytes);
    return `bit in byte ${place} of ${name}`;
  },
  function dropFile(files, random) {
    const name = pick(random, [...files.keys()].filter(isNeeded));
    files.delete(name);
    return `file ${name} dropped`;
  },
  function dropEvent(files, random) {
    const name = pick(random, EVENTS);
    const all = lines(files, name);
    const place = random(all.length - 1);
    files.set(name, Buffer.from(all.toSpliced(place, 1).join('\n')));
    return `line ${place} of ${name} dropped`;
  },
  function addEvent(files, random) {
    const name = pick(random, EVENTS);
    const all = lines(files, name);
    const place = random(all.length);
    files.set(name, Buffer.from(all.toSpliced(place, 0, pick(random, all)).join('\n')));
    return `line added before ${place} of ${name}`;
  },
  function swapEvents(files, random) {
    const name = pick(random, EVENTS);
    const all = lines(files, name);
    const one = random(all.length - 1);
    const other = (one + 1 + random(all.length - 2)) % (all.length - 1);
    files.set(
      name,
      Buffer.from(
        all
          .with(one, all[other] as string)
          .with(other, all[one] as string)
          .join('\n'),
      ),
    );
    return `lines ${one} and ${other} of ${name} swapped`;
  },
  function swapFiles(files, random) {
    const names = [...files.keys()];
    const one = pick(random, names);
    const other = pick(
      random,
      names.filter((name) => name !== one),
    );
    const bytes = files.get(one) as Uint8Array;
    files.set(one, files.get(other) as Uint8Array);
    files.set(other, bytes);
    return `${one} and ${other} swapped`;
  },
  function truncate(files, random) {
    const name = pick(random, [...files.keys()]);
    const bytes = files.get(name) as Uint8Array;
    const length = random(bytes.length);
    files.set(name, bytes.slice(0, length));
    return `${name} cut off at ${length}`;
  },
  function extend(files, random) {
    const name = pick(random, [...files.keys()]);
    const more = Uint8Array.from({ length: 1 + random(64) }, () => random(256));
    files.set(name, Buffer.concat([files.get(name) as Uint8Array, more]));
    return `${more.length} bytes added to ${name}`;
  },
];

/** Tampers with an export once for each seed, and expects a verdict against it. */
export async function expectFound(seeds: readonly number[]): Promise<void> {
  expect(await verifyExport(sourceOf(pristine), { keys: [key], outside: [kept], isWhole: true })).toMatchObject({
    shown: SIZE,
  });
  for (const seed of seeds) {
    const random = randomFrom(seed);
    const files = new Map(pristine);
    const did = (TAMPERINGS[seed % TAMPERINGS.length] as (typeof TAMPERINGS)[number])(files, random);
    await expectVerdict(files, did);
  }
}

/** Writes the log again with one event changed, or cut back, with its own key, once for each seed. */
export async function expectRewritesFound(seeds: readonly number[]): Promise<void> {
  for (const seed of seeds) {
    const random = randomFrom(seed);
    const place = random(280);
    const size = 200 + random(80);
    const [did, rewritten] =
      seed % 2 === 0
        ? [`event ${place} rewritten`, events.with(place, eventText(place, 'room.edited'))]
        : [`cut back to ${size}`, events.slice(0, size)];
    await expectVerdict(await filesOf({ events: rewritten }), did);
  }
}

async function expectVerdict(files: LogFiles, did: string): Promise<void> {
  const verdict: unknown = await verifyExport(sourceOf(files), {
    // Only a verifier without a key reads the key that an export names.
    outside: [kept],
    isWhole: true,
  }).then(
    () => 'intact',
    (error: unknown) => error,
  );
  if (!(verdict instanceof Tampered || verdict instanceof NotJudged)) throw new Error(`${did}: ${String(verdict)}`);
}
