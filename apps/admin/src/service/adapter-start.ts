import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '@strongroom/command-line';
import { OPENERS } from '@strongroom/ports';
import { DRIVER_KINDS } from '@strongroom/settings';
import { APP_FOLDER } from '../system/app-folder.ts';
import { version } from '../system/version.ts';

type Kind = (typeof DRIVER_KINDS)[number];

export const isAdapterKind = (word: string): word is Kind => DRIVER_KINDS.some((kind) => kind === word);

/** The name of a package in a folder, such as `@acme/strongroom-foo`. */
export const packageNameFor = (folder: string): string => `@acme/${basename(resolve(folder)).toLowerCase()}`;

type Package = Readonly<{ folder: string; kind: Kind; name: string }>;

/** Writes a package whose adapter keeps no promise yet, and the suite of its port. Throws Problem for a folder that holds something. */
export async function writeAdapterStart({ folder, kind, name }: Package): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Problem(`${folder} is not empty: name another folder.`);
  await cp(fileURLToPath(new URL(`adapter-start/${kind}/`, APP_FOLDER)), folder, { recursive: true });
  const files = { 'package.json': manifestOf(name), 'tsconfig.json': TYPES, 'README.md': readmeOf(name, kind) };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const manifestOf = (name: string): string =>
  json({
    name,
    version: '1.0.0',
    type: 'module',
    files: ['src'],
    exports: { '.': './src/index.js', './package.json': './package.json' },
    scripts: { test: 'node --experimental-vm-modules node_modules/jest/bin/jest.js', types: 'tsc -p .' },
    dependencies: { '@strongroom/ports': version() },
    devDependencies: {
      '@strongroom/contract-tests': version(),
      '@types/node': '>=22',
      'fast-check': '>=4',
      jest: '>=30',
      typescript: '>=5.8',
    },
    jest: { testMatch: ['<rootDir>/test/*.test.js'], testTimeout: 30_000, transform: {} },
  });

const TYPES = json({
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    types: ['node'],
  },
  include: ['src'],
});

const readmeOf = (name: string, kind: Kind): string => `# ${name}

An adapter of Strongroom for ${kind}. \`src/index.js\` exports \`${OPENERS[kind]}\`, and \`test/contract.test.js\` runs the promises of its port. All of them fail until they are kept:

    npm install
    npm test
    npm run types

The page "Write an adapter" of Strongroom explains the steps. An operator then sets:

    STRONGROOM_${kind.toUpperCase()}=module:${name}
`;
