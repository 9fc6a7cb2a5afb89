import { EXIT } from './exit-codes.ts';

/** A command cannot do what was requested. The message is one sentence with the reason and a solution. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
  readonly exitCode: number;

  constructor(message: string, { exitCode = EXIT.notDone, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The command line is not valid. */
export class UsageProblem extends Problem {
  override readonly name = 'UsageProblem';

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, exitCode: EXIT.usage });
  }
}

const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** A signal ended the command. The exit code is that of shells: 128 plus the number of the signal. */
export class Interrupted extends Problem {
  override readonly name = 'Interrupted';

  constructor(signal: keyof typeof NUMBERS) {
    super('interrupted.', { exitCode: 128 + NUMBERS[signal] });
  }
}
