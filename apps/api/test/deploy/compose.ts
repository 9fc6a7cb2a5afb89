import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../support/built.ts';

export const FOLDER = join(ROOT, 'apps/api/deploy/compose');

export type ComposeService = Readonly<{
  image: string;
  command?: readonly string[];
  env_file?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  volumes?: readonly string[];
  network_mode?: string;
}>;

export type Compose = Readonly<{ services: Readonly<Record<string, ComposeService>> }>;

/** The compose file, with its merged parts in place. */
export const compose = async (): Promise<Compose> =>
  parse(await readFile(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;

/** Variables of a file with one per line. */
export const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
