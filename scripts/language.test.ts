import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { countsByFolder, findingsIn, unfitSubjects } from './language/check.ts';
import { REPLACED_WORDS } from './language/replaced-words.ts';
import { subjectsSince } from './language/subjects.ts';

const foundIn = (file: string, text: string): readonly string[] => findingsIn(file, text).map(({ found }) => found);

describe('replaced words', () => {
  test.each(REPLACED_WORDS)('$pattern finds "$planted"', ({ planted, instead }) => {
    expect(findingsIn('packages/a/src/a.ts', `const clean = 1;\n${planted}\n`)).toContainEqual(
      expect.objectContaining({ file: 'packages/a/src/a.ts', line: 2, instead }),
    );
  });

  test('are found in comments, titles, pages and configuration alike', () => {
    const found = ["test('is told', () => {});", '// is told', '/* is told */', '# is told'].map((line) =>
      foundIn('a.ts', line),
    );
    expect(found).toEqual([['told'], ['told'], ['told'], ['told']]);
    expect(foundIn('docs/a.md', 'The caller is told.')).toEqual(['told']);
    expect(foundIn('apps/api/deploy/a.yaml', '# Told once.')).toEqual(['Told']);
  });

  test('are allowed in quotations of a page or a comment, and refused in strings of code', () => {
    expect(foundIn('docs/a.md', 'The old title "the user is told" went away.')).toEqual([]);
    expect(foundIn('docs/a.md', 'Never *he*.')).toEqual([]);
    expect(foundIn('a.ts', ' * RFC: "the client is told".')).toEqual([]);
    expect(foundIn('a.ts', '// “the client is told”')).toEqual([]);
    expect(foundIn('a.ts', 'const text = "the user is told";')).toEqual(['told']);
  });

  test.each([
    'const untold = retold;',
    'the theme of this chapter',
    "locale('he')",
    'snapshot, photo',
    'Wrong passwords are counted.',
    'Writing old and new keys',
    'was taken by another process',
    'stands for',
    'a stand-in for the mail server',
  ])('leave "%s" alone', (text) => {
    expect(foundIn('a.ts', text)).toEqual([]);
  });
});

describe('a comment with a clause as its subject', () => {
  test.each([
    '/** What was read. */',
    '/** Why it fails. */',
    ' * Who asks.',
    '  // Whose token it is.',
    '/** How many bytes. */',
  ])('is refused: %s', (line) => {
    expect(findingsIn('a.ts', line)).toEqual([expect.objectContaining({ instead: 'a noun as the subject' })]);
  });

  test('is allowed in pages, where it may be a heading or a question', () => {
    expect(foundIn('docs/a.md', '* What to do next')).toEqual([]);
  });

  test('is not a question inside a comment', () => {
    expect(foundIn('a.ts', '// Decides who may read what.')).toEqual([]);
  });
});

describe('a title of a test', () => {
  test.each([
    "test('of another kind is refused', () => {",
    "  test.each(KINDS)('where the kind is %s', () => {",
    'it(`who may not, is refused`, () => {',
    "describe('What a user sees', () => {",
    "  test.each(KINDS)(\n    'whose last download is used up says so',",
    "  test.each([\n    'a',\n  ])(\n    'of %s is refused',",
  ])('is refused without a subject or a verb: %j', (text) => {
    expect(findingsIn('packages/a/test/a.test.ts', text)).toEqual([
      expect.objectContaining({ instead: 'a verb, or a noun as the subject of the title' }),
    ]);
  });

  test.each([
    "test('is refused', () => {",
    "test('offers what the caller may do', () => {",
    "test.each([1])('has %s', () => {",
    "test.each([\n  1,\n])(\n  'are %s',",
  ])('is refused without a subject where no describe names one: %j', (text) => {
    expect(findingsIn('packages/a/test/a.test.ts', text)).toEqual([
      expect.objectContaining({ instead: 'a subject before it: no describe above names one' }),
    ]);
    expect(findingsIn('packages/a/test/a.test.ts', text.replaceAll(/^/gm, '  '))).toEqual([]);
  });

  test('is refused with two sentences', () => {
    expect(foundIn('a.test.ts', "test('ends it; again changes nothing', () => {")).toHaveLength(1);
  });

  test('is refused above 130 characters', () => {
    const titled = (length: number) => foundIn('a.test.ts', `test('${'x'.repeat(length)}', () => {`);
    expect(titled(130)).toEqual([]);
    expect(titled(131)).toHaveLength(1);
  });

  test.each([
    "test('names that are taken are kept', () => {",
    "expect(text).toBe('of another kind');",
    "  ['of another kind', 1],",
    "  [\n    'of another kind',",
  ])('is allowed, or is none: %j', (text) => {
    expect(foundIn('packages/a/test/a.test.ts', text)).toEqual([]);
  });
});

