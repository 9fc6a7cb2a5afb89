import type { CliCommand } from '../command/cli-command.ts';
import { type DefinedCommand, defineCommand } from '../command/command.ts';
import { fishScript } from './fish.ts';
import { bashScript, zshScript } from './posix.ts';
import { tableOf } from './words.ts';

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
const NAMES = ['bash', 'zsh', 'fish'] as const;

/** Completion needs the whole program, which contains this command, so it requests the program when it runs. */
export const completionOf = (name: string, program: () => Promise<CliCommand>): DefinedCommand =>
  defineCommand({
    name: 'completion',
    summary: 'Print what makes a shell complete commands, options and their values.',
    operands: [{ name: 'SHELL', text: 'The shell.', choices: NAMES }],
    options: {},
    examples: [
      [`completion bash > ~/.local/share/bash-completion/completions/${name}`, 'for every bash from now on'],
      [`completion zsh > ~/.zfunc/_${name}`, 'where `fpath` leads there'],
      ['completion fish | source', 'for this fish only'],
    ],
    run: async (given, { terminal }) => {
      const shell = NAMES.find((known) => known === given.operand('SHELL')) ?? 'bash';
      terminal.out(SHELLS[shell](tableOf(await program())));
      return 0;
    },
  });
