import { stripTypeScriptTypes } from 'node:module';
import { blockOf } from '../../../scripts/docs/readme-block.ts';

const README = new URL('../README.md', import.meta.url);

/** The program in the README, without its types, and its expected output. */
export const TYPED = blockOf(README, 'ts');
export const PROGRAM = stripTypeScriptTypes(TYPED).replace(/^import \{.*\} from/m, (line) =>
  line.replace(/,(?:\s+,)+/g, ','),
);
export const PRINTED = blockOf(README, 'text');
