#!/usr/bin/env node
/**
 * A shell for tests that understands what sh and Windows' cmd.exe both do: words, double quotes, `&&` and `||`. Like cmd.exe
 * it has no `exec`. npm runs scripts with it as `--script-shell`.
 */
import { spawnSync } from 'node:child_process';

type Step = Readonly<{ after: '' | '&&' | '||'; words: readonly string[] }>;

const WORD = /^(?:"([^"%$`\\]*)"|([\w@./:=,+-]+))(?=\s|$)/;

/** Throws for a command line that one of the two shells would read in another way. */
export function stepsOf(line: string): readonly Step[] {
  const steps: { after: Step['after']; words: string[] }[] = [{ after: '', words: [] }];
  for (let rest = line.trim(); rest !== ''; rest = rest.trimStart()) {
    const [operator] = /^(&&|\|\|)(?=\s)/.exec(rest) ?? [];
    const [word = '', quoted, plain] = WORD.exec(rest) ?? [];
    if (operator !== undefined) steps.push({ after: operator as Step['after'], words: [] });
    else if (word !== '') steps.at(-1)?.words.push(quoted ?? plain ?? '');
    else throw new SyntaxError(`not for every shell: ${rest}`);
    rest = rest.slice((operator ?? word).length);
  }
  for (const { words } of steps)
    if (words[0] === undefined || words[0].includes('=')) throw new SyntaxError(`a command is missing: ${line}`);
  return steps;
}

function run(line: string): number {
  let status = 0;
  for (const { after, words } of stepsOf(line)) {
    if ((after === '&&' && status !== 0) || (after === '||' && status === 0)) continue;
    const [program = '', ...args] = words;
    const ended = spawnSync(program, args, { stdio: 'inherit' });
    if (ended.error !== undefined) process.stderr.write(`'${program}' is not recognized as a command.\n`);
    status = ended.status ?? 1;
  }
  return status;
}

if (import.meta.main) process.exitCode = run(process.argv.at(-1) ?? '');
