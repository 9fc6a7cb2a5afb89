import { type Strongroom, StrongroomError } from '@strongroom/client';
import { Problem, type Terminal } from '@strongroom/command-line';

/** Six digits are a code of an authenticator app; a recovery code is longer. */
const APP_CODE = /^\d{3}\s?\d{3}$/u;
const TRIES = 3;

type Step = Readonly<{
  client: Pick<Strongroom, 'entrance'>;
  terminal: Terminal;
  /** The code, if it was given with the password; asked for otherwise. */
  code: string;
  signal: AbortSignal;
}>;

/** The token of a session: that of a first step, or of the second one where the user has a second factor. Throws Problem. */
export async function sessionAfter(first: Promise<Readonly<{ token: string }>>, step: Step): Promise<string> {
  try {
    return (await first).token;
  } catch (error) {
    if (!(error instanceof StrongroomError) || error.secondFactor === undefined) throw error;
    const { pending, ways } = error.secondFactor;
    if (ways.length === 0)
      throw new Problem('this service requires a second factor, and you have none: sign in on its pages, and add one.');
    return secondStep(pending, ways, step);
  }
}

async function secondStep(pending: string, ways: readonly string[], step: Step): Promise<string> {
  const { client, terminal, signal } = step;
  const question = ways.includes('totp') ? 'Code of your authenticator app, or a recovery code: ' : 'Recovery code: ';
  if (!ways.includes('totp') && terminal.inputIsTerminal)
    terminal.err(
      'Passkeys work in a browser: `strongroom login --device-code` signs in there. A recovery code works here.\n',
    );
  for (let tries = 1; ; tries++) {
    const typed = step.code || (terminal.inputIsTerminal ? (await terminal.ask(question, true)).trim() : '');
    if (typed === '')
      throw new Problem('a second factor is needed: type its code, or give it as the second line of standard input.');
    const answer = APP_CODE.test(typed) ? { code: typed } : { recovery_code: typed };
    try {
      return (await client.entrance.finishSignIn({ pending, ...answer }, { signal })).token;
    } catch (error) {
      const isWrong = error instanceof StrongroomError && error.code === 'SECOND_FACTOR_INVALID';
      if (!isWrong || !terminal.inputIsTerminal || tries >= TRIES) throw error;
      terminal.err('This code is wrong, or was used. Take the next one.\n');
    }
  }
}
