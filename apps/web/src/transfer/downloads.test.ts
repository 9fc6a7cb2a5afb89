import { beforeEach, describe, expect, test } from '@jest/globals';
import { ObservedValue } from '../base/observed.ts';
import { downloadCount, downloadSentence } from './download-words.ts';
import { type Download, Downloads } from './downloads.ts';

type Work = Parameters<Parameters<Downloads['begin']>[0]['run']>[0];

let list: ObservedValue<readonly Download[]>;
let downloads: Downloads;
/** Called when its time has passed. */
let rings: (() => void)[];
let attempts: (Work & Readonly<{ end: () => void; fail: (error: unknown) => void }>)[];

beforeEach(() => {
  list = new ObservedValue<readonly Download[]>([]);
  rings = [];
  downloads = new Downloads(list, {
    now: () => 0,
    after: (_, ring) => {
      rings.push(ring);
      return () => undefined;
    },
  });
  attempts = [];
});

const begin = (name = 'Falcon.zip', sizes: readonly number[] = [10, 0, 30]) =>
  downloads.begin({
    kind: name.endsWith('.zip') ? 'zip' : 'file',
    name,
    files: sizes.map((size) => ({ size })),
    run: (work) => new Promise((resolve, reject) => attempts.push({ ...work, end: resolve, fail: reject })),
  });

const shown = () => list.value.map(({ name, state }) => [name, state]);

describe('downloads that are made', () => {
  test('are shown once their place is known, with the files and bytes that have ended, until they are removed', async () => {
    const begun = begin();
    expect(shown()).toEqual([]);
    attempts[0]?.onBegun();
    expect(await begun).toBe(true);
    expect(shown()).toEqual([['Falcon.zip', 'running']]);
    attempts[0]?.onEnded(2);
    expect(list.value[0]).toMatchObject({ files: 3, bytes: 40, ended: 2, endedBytes: 10 });
    attempts[0]?.onEnded(3);
    attempts[0]?.end();
    await Promise.resolve();
    expect(list.value[0]).toMatchObject({ state: 'done', ended: 3, endedBytes: 40 });
    downloads.remove(1);
    expect(shown()).toEqual([]);
  });

  test('are not shown where the person chooses no place, or they cannot begin', async () => {
    const cancelled = begin();
    attempts[0]?.fail(new DOMException('no place', 'AbortError'));
    expect(await cancelled).toBe(false);
    const failed = begin();
    attempts[1]?.fail(new TypeError('no disk'));
    await expect(failed).rejects.toThrow('no disk');
    expect(shown()).toEqual([]);
  });

  test('stop and are gone when they are removed, each by itself', async () => {
    const both = [begin('One.zip'), begin('Two.zip')];
    for (const { onBegun } of attempts) onBegun();
    await Promise.all(both);
    downloads.remove(1);
    attempts[0]?.fail(new DOMException('stopped', 'AbortError'));
    await Promise.resolve();
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(shown()).toEqual([['Two.zip', 'running']]);
    attempts[1]?.fail(new DOMException('The session has ended.', 'AbortError'));
    await Promise.resolve();
    expect(shown()).toEqual([]);
  });

  test('begin again after a failure, from the beginning', async () => {
    const begun = begin();
    attempts[0]?.onBegun();
    await begun;
    attempts[0]?.onEnded(2);
    attempts[0]?.onLeftOut([{ id: '1', name: 'a.pdf', why: 'gone' }]);
    attempts[0]?.fail(new TypeError('no disk'));
    await Promise.resolve();
    expect(list.value[0]).toMatchObject({ state: 'failed', error: new TypeError('no disk') });
    const again = downloads.again(1);
    attempts[1]?.onBegun();
    await again;
    expect(list.value).toMatchObject([{ state: 'running', ended: 0, endedBytes: 0, leftOut: [], error: undefined }]);
  });
});

describe('a single file', () => {
  test('is shown with its bytes as they arrive, and for a while after its end', async () => {
    const begun = begin('Lease.pdf', [40]);
    attempts[0]?.onBegun();
    expect(await begun).toBe(true);
    attempts[0]?.onPart(0.25);
    expect(list.value[0]).toMatchObject({ kind: 'file', bytes: 40, endedBytes: 10 });
    expect(rings).toEqual([]);
    attempts[0]?.onSavedAs('Lease_.pdf');
    attempts[0]?.end();
    await Promise.resolve();
    expect(list.value[0]).toMatchObject({ state: 'done', savedAs: 'Lease_.pdf' });
    rings[0]?.();
    expect(shown()).toEqual([]);
  });

  test('stays where it failed, and a zip where it ended', async () => {
    const both = [begin('Lease.pdf', [40]), begin()];
    for (const { onBegun } of attempts) onBegun();
    await Promise.all(both);
    attempts[0]?.fail(new TypeError('no line'));
    attempts[1]?.end();
    await Promise.resolve();
    expect(shown()).toEqual([
      ['Lease.pdf', 'failed'],
      ['Falcon.zip', 'done'],
    ]);
    expect(rings).toEqual([]);
  });
});

/** Without the marks around names. */
const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('the words about a download', () => {
  const zip = { kind: 'zip', name: 'Falcon.zip', state: 'running', savedAs: undefined, leftOut: [] } as const;
  const file = { ...zip, kind: 'file', name: 'Lease.pdf' } as const;
  const left = [{ id: '1', name: 'a.pdf', why: 'gone' }];

  test.each([
    ['Downloading Falcon.zip', zip, false],
    ['Falcon.zip waits for the connection.', zip, true],
    ['Falcon.zip was not made.', { ...zip, state: 'failed' as const }, false],
    ['Falcon.zip is downloaded.', { ...zip, state: 'done' as const }, false],
    [
      'Falcon.zip is downloaded, without 1 file that could not be read:',
      { ...zip, state: 'done' as const, leftOut: left },
      false,
    ],
    ['Downloading Lease.pdf', file, false],
    [`Downloading ${'x'.repeat(51)}…(2).docx`, { ...file, name: `${'x'.repeat(200)} (2).docx` }, false],
    ['Lease.pdf was not downloaded.', { ...file, state: 'failed' as const }, false],
    [
      '“a:b.pdf” is downloaded as “a_b.pdf”.',
      { ...file, name: 'a:b.pdf', state: 'done' as const, savedAs: 'a_b.pdf' },
      false,
    ],
  ])('say "%s"', (sentence, about, isLineLost) => {
    expect(plain(downloadSentence(about, isLineLost))).toBe(sentence);
  });

  test('count files and bytes, as far as they are known', () => {
    const counted = { files: 12_000, bytes: 2 ** 21, ended: 1500, endedBytes: 2 ** 20 };
    expect(downloadCount({ kind: 'zip', ...counted })).toMatch(/^1.500 of 12.000 files, 1.* of 2/);
    expect(downloadCount({ kind: 'file', ...counted })).toMatch(/^1.* of 2/);
    expect(downloadCount({ kind: 'file', ...counted, bytes: 0 })).toBe('');
  });
});
