import { withoutSecrets } from '@strongroom/store-kit';

/** EX_CONFIG of sysexits.h: settings or files of this machine have to change first. A supervisor does not try again. */
export const CONFIGURATION_FAULT = 78;

/** The report of a service that does not start, a line for each sentence. `program` is its command. */
export const startRefusal = (program: string, service: string, sentences: readonly string[]): string =>
  `${program}: ${service} does not start.\n${sentences.map((sentence) => `- ${withoutSecrets(sentence)}\n`).join('')}`;