describe('a comment with a pronoun as its subject', () => {
  test.each([
    '/** That of the file. */',
    '  /** Those that exist. */',
    '/** Its private key. */',
    '/** The same, as text. */',
    '/** The same of a room. */',
  ])('is refused: %s', (line) => {
    expect(findingsIn('a.ts', line)).toEqual([expect.objectContaining({ instead: 'a noun as the subject' })]);
  });

  test.each([
    ' * Those of the room are read first.',
    '/** Thoseness of a type. */',
    '// That is enough.',
    '  /** Its name. */',
    '/** The same store, read-only. */',
  ])('is allowed in the middle of a comment, or is none: %s', (line) => {
    expect(foundIn('a.ts', line)).toEqual([]);
  });
});

test('an exported function has the name of what it does or returns', () => {
  expect(foundIn('packages/a/test/a.ts', 'export const at = (milliseconds: number) => milliseconds;')).toEqual([
    'export const at',
  ]);
  expect(foundIn('packages/a/test/a.ts', 'export const atLeast = 1;\nconst at = 2;')).toEqual([]);
});

test('a type names its owner', () => {
  expect(foundIn('packages/a/src/create-room.ts', 'type Input = Readonly<{ name: string }>;')).toEqual(['type Input']);
  expect(foundIn('packages/a/src/a.ts', 'export class Place {')).toEqual(['export class Place']);
  expect(foundIn('packages/a/src/a.ts', 'export type PlaceOfFile = string;')).toEqual([]);
  expect(foundIn('packages/a/src/a.ts', 'type Kind = string;')).toEqual([]);
  expect(foundIn('packages/a/src/create-room.ts', 'type CreateRoomInput = string;')).toEqual([]);
  expect(foundIn('packages/a/test/rooms.test.ts', 'type Asked = string;')).toEqual([]);
});

test('comments of pages in .tsx are read like those of other code', () => {
  expect(foundIn('apps/web/src/a.tsx', '    {/* What the user sees. */}')).toEqual(['{/* What']);
  expect(foundIn('apps/web/src/a.tsx', '    // The user is told.')).toEqual(['told']);
  expect(foundIn('apps/web/src/a.tsx', '<p>Nobody belongs to this unit.</p>')).toEqual([]);
});

test('findings are counted per workspace and per top folder', () => {
  const findings = ['packages/a/src/x.ts', 'packages/a/src/y.ts', 'docs/z.md', 'README.md'].flatMap((file) =>
    findingsIn(file, 'told'),
  );
  expect([...countsByFolder(findings)]).toEqual([
    ['packages/a', 2],
    ['docs', 1],
    ['README.md', 1],
  ]);
});

describe('commit subjects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'subjects-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim();
  const commit = (cwd: string, subject: string): string => {
    git(cwd, 'commit', '--quiet', '--allow-empty', '--no-gpg-sign', '-m', subject);
    return git(cwd, 'rev-parse', 'HEAD');
  };

  test('may have 72 characters and one idea', () => {
    const longest = 'x'.repeat(72);
    expect(unfitSubjects([longest, `${longest}x`, 'Add this; remove that'])).toEqual([
      `${longest}x`,
      'Add this; remove that',
    ]);
  });

  test('are those after the given commit', () => {
    const own = join(folder, 'own');
    git(folder, 'init', '--quiet', own);
    const first = commit(own, 'First');
    commit(own, 'Second');
    commit(own, 'Third');
    expect(subjectsSince(first, own)).toEqual(['Third', 'Second']);
  });

  test('are none without a history, with a shallow one, or with another one', () => {
    const shallow = join(folder, 'shallow');
    const whole = join(folder, 'whole');
    git(folder, 'init', '--quiet', whole);
    const first = commit(whole, 'First');
    commit(whole, 'Second');
    git(folder, 'clone', '--quiet', '--depth', '1', `file://${whole}`, shallow);
    expect(subjectsSince(first, shallow)).toEqual([]);
    expect(subjectsSince('0'.repeat(40), whole)).toEqual([]);
    expect(subjectsSince(first, join(folder, 'nowhere'))).toEqual([]);
  });
});
