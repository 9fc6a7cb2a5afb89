import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';

const FOLDER = fileURLToPath(new URL('../../../../shared/vectors/rfc6962/', import.meta.url));

/** Runs the tests where the vectors of transparency-dev/merkle lie beside the repository, which does not hold them. */
export const describeVectors: typeof describe.skip = existsSync(FOLDER) ? describe : describe.skip;

/** All vectors below a folder, in no particular order. Empty without vectors. */
export function vectors(folder: string): readonly (readonly [name: string, vector: unknown])[] {
  if (!existsSync(FOLDER)) return [['none', undefined]];
  return readdirSync(`${FOLDER}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => [path, JSON.parse(readFileSync(`${FOLDER}${folder}/${path}`, 'utf8'))]);
}
