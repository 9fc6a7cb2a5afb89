import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { freePorts } from '@strongroom/test-servers/free-port';
import { type Block, blocksOf } from './markdown.ts';
import { Service } from './service.ts';
import { Shell } from './shell.ts';

/** Ports of the pages: that of the service, and that of a server beside it. Free ones replace them. */
const PORTS = ['8080', '8090'] as const;

export type Step = Readonly<{ line: number; result: 'ran' | 'started' | 'not run' | 'failed'; detail?: string }>;

/**
 * Runs the bash blocks of a page one after the other in a fresh folder. Comments before a block say what is different:
 *
 * - `<!-- not run: why -->` leaves it out.
 * - `<!-- service: start -->` starts the service in its place, with the variables that the block sets in front of `npm`.
 * - `<!-- service: stop -->` stops the service before it runs.
 *
 * A comment `<!-- expect: text -->` after a block, and the lines of a fence of language `output`, must be found in what
 * the block printed, in this order; `…` stands for anything. Stops at the first block that fails.
 */
export async function* runPage(path: string): AsyncGenerator<Step> {
  const repository = resolve(import.meta.dirname, '../..');
  const blocks = blocksOf(readFileSync(path, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-docs-'));
  // `npx` looks for its commands here, and must never fetch one from elsewhere.
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const bin = join(repository, 'node_modules/.bin');
  const env = {
    // oxlint-disable-next-line node/no-process-env -- the pages use curl, npx and the like
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    npm_config_offline: 'true',
    npm_config_yes: 'false',
    npm_config_update_notifier: 'false',
    ...COMPILE_CACHE,
  };
  const ports = await freePorts(PORTS.length);
  const here = (text: string): string =>
    PORTS.reduce((changed, port, index) => changed.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${ports[index]}`), text);
  const service = new Service({
    node: join(bin, 'node'),
    main: join(repository, 'apps/api/dist/main.js'),
    folder,
    env,
    port: ports[0] ?? 0,
  });
  const shell = new Shell({ folder, env });
  try {
    for (const [index, block] of blocks.entries()) {
      if (block.language !== 'bash') continue;
      const step = await runBlock(block, expectedOf(block, blocks[index + 1]).map(here), { shell, service, here });
      yield step;
      if (step.result === 'failed') return;
    }
  } finally {
    shell.end();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type World = Readonly<{ shell: Shell; service: Service; here: (text: string) => string }>;

async function runBlock(block: Block, expected: readonly string[], world: World): Promise<Step> {
  const { line } = block;
  const skipped = block.before.find((comment) => comment.startsWith('not run:'));
  if (skipped !== undefined) return { line, result: 'not run', detail: skipped.slice('not run:'.length).trim() };
  if (block.before.includes('service: start')) {
    try {
      await world.service.start(variablesOf(world.here(block.text)));
      return { line, result: 'started' };
    } catch (error) {
      return { line, result: 'failed', detail: String(error) };
    }
  }
  if (block.before.includes('service: stop')) await world.service.stop();
  const { ok, output } = await world.shell.run(world.here(block.text));
  const missing = ok ? missingIn(output, expected) : 'exit status 0';
  if (missing === undefined) return { line, result: 'ran' };
  return {
    line,
    result: 'failed',
    detail: `expected: ${missing}\nprinted:\n${output}\nservice:\n${world.service.log}`,
  };
}

/** `NAME=value` in front of the command that starts the service. */
export function variablesOf(text: string): Record<string, string> {
  const front = text.slice(0, text.indexOf('npm '));
  return Object.fromEntries(
    Array.from(front.matchAll(/\b([A-Z][A-Z0-9_]*)=(\S+)/g), ([, name = '', value = '']) => [name, value]),
  );
}

function expectedOf(block: Block, next: Block | undefined): readonly string[] {
  const comments = block.after
    .filter((comment) => comment.startsWith('expect:'))
    .map((comment) => comment.slice('expect:'.length).trim());
  const shown = next?.language === 'output' ? next.text.split('\n').filter((one) => one.trim() !== '') : [];
  return [...comments, ...shown];
}

/** The first expected fragment that is not in the output after the fragments before it. */
export function missingIn(output: string, expected: readonly string[]): string | undefined {
  let rest = output;
  for (const fragment of expected) {
    const pattern = new RegExp(
      fragment
        .trim()
        .split('…')
        .map((part) => part.replaceAll(/[\^$.*+?()[\]{}|]/g, '\\$&'))
        .join('.*?'),
    );
    const found = pattern.exec(rest);
    if (found === null) return fragment;
    rest = rest.slice(found.index + found[0].length);
  }
  return undefined;
}
