import { describe, expect, test } from '@jest/globals';
import {
  formatVerifierKey,
  NotJudged,
  SIGNATURE_TYPES,
  type Signer,
  signerOf,
  Tampered,
  type VerifyOptions,
  verifyExport,
} from '../src/index.ts';
import { eventText, filesOf, type LogFiles, logSigner, someEvents, sourceOf } from './log.ts';

const verify = (files: LogFiles, options?: VerifyOptions) => verifyExport(sourceOf(files), options);
const utf8 = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? '').toString('utf8');

/** A copy with one file changed, or removed. */
function changed(files: LogFiles, name: string, change: (bytes: Uint8Array) => Uint8Array | undefined): LogFiles {
  const before = files.get(name);
  if (before === undefined) throw new Error(`there is no file ${name}`);
  const after = change(before);
  const copy = new Map(files);
  if (after === undefined) copy.delete(name);
  else copy.set(name, after);
  return copy;
}

const replaced = (files: LogFiles, name: string, one: string, other: string): LogFiles =>
  changed(files, name, (bytes) => Buffer.from(utf8(bytes).replace(one, other)));

const SIZE = 700;
const files = await filesOf({ events: someEvents(SIZE), checkpoints: [1, 200, 256, 513] });
const { key } = await logSigner();

describe('an unchanged export', () => {
  test('is verified, with the key of the verifier or its own', async () => {
    const verified = await verify(files, { keys: [key] });
    expect(verified).toMatchObject({
      size: SIZE,
      shown: SIZE,
      erased: 0,
      missing: 0,
      keysFrom: 'verifier',
      outside: 0,
    });
    expect(await verify(files)).toMatchObject({ keysFrom: 'export' });
  });

  test.each([1, 2, 255, 256, 257, 512, 513])('is verified with %d events', async (size) => {
    expect(await verify(await filesOf({ events: someEvents(size) }), { isWhole: true })).toMatchObject({ shown: size });
  });

  test('is verified with 66 000 events, where the tree has a third level', async () => {
    const many = await filesOf({ events: someEvents(66_000), checkpoints: [65_535, 65_536, 65_537] });
    expect([...many.keys()]).toContain('tile/2/000.p/1');
    expect(await verify(many)).toMatchObject({ shown: 66_000 });
  });

  test('is verified with its number of hidden events, and refused for a reader who may see all', async () => {
    const some = await filesOf({ events: someEvents(SIZE), shows: (seq) => seq % 3 > 0 });
    expect(await verify(some)).toMatchObject({ shown: 466, missing: 234 });
    await expect(verify(some, { isWhole: true })).rejects.toThrow(
      'Event 0 lacks, and no erasure announces it (234 in all).',
    );
  });

  test('is verified without the erased events that a later event announces', async () => {
    const events = [...someEvents(600), eventText(600, 'audit.erased', { seqs: '5,10-20,250-300,599' })];
    const erased = (seq: number): boolean =>
      seq === 5 || (seq >= 10 && seq <= 20) || (seq >= 250 && seq <= 300) || seq === 599;
    const announced = await filesOf({ events, shows: (seq) => !erased(seq) });
    expect(await verify(announced, { isWhole: true })).toMatchObject({
      shown: 537,
      erased: 64,
      erasedRanges: [
        { first: 5, last: 5 },
        { first: 10, last: 20 },
        { first: 250, last: 300 },
        { first: 599, last: 599 },
      ],
      missing: 0,
    });
    const more = await filesOf({ events, shows: (seq) => !erased(seq) && seq !== 21 });
    await expect(verify(more, { isWhole: true })).rejects.toThrow('Event 21 lacks');
  });

  test('is refused if an erasure announces events after itself', async () => {
    const events = [...someEvents(9), eventText(9, 'audit.erased', { seqs: '3-11' }), eventText(10), eventText(11)];
    const hidden = await filesOf({ events, shows: (seq) => seq !== 11 });
    await expect(verify(hidden, { isWhole: true })).rejects.toThrow('Event 11 lacks');
  });
});

