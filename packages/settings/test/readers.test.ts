import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  COMMAND_LINE_VARIABLES,
  fileVariable,
  KEY_SERVICE_OWN_VARIABLES,
  KEY_SERVICE_VARIABLES,
  ROOM_SERVICE_VARIABLES,
  readVariable,
  START_VARIABLES,
  type VariableTable,
} from '../src/index.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ALL = [
  ...new Set(
    [ROOM_SERVICE_VARIABLES, KEY_SERVICE_VARIABLES, COMMAND_LINE_VARIABLES, START_VARIABLES].flatMap((table) =>
      Object.values<VariableTable[string]>(table),
    ),
  ),
];
const NAMES: ReadonlySet<string> = new Set(
  ALL.flatMap(({ name, form }) => (form.isSecret === true ? [name, fileVariable(name)] : [name])),
);

const NAME = /(?<![\w$])STRONGROOM_[A-Z0-9_]+/gu;
/** Beginnings of names, and the settings of adapters from outside. */
const PREFIX = /^STRONGROOM_(|KEY_SERVICE_|(DOCUMENTS|LIMITS|BLOBS|KEYS|MAIL)_MODULE_\w*)$/u;

const filesOf = (...patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT }).filter((file) => !/\.test\.ts$|node_modules|\/(dist|build)\//u.test(file));
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** "FILE: NAME" for every name without a description. */
const unknownIn = (files: readonly string[], others: readonly string[] = []): readonly string[] =>
  files.flatMap((file) =>
    [...new Set(textOf(file).match(NAME))]
      .filter((name) => !NAMES.has(name) && !PREFIX.test(name) && !others.includes(name))
      .map((name) => `${file}: ${name}`),
  );

describe('a variable', () => {
  test('is described if a program names it', () => {
    const files = filesOf(
      'apps/*/src/**/*.{ts,tsx}',
      'packages/*/src/**/*.ts',
      'scripts/start.ts',
      'scripts/start/*.ts',
    );
    expect(files.length).toBeGreaterThan(1000);
    expect(unknownIn(files)).toEqual([]);
  });

  test.each<readonly [string, VariableTable, readonly string[]]>([
    [
      'the room service',
      ROOM_SERVICE_VARIABLES,
      ['apps/api/src/**/*.ts', 'packages/settings/src/variables/room-service-rules.ts'],
    ],
    ['the key service', KEY_SERVICE_VARIABLES, ['apps/key-service/src/config/*.ts']],
    ['npm start', START_VARIABLES, ['apps/api/src/container/beside/*.ts']],
  ])('that is described for %s is used there', (_, table, patterns) => {
    const text = filesOf(...patterns)
      .map(textOf)
      .join('\n');
    expect(Object.keys(table).filter((key) => !new RegExp(`\\b${key}\\b`, 'u').test(text))).toEqual([]);
  });

  test('that is described for the command line is read there', () => {
    const text = filesOf('apps/{cli,admin}/src/**/*.ts', 'packages/command-line/src/**/*.ts').map(textOf).join('\n');
    expect(Object.values(COMMAND_LINE_VARIABLES).filter(({ name }) => !text.includes(`'${name}'`))).toEqual([]);
  });

  test('is looked up in the environment by no other code than the descriptions', () => {
    const files = filesOf('apps/*/src/**/*.ts', 'packages/*/src/**/*.ts');
    const direct = /\b(?:env|environment)(?:\.|\[['"`])(?:STRONGROOM_|HOST\b|PORT\b)/u;
    expect(files.filter((file) => !file.startsWith('packages/settings/') && direct.test(textOf(file)))).toEqual([]);
  });
});

describe('samples and pages', () => {
  const SAMPLES = filesOf('apps/api/Dockerfile', 'apps/*/deploy/**/*.*');

  test('name only variables that are described', () => {
    expect(SAMPLES.length).toBeGreaterThan(15);
    // Host names that only the samples for a proxy know, and the program that the scripts beside them call.
    const others = ['STRONGROOM_ROOMS_HOST', 'STRONGROOM_KEYS_HOST', 'STRONGROOM_ADMIN'];
    expect(unknownIn(SAMPLES, others)).toEqual([]);
  });

  test('name only variables that are described', () => {
    const pages = filesOf('README.md', 'docs/{how-to,tutorial,explanation,reference}/*.md', 'packages/*/README.md');
    expect(unknownIn(pages, ['STRONGROOM_ROOMS_HOST', 'STRONGROOM_KEYS_HOST'])).toEqual([]);
  });

  test('give values that the descriptions accept', () => {
    const given = SAMPLES.flatMap((file) =>
      ALL.flatMap((variable) => {
        const written = new RegExp(`\\b${variable.name}(?:=|: )["']?([^\\s"'$#]+)["']?$`, 'gmu');
        return [...textOf(file).matchAll(written)].map(([, text = '']) => ({ file, variable, text }));
      }),
    );
    expect(given.length).toBeGreaterThan(10);
    for (const { variable, text } of given)
      expect(() => readVariable(variable, { [variable.name]: text })).not.toThrow();
  });

  test('hold no secret in their text', () => {
    for (const { name } of ALL.filter(({ form }) => form.isSecret === true)) {
      // A value that is not a reference: neither $NAME nor $(command), and not the next line of YAML.
      const written = new RegExp(`\\b${name}(?:=|: )(?!\\S*\\$)\\S`, 'u');
      expect(SAMPLES.filter((file) => written.test(textOf(file)))).toEqual([]);
    }
  });
});

test('a variable of the key service is described once: by the key service or by the room service', () => {
  const [own, rooms] = [KEY_SERVICE_OWN_VARIABLES, ROOM_SERVICE_VARIABLES].map((table) =>
    Object.values<VariableTable[string]>(table),
  );
  for (const variable of Object.values<VariableTable[string]>(KEY_SERVICE_VARIABLES))
    expect(own?.includes(variable) === true || rooms?.includes(variable) === true).toBe(true);
});
