import { blockOf } from '../../../scripts/docs/readme-block.ts';

const README = new URL('../README.md', import.meta.url);

/** The program in the README, and its expected output. */
export const PROGRAM = blockOf(README, 'js');
export const PRINTED = blockOf(README, 'text');