describe('the error names', () => {
  test.each([
    ['an edited event', 'events/001.jsonl', '"seq":300', '"seq":301', 'Event 300 is not the event that was logged.'],
    [
      'an event of the first line',
      'events/000.jsonl',
      'room.created',
      'room.edited',
      'Event 0 is not the event that was logged.',
    ],
    [
      'a removed line',
      'events/002.jsonl',
      `${eventText(600)}\n`,
      '',
      'events/002.jsonl has 187 lines, not 188: 1 events were removed.',
    ],
    ['an added line', 'events/002.jsonl', '\n', '\n\n', 'events/002.jsonl has more lines than the checkpoint covers.'],
    [
      'a checkpoint of another size',
      'checkpoints/200',
      '\n200\n',
      '\n201\n',
      'checkpoints/200 is the checkpoint of another size or log.',
    ],
    [
      'a signature of another text',
      'checkpoint',
      '\n700\n',
      '\n699\n',
      /^checkpoint: the signature of .* does not fit the text/,
    ],
  ])('%s', async (_what, name, one, other, sentence) => {
    const failing = verify(replaced(files, name, one, other));
    await expect(failing).rejects.toThrow(Tampered);
    await expect(failing).rejects.toThrow(sentence);
  });

  test('two swapped events', async () => {
    const lines = utf8(files.get('events/001.jsonl')).split('\n');
    const swapped = lines
      .with(7, lines[8] as string)
      .with(8, lines[7] as string)
      .join('\n');
    await expect(verify(changed(files, 'events/001.jsonl', () => Buffer.from(swapped)))).rejects.toThrow(
      'Event 263 is not the event that was logged.',
    );
  });

  test('the events between two checkpoints whose tiles were computed again', async () => {
    const rewritten = await filesOf({ events: someEvents(SIZE).with(300, eventText(300, 'room.edited')) });
    for (const name of ['checkpoint', 'checkpoints/1', 'checkpoints/200', 'checkpoints/256', 'checkpoints/513']) {
      rewritten.set(name, files.get(name) as Uint8Array);
    }
    await expect(verify(rewritten)).rejects.toThrow(
      'The events from 256 to 512 are not those of checkpoints/513: at least one of them was changed, removed or added.',
    );
  });

  test('a changed tile above the leaves', async () => {
    const flip = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes).with(40, (bytes[40] as number) ^ 1);
    await expect(verify(changed(files, 'tile/1/000.p/2', flip))).rejects.toThrow(
      'The events from 256 to 511 are not those of tile/1/000.p/2: one of them, or the tile, was changed.',
    );
  });

  test('a file beyond the checkpoint, and a later checkpoint', async () => {
    const more = new Map(files).set('events/003.jsonl', Buffer.from('\n'));
    await expect(verify(more)).rejects.toThrow('events/003.jsonl is beyond the 700 events of the checkpoint.');
    const later = new Map(files).set('checkpoints/701', files.get('checkpoint') as Uint8Array);
    await expect(verify(later)).rejects.toThrow(
      'checkpoints/701 covers 701 events, checkpoint only 700: the log was cut back.',
    );
  });

  test('a checkpoint that the given key did not sign', async () => {
    const other = await filesOf({ events: someEvents(9), signersAt: async () => [await logSigner(2)] });
    await expect(verify(other, { keys: [key] })).rejects.toThrow('checkpoint is not signed by the key of the log.');
    expect(await verify(other)).toMatchObject({ shown: 9 });
  });
});

describe('verification with an outside checkpoint', () => {
  const outside = { name: 'kept.txt', bytes: files.get('checkpoints/513') as Uint8Array };

  test('accepts one of the same log', async () => {
    expect(await verify(files, { outside: [outside] })).toMatchObject({ outside: 1 });
  });

  test('refuses a log that was rewritten with its own key', async () => {
    const rewritten = await filesOf({ events: someEvents(SIZE).with(300, eventText(300, 'room.edited')) });
    expect(await verify(rewritten, { keys: [key] })).toMatchObject({ shown: SIZE });
    await expect(verify(rewritten, { outside: [outside] })).rejects.toThrow(
      'The events from 0 to 512 are not those of kept.txt',
    );
  });

  test('refuses a log that was cut back', async () => {
    const cut = await filesOf({ events: someEvents(500) });
    await expect(verify(cut, { outside: [outside] })).rejects.toThrow(
      'kept.txt covers 513 events, the export only 500',
    );
  });

  test('does not judge a file that is no checkpoint of this log', async () => {
    const garbage = { name: 'kept.txt', bytes: Buffer.from('hello') };
    await expect(verify(files, { outside: [garbage] })).rejects.toThrow(NotJudged);
    const other = { ...outside, bytes: Buffer.from(utf8(outside.bytes).replaceAll('rooms.example', 'other.example')) };
    await expect(verify(files, { outside: [other] })).rejects.toThrow(/kept\.txt is of the log other\.example/);
    const stranger = await filesOf({ events: someEvents(513), signersAt: async () => [await logSigner(2)] });
    const unsigned = { ...outside, bytes: stranger.get('checkpoint') as Uint8Array };
    await expect(verify(files, { keys: [key], outside: [unsigned] })).rejects.toThrow(NotJudged);
  });
});

