import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import vm from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Consumer, packedAndInstalled } from './packed.ts';
import { PRINTED, PROGRAM, TYPED } from './readme.ts';

let consumer: Consumer;
beforeAll(() => {
  consumer = packedAndInstalled();
});
afterAll(() => consumer.remove());

/** Every compiled file with the specifiers it imports. */
function imports(): readonly (readonly [string, readonly string[]])[] {
  const dist = join(consumer.installed, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  return files.map((file) => {
    const code = readFileSync(join(dist, file), 'utf8');
    return [
      file,
      [...code.matchAll(/(?<!')\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, specifier = '']) => specifier),
    ];
  });
}

test('the tarball holds builds and sources, and no test', () => {
  expect(consumer.files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'package.json',
      'dist/index.js',
      'dist/index.d.ts',
      'src/index.ts',
    ]),
  );
  expect(consumer.files.filter((file) => !/^(dist|src)\//.test(file))).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  expect(consumer.files.filter((file) => /test|tsbuildinfo|tsconfig/.test(file))).toEqual([]);
});

test('the package depends on no other, and imports only its own files', () => {
  const manifest = JSON.parse(readFileSync(join(consumer.installed, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(Object.keys(manifest).filter((field) => /dependencies/i.test(field))).toEqual([]);
  const found = imports();
  expect(found.length).toBeGreaterThan(20);
  for (const [file, specifiers] of found)
    expect([file, specifiers.filter((specifier) => !/^\.\.?\/.*\.js$/.test(specifier))]).toEqual([file, []]);
  expect(found.flatMap(([, specifiers]) => specifiers).length).toBeGreaterThan(40);
});

test('the program of the README compiles in strict TypeScript', () => {
  expect(
    consumer.compile('program.mts', `declare const console: { log(...words: unknown[]): void };\n${TYPED}`),
  ).toEqual({
    code: 0,
    output: '',
  });
});

test('the program of the README runs as an ES module', () => {
  expect(consumer.run('program.mjs', PROGRAM)).toBe(PRINTED);
});

test('the program of the README runs as CommonJS, with require', () => {
  const required = PROGRAM.replace(/^import (.*) from '(.*)';$/m, "const $1 = require('$2');");
  expect(required).toContain("require('@strongroom/domain')");
  expect(consumer.run('program.cjs', required)).toBe(PRINTED);
});

test('nothing but the package itself and its manifest can be reached', () => {
  const deep = (specifier: string) =>
    `import('${specifier}').then(() => console.log('in'), (error) => console.log(error.code));`;
  expect(consumer.run('root.mjs', deep('@strongroom/domain'))).toBe('in\n');
  expect(consumer.run('deep.mjs', deep('@strongroom/domain/dist/policy/rules.js'))).toBe(
    'ERR_PACKAGE_PATH_NOT_EXPORTED\n',
  );
});

test.each(['consumer.mts', 'consumer.cts'])(
  'the types of the package reach a TypeScript program (%s), which does not compile without every fact',
  (name) => {
    const program = (facts: string) => `
    import { decide, type FactsOf } from '@strongroom/domain';
    export const may = (facts: FactsOf<'room.edit'>): boolean => {
      const { subject, labelRules, room, membership } = facts;
      return decide('room.edit', ${facts}).effect === 'allow';
    };`;
    expect(consumer.compile(name, program('{ subject, labelRules, room, membership }'))).toEqual({
      code: 0,
      output: '',
    });
    const { code, output } = consumer.compile(name, program('{ subject, labelRules, room }'));
    expect(code).not.toBe(0);
    expect(output).toMatch(/error TS2345.*membership/s);
  },
);

test('the package runs with the bare language: without process, Buffer, console, URL and timers', async () => {
  const context = vm.createContext({});
  vm.runInContext('delete globalThis.console', context); // the engine's own, for its inspector
  const modules = new Map<string, vm.SourceTextModule>();
  const load = (path: string): vm.SourceTextModule => {
    const known = modules.get(path);
    if (known) return known;
    const fresh = new vm.SourceTextModule(readFileSync(path, 'utf8'), { context, identifier: path });
    modules.set(path, fresh);
    return fresh;
  };
  const link = (specifier: string, from: vm.Module): vm.Module =>
    load(
      specifier === '@strongroom/domain'
        ? join(consumer.installed, 'dist/index.js')
        : join(dirname(from.identifier), specifier),
    );
  const globals = ['process', 'Buffer', 'console', 'URL', 'setTimeout', 'crypto', 'TextEncoder'];
  expect(vm.runInContext(`[${globals.map((name) => `typeof ${name}`).join()}].join()`, context)).toBe(
    globals.map(() => 'undefined').join(),
  );

  const said: string[] = [];
  const say = (...words: readonly string[]) => said.push(`${words.join(' ')}\n`);
  context.say = say;
  const program = new vm.SourceTextModule(PROGRAM.replaceAll('console.log', 'say'), {
    context,
    identifier: 'program.js',
  });
  await program.link(link);
  await program.evaluate();
  expect(said.join('')).toBe(PRINTED);
});
