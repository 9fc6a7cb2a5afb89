import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { aProof, eventText, ORIGIN, someEvents, VKEY, writeFolder, writeTar } from './log-export.ts';
import { aFolder, strongroom, strongroomHere } from './setting.ts';

const SIZE = 700;
const made = { events: someEvents(SIZE), checkpoints: [200, 513] };
let base = '';
let kept = '';

const verify = (...args: readonly string[]) => strongroomHere(['audit', 'verify', ...args]);

beforeAll(async () => {
  base = await aFolder();
  await writeFolder(join(base, 'folder'), made);
  await writeTar(join(base, 'export.tar'), made);
  kept = join(base, 'kept.txt');
  await copyFile(join(base, 'folder/checkpoints/513'), kept);
});

describe('an intact export', () => {
  test.each(['folder', 'export.tar'])('%s is verified against a key and a checkpoint, as a process', async (name) => {
    const { code, out, err } = await strongroom([
      'audit',
      'verify',
      join(base, name),
      '--key',
      VKEY,
      '--checkpoint',
      kept,
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^intact: rooms\.example\/api\/v1\/audit\/0123abcd, 700 events, root [\w+/]{43}=\n700 events verified\n$/,
    );
  });

  test('is verified without key and checkpoint, and the output names what that leaves open', async () => {
    const { code, err } = await verify(join(base, 'folder'));
    expect(code).toBe(0);
    expect(err).toContain('anyone with the key could have cut or rewritten it');
    expect(err).toContain('The key was taken from the export');
  });

  test('is reported to a program as JSON', async () => {
    const { out } = await verify(join(base, 'export.tar'), '--key', VKEY, '--json');
    expect(JSON.parse(out)).toMatchObject({
      verdict: 'intact',
      origin: ORIGIN,
      size: SIZE,
      shown: SIZE,
      key_from: 'verifier',
    });
  });

  test('passes with its hidden events counted, and fails with --whole', async () => {
    const folder = join(await aFolder(), 'some');
    await writeFolder(folder, { ...made, shows: (seq) => seq !== 5 });
    const { code, out, err } = await verify(folder);
    expect(code).toBe(0);
    expect(out).toContain('699 events verified, 1 not in this export\n');
    expect(err).toContain('1 event may be hidden');
    expect(await verify(folder, '--whole')).toMatchObject({ code: 1, err: expect.stringContaining('Event 5 lacks') });
  });

  test('is read from archives of other programs, with or without a top folder', async () => {
    const folder = await aFolder();
    execFileSync('tar', ['-cf', join(folder, 'top.tar'), '-C', base, 'folder']);
    execFileSync('tar', ['-cf', join(folder, 'dot.tar'), '-C', join(base, 'folder'), '.']);
    expect((await verify(join(folder, 'top.tar'))).code).toBe(0);
    expect((await verify(join(folder, 'dot.tar'))).code).toBe(0);
  });

  test('is an archive that tar unpacks', async () => {
    const folder = await aFolder();
    execFileSync('tar', ['-xf', join(base, 'export.tar'), '-C', folder]);
    expect(await readFile(join(folder, 'tile/1/000.p/2'))).toEqual(await readFile(join(base, 'folder/tile/1/000.p/2')));
    expect((await verify(folder)).code).toBe(0);
  });
});

describe('a tampered export ends with exit code 1', () => {
  test('an edited event', async () => {
    const folder = join(await aFolder(), 'edited');
    await writeFolder(folder, made);
    const file = join(folder, 'events/001.jsonl');
    await writeFile(file, (await readFile(file, 'utf8')).replace(eventText(300), eventText(300, 'room.edited')));
    const { code, out, err } = await verify(folder, '--key', VKEY);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe('strongroom: tampered: Event 300 is not the event that was logged.\n');
    const { out: json } = await verify(folder, '--json');
    expect(JSON.parse(json)).toEqual({ verdict: 'tampered', sentence: 'Event 300 is not the event that was logged.' });
  });

  test('a rewrite with the own key, by a checkpoint that was kept', async () => {
    const folder = join(await aFolder(), 'rewritten');
    await writeFolder(folder, { ...made, events: made.events.with(300, eventText(300, 'room.edited')) });
    expect((await verify(folder, '--key', VKEY)).code).toBe(0);
    const { code, err } = await verify(folder, '--key', VKEY, '--checkpoint', kept);
    expect(code).toBe(1);
    expect(err).toMatch(/tampered: The events from 0 to 512 are not those of .*kept\.txt/);
  });
});

describe('a file that cannot be judged ends with exit code 2', () => {
  const broken = async (change: (path: string) => Promise<unknown>): Promise<string> => {
    const path = join(await aFolder(), 'export.tar');
    await copyFile(join(base, 'export.tar'), path);
    await change(path);
    return path;
  };
  const said = async (path: string, ...more: readonly string[]): Promise<string> => {
    const { code, out, err } = await verify(path, ...more);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^strongroom: not judged: [^\n]+\n$/);
    return err;
  };

  test.each([
    ['cut off', (path: string) => truncate(path, 50_000), /the archive is cut off/],
    ['cut off between two files', (path: string) => truncate(path, 1024), /the archive is cut off/],
    ['of random bytes', (path: string) => writeFile(path, Buffer.alloc(5000, 'x')), /not a tar archive/],
    ['empty', (path: string) => truncate(path, 0), /the archive is cut off/],
    ['compressed', async (path: string) => writeFile(path, gzipSync(await readFile(path))), /unpack it first/],
  ])('%s', async (_what, change, sentence) => {
    expect(await said(await broken(change))).toMatch(sentence);
  });

  test('a sparse file of a terabyte is refused at once', async () => {
    const path = await broken(async (file) => {
      await writeFile(file, Buffer.alloc(512, 'x'));
      await truncate(file, 2 ** 40);
    });
    expect(await said(path)).toMatch(/not a tar archive/);
  });

  test('something else, or nothing', async () => {
    const folder = await aFolder();
    await mkdir(join(folder, 'empty'));
    expect(await said(join(folder, 'empty'))).toMatch(/checkpoint is missing/);
    expect(await said(join(folder, 'nowhere'))).toMatch(/cannot be read \(ENOENT\)/);
    expect(await said(join(base, 'folder'), '--checkpoint', join(folder, 'nowhere'))).toMatch(/cannot be read/);
    expect(await said(join(base, 'folder'), '--key', VKEY.slice(0, -3))).toMatch(/not base64|32 bytes/);
  });

  describe('for each kind of input:', () => {
    /** Bytes that are enough for a terabyte. */
    const gigantic = async (path: string): Promise<void> => {
      const start = await readFile(path).catch(() => Buffer.from('x'));
      await writeFile(path, start);
      await truncate(path, 2 ** 40);
    };
    const remade = async (path: string, content: string | Uint8Array): Promise<void> => {
      await rm(path, { recursive: true, force: true });
      await writeFile(path, content);
    };
    const cut = async (path: string): Promise<void> => truncate(path, Math.floor((await readFile(path)).length / 2));
    const aFolderThere = async (path: string): Promise<void> => {
      await rm(path, { force: true });
      await mkdir(path);
    };
    const aPipe = async (path: string): Promise<void> => {
      await rm(path, { force: true });
      execFileSync('mkfifo', [path]);
    };
    const aLoop = async (path: string): Promise<void> => {
      await rm(path, { force: true });
      await symlink(path, path);
    };
    const damages = {
      'cut off': cut,
      gigantic,
      empty: (path: string) => remade(path, ''),
      'not ours': (path: string) => remade(path, Buffer.alloc(3000, 0xff)),
      'a folder': aFolderThere,
      'a pipe': aPipe,
      'a link to itself': aLoop,
      gone: (path: string) => rm(path),
    };
    const rows = Object.entries(damages);

    const ofArchive = rows.filter(([what]) => what !== 'gigantic');
    test.each(ofArchive)('an archive that is %s', async (_, damage) => {
      expect(await said(await broken(damage))).not.toBe('');
    });

    const PARTS = [
      'checkpoint',
      'key',
      'tile/0/000',
      'tile/1/000.p/2',
      'tile/entries/001',
      'events/000.jsonl',
      'checkpoints/513',
    ];
    /** An export without one of its earlier checkpoints is whole. */
    const isWhole = (part: string, what: string): boolean =>
      part === 'checkpoints/513' && ['gone', 'a folder'].includes(what);

    test.each(rows)('a folder of which one file is %s', async (what, damage) => {
      for (const part of PARTS.filter((one) => !isWhole(one, what))) {
        const folder = join(await aFolder(), 'export');
        await writeFolder(folder, made);
        await damage(join(folder, part));
        // The key of the export is read only where none is given.
        const sentence = await said(folder, ...(part === 'key' ? [] : ['--key', VKEY]));
        expect(sentence).toContain(part.replace(/^.*\//u, ''));
      }
    });

    test.each(rows)('an outside checkpoint that is %s', async (_, damage) => {
      const path = join(await aFolder(), 'kept.txt');
      await copyFile(kept, path);
      await damage(path);
      expect(await said(join(base, 'folder'), '--checkpoint', path)).toContain('kept.txt');
    });

    test.each(rows)('a proof that is %s, alone and in a folder', async (_, damage) => {
      const folder = await aFolder();
      const path = join(folder, 'one.proof');
      await writeFile(path, await aProof(join(base, 'folder'), 300));
      expect((await verify(folder, '--key', VKEY)).code).toBe(0);
      await damage(path);
      expect(await said(path, '--key', VKEY)).not.toBe('');
      expect(await said(folder, '--key', VKEY)).not.toBe('');
    });
  });

  test('a missing file', async () => {
    const folder = join(await aFolder(), 'missing');
    await writeFolder(folder, made);
    await rm(join(folder, 'tile/entries/001'));
    expect(await said(folder)).toMatch(/tile\/entries\/001 is missing/);
  });
});
