import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  FollowedSecret,
  KEY_SERVICE_VARIABLES,
  ROOM_SERVICE_VARIABLES,
  readRoomService,
  withSecretFiles,
} from '../src/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A file with this text, and its path. */
function file(text: string, name = 'secret'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const SECRETS = [ROOM_SERVICE_VARIABLES, KEY_SERVICE_VARIABLES].flatMap((table) =>
  Object.values(table)
    .filter(({ form }) => 'isSecret' in form && form.isSecret === true)
    .map(({ name }) => [name, table] as const),
);

test.each(SECRETS)('%s is read from the file that its variable with _FILE names', (name, table) => {
  const path = file('  a secret of a file\n');
  const { environment, problems } = withSecretFiles(table, { [`${name}_FILE`]: path });
  expect({ environment, problems }).toEqual({ environment: { [name]: 'a secret of a file' }, problems: [] });
});

describe('the secret of the service', () => {
  const [one, other] = ['a'.repeat(32), 'b'.repeat(44)];
  const read = (text: string) => readRoomService({ STRONGROOM_SECRET: text });

  test.each([
    ['alone', one, [one]],
    ['and the one of before between a comma', `${one},${other}`, [one, other, `${one},${other}`]],
    ['and the one of before on lines of a file', `${one}\n${other}`, [one, other, `${one}\n${other}`]],
    ['with a comma of its own', `${'a'.repeat(31)},b`, [`${'a'.repeat(31)},b`]],
  ])('may be given %s', (_, text, secret) => {
    expect(read(text)).toMatchObject({ values: { secret } });
  });

  test.each([
    ['short', 'a'.repeat(31), 'must have at least 32 characters'],
    ['three', [one, other, 'c'.repeat(32)].join(), 'must hold one secret, or two between a comma'],
    ['the same twice', `${one},${one}`, 'holds a secret twice'],
  ])('is refused where it is %s', (_, text, because) => {
    expect(read(text)).toMatchObject({ problems: [expect.stringContaining(because)] });
  });
});

describe('a start is refused without the text of the file', () => {
  const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
    const read = readRoomService(environment);
    return 'problems' in read ? read.problems : [];
  };

  test('for a file that is missing, is empty, or is not a secret', () => {
    expect(problemsOf({ STRONGROOM_SECRET_FILE: join(folder, 'none') })).toEqual([
      'STRONGROOM_SECRET_FILE names a file that is not there.',
    ]);
    expect(problemsOf({ STRONGROOM_SECRET_FILE: file('\n') })).toEqual(['STRONGROOM_SECRET_FILE names an empty file.']);
    expect(problemsOf({ STRONGROOM_SECRET_FILE: file('x'.repeat(70_000)) })).toEqual([
      'STRONGROOM_SECRET_FILE is too large for a secret.',
    ]);
    expect(problemsOf({ STRONGROOM_SECRET_FILE: folder })).toEqual([
      'STRONGROOM_SECRET_FILE names a file that cannot be read (EISDIR).',
    ]);
    expect(problemsOf({ STRONGROOM_SECRET_FILE: file('hunter2') }).join()).not.toContain('hunter2');
  });

  test('if the variable is set too', () => {
    const path = file('a'.repeat(40));
    expect(problemsOf({ STRONGROOM_SECRET: 'b'.repeat(40), STRONGROOM_SECRET_FILE: path })).toEqual([
      'STRONGROOM_SECRET and STRONGROOM_SECRET_FILE are both set: take one away.',
    ]);
  });

  test('for a variable with _FILE that holds no secret', () => {
    expect(problemsOf({ STRONGROOM_LABELS_FILE: file('x') }).join()).toContain('STRONGROOM_LABELS_FILE is no setting');
  });
});

describe('a secret that is followed', () => {
  const FRESH = 1000;
  const parse = (text: string): number => {
    if (!/^\d+$/.test(text)) throw new Error('is no number');
    return Number(text);
  };

  test('changes with its file, at most once a second', () => {
    let now = 0;
    const followed = new FollowedSecret(file('1'), parse, { now: () => now });
    expect(followed.value).toBe(1);
    file('2');
    expect(followed.value).toBe(1);
    now += FRESH;
    expect(followed.value).toBe(2);
  });

  test('reports the same fault once a minute while the file stays malformed', () => {
    let now = 0;
    const faults: number[] = [];
    const followed = new FollowedSecret(file('1'), parse, { now: () => now, onFault: () => faults.push(now) });
    file('hunter2');
    for (; now <= 125_000; now += FRESH) expect(followed.value).toBe(1);
    expect(faults).toEqual([0, 60_000, 120_000]);
    file('2');
    expect(followed.value).toBe(2);
    file('hunter2');
    now += FRESH;
    expect(followed.value).toBe(2);
    expect(faults).toHaveLength(4);
  });

  test('keeps its last value while the file is malformed or gone, and reports each reason once', () => {
    let now = 0;
    const faults: string[] = [];
    const followed = new FollowedSecret(file('1'), parse, { now: () => now, onFault: (reason) => faults.push(reason) });
    for (const change of [() => file('hunter2'), () => file(''), () => rmSync(join(folder, 'secret'))]) {
      change();
      for (let looks = 0; looks < 3; looks += 1) {
        now += FRESH;
        expect(followed.value).toBe(1);
      }
    }
    expect(faults).toEqual(['is no number', 'names an empty file', 'names a file that is not there']);
    file('3');
    now += FRESH;
    expect(followed.value).toBe(3);
  });

  test('is refused where the first value is malformed', () => {
    expect(() => new FollowedSecret(file('x'), parse)).toThrow('is no number');
  });
});
