import { type Command, defineCommand } from '../command.ts';
import { fish } from '../completion/fish.ts';
import { bash, zsh } from '../completion/posix.ts';
import { tableOf } from '../completion/words.ts';

const SHELLS = { bash, zsh, fish } as const;
const NAMES = ['bash', 'zsh', 'fish'] as const;

/** It speaks of all commands, itself among them, so it is given them when it is asked. */
export const completionOf = (commands: () => Promise<readonly Command[]>): Command =>
  defineCommand({
    name: 'completion',
    summary: 'Print what makes a shell complete commands, options and their values.',
    operands: [{ name: 'SHELL', text: 'The shell.', choices: NAMES }],
    options: {},
    examples: [
      ['completion bash > ~/.local/share/bash-completion/completions/strongroom', 'for every bash from now on'],
      ['completion zsh > ~/.zfunc/_strongroom', 'where `fpath` leads there'],
      ['completion fish | source', 'for this fish only'],
    ],
    run: async (given, { terminal }) => {
      const shell = NAMES.find((name) => name === given.operand('SHELL')) ?? 'bash';
      terminal.out(SHELLS[shell](tableOf(await commands())));
      return 0;
    },
  });