describe('verification with witnesses', () => {
  test('returns the last checkpoint that each witness signed', async () => {
    const witness = await signerOf('witness.example', new Uint8Array(32).fill(7), SIGNATURE_TYPES.cosignature);
    const signersAt = async (size: number): Promise<Signer[]> =>
      size <= 400 ? [await logSigner(), witness] : [await logSigner()];
    const witnessed = await filesOf({ events: someEvents(500), checkpoints: [100, 400], signersAt });
    expect(await verify(witnessed, { witnesses: [witness.key] })).toMatchObject({
      witnesses: [{ key: witness.key, size: 400, time: 1_700_000_400 }],
    });
    const false7 = changed(witnessed, 'checkpoints/400', (bytes) => {
      const lines = utf8(bytes).split('\n');
      const [earlier] = utf8(witnessed.get('checkpoints/100')).split('\n').slice(-2);
      return Buffer.from([...lines.slice(0, -2), earlier, ''].join('\n'));
    });
    await expect(verify(false7, { witnesses: [witness.key] })).rejects.toThrow(
      /signature of witness\.example .* does not fit/,
    );
  });
});

describe('a new key', () => {
  const rotated = async (both: (size: number) => boolean): Promise<LogFiles> => {
    const [old, young] = [await logSigner(1), await logSigner(2)];
    const named = eventText(100, 'log.key_changed', { vkey: formatVerifierKey(young.key) });
    const started = eventText(0, 'log.started', { vkey: formatVerifierKey(old.key) });
    return filesOf({
      events: someEvents(400).with(100, named).with(0, started),
      checkpoints: [50, 150, 200],
      signersAt: async (size) => (size <= 100 ? [old] : both(size) ? [old, young] : [young]),
    });
  };

  test('is trusted once the old one signed the event that names it', async () => {
    expect(await verify(await rotated((size) => size <= 150), { keys: [key] })).toMatchObject({ shown: 400 });
  });

  test('is not trusted on its own signature alone', async () => {
    await expect(verify(await rotated(() => false), { keys: [key] })).rejects.toThrow(
      'checkpoint is not signed by the key of the log.',
    );
  });

  test('is enough to verify the checkpoints of the old one', async () => {
    const { key: young } = await logSigner(2);
    expect(await verify(await rotated((size) => size <= 150), { keys: [young] })).toMatchObject({ shown: 400 });
  });
});

describe('an export is not judged if it has', () => {
  test.each([
    ['no checkpoint', 'checkpoint', undefined, 'checkpoint is missing: the export is incomplete.'],
    ['no key', 'key', undefined, 'no key: the export holds none, and none was given.'],
    ['a missing tile', 'tile/0/001', undefined, 'tile/0/001 is missing: the export is incomplete.'],
    ['missing entries', 'tile/entries/001', undefined, 'tile/entries/001 is missing'],
    ['missing events', 'events/001.jsonl', undefined, 'events/001.jsonl is missing'],
    ['a tile that is cut off', 'tile/0/001', 100, 'tile/0/001 is cut off: it has 100 of 8192 bytes.'],
    ['events that are cut off', 'events/001.jsonl', 1000, 'events/001.jsonl is cut off in the line of event'],
    ['a checkpoint that is cut off', 'checkpoint', 60, 'checkpoint: a note has a text'],
    ['an empty checkpoint', 'checkpoint', 0, 'checkpoint: a note has a text'],
    ['a key that is cut off', 'key', 30, 'key: a verifier key is'],
  ])('%s', async (_what, name, length, sentence) => {
    const broken = verify(changed(files, name, (bytes) => (length === undefined ? undefined : bytes.slice(0, length))));
    await expect(broken).rejects.toThrow(NotJudged);
    await expect(broken).rejects.toThrow(sentence);
  });

  test('the origin of another log than the key', async () => {
    const other = await signerOf('other.example/log', new Uint8Array(32).fill(1));
    await expect(verify(files, { keys: [other.key] })).rejects.toThrow(
      'the export is of the log rooms.example/api/v1/audit/0123abcd, the key of other.example/log.',
    );
  });

  test('a file that no export has', async () => {
    const strange = new Map(files).set('tile/9/000', new Uint8Array(32));
    await expect(verify(strange)).rejects.toThrow('tile/9/000 is not a file of an export.');
  });

  test('a gigantic file', async () => {
    const huge = changed(files, 'events/000.jsonl', () => new Uint8Array(5_000_000));
    await expect(verify(huge)).rejects.toThrow(NotJudged);
  });
});
