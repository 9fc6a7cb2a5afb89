import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import type { Terminal } from '@strongroom/command-line';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';

const folders: string[] = [];

/** A value that a test depends on. Throws without it. */
export function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A folder whose name needs quoting in a shell; removed after the tests of the file. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "strong room's "));
  folders.push(folder);
  return folder;
}

export type Result = Readonly<{ code: number | null; out: string; err: string }>;
export type Surroundings = Readonly<{ input?: string; env?: Readonly<Record<string, string>>; cwd?: string }>;

export type TerminalOptions = Readonly<{
  isTerminal?: boolean;
  columns?: number;
  env?: Readonly<Record<string, string>>;
  /** Answers typed in turn; undefined where standard input is not a terminal. */
  answers?: readonly string[];
}>;

/** A terminal in memory, and the text printed on it. */
export function aTerminal({ isTerminal = false, columns = 80, env = {}, answers }: TerminalOptions = {}) {
  const result = { out: '', err: '' };
  const waiting = [...(answers ?? [])];
  const errStream = new Writable({
    write: (chunk, _encoding, done) => {
      result.err += String(chunk);
      done();
    },
  });
  const { signal } = new AbortController();
  const terminal: Terminal = {
    isTerminal,
    errIsTerminal: isTerminal,
    columns,
    inputIsTerminal: answers !== undefined,
    out: (said) => {
      result.out += said;
    },
    err: (said) => {
      result.err += said;
    },
    input: async () => '',
    inputBytes: () => Readable.from([]),
    pour: async (content) => {
      result.out += await text(content);
    },
    ask: async (question) => {
      result.err += question;
      return waiting.shift() ?? '';
    },
    interruption: () => signal,
    errStream,
    variable: (name) => env[name],
    environment: env,
  };
  return { result, terminal };
}

/** Runs Node with these arguments. */
export function execute(args: readonly string[], { input = '', env = {}, cwd }: Surroundings = {}): Promise<Result> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [...args], {
      env: { ...COMPILE_CACHE, ...env },
      cwd: cwd ?? tmpdir(),
    });
    const result = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (result.out += String(chunk)));
    child.stderr.on('data', (chunk) => (result.err += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => done({ code, ...result }));
    child.stdin.on('error', () => undefined); // a command that does not read its input may end before the write
    child.stdin.end(input);
  });
}

/** Names, modes, sizes and times of everything in a folder. If equal before and after, nothing was changed. */
export async function traceOf(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(
    ['.', ...names].map(async (name) => {
      const { mode, size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${mode.toString(8)} ${size} ${mtimeMs}`;
    }),
  );
}
