import { withoutSecrets } from '@strongroom/store-kit';

/** EX_CONFIG of sysexits.h: settings or files of this machine have to change first. A supervisor does not try again. */
export const CONFIGURATION_FAULT = 78;

type Refusal = Readonly<{
  /** The command that was run. */
  program: string;
  /** Name of the program in a sentence, such as "the key service". */
  service: string;
  sentences: readonly string[];
  exitCode: number;
  /** Whether people read it at a terminal; otherwise each sentence is a line of the log. */
  isTerminal: boolean;
  now: () => number;
  /** Fields of every line of its log. */
  own?: Readonly<Record<string, string>>;
}>;

/** The report of a service that does not start, a line for each sentence. */
export function startRefusal({ program, service, sentences, exitCode, isTerminal, now, own }: Refusal): string {
  const safe = sentences.map((sentence) => withoutSecrets(sentence));
  if (isTerminal)
    return `${program}: ${service} does not start.\n${safe.map((sentence) => `- ${sentence}\n`).join('')}`;
  const time = new Date(now()).toISOString();
  return safe
    .map((because) => ({
      time,
      level: 'error',
      ...own,
      message: `${service} does not start`,
      because,
      exit_code: exitCode,
    }))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}
