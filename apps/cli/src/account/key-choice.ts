import { resolve } from 'node:path';
import { type OptionDefinition, Problem, type TypedArguments, UsageProblem } from '@strongroom/command-line';
import { splitWords } from './split-words.ts';

/** The key management that unwraps keys for this user. */
export type KeyChoice =
  | Readonly<{ kind: 'data-dir'; path: string }>
  /** `forMany`: one program unwraps all keys, a line of JSON for each. */
  | Readonly<{ kind: 'command'; command: readonly [string, ...string[]]; forMany?: boolean }>
  | Readonly<{ kind: 'cloud-kms' }>
  /** `key`: thumbprint of the key of the key service, which `login` stored. `device`: the enrolment that proves the user. `signIn`: a sign-in there proves them. */
  | Readonly<{ kind: 'key-service'; url: string; key: string; device?: string; signIn?: boolean }>;

export type KeyOption = 'data-dir' | 'unwrap-command' | 'unwrap-program' | 'cloud-kms';

/** The options of every command that encrypts or decrypts. */
export const KEY_OPTIONS: Readonly<Record<KeyOption, OptionDefinition>> = {
  'data-dir': {
    value: 'D',
    completes: 'files',
    text: 'Unwrap keys with the keyring in the data folder of an embedded service on this machine.',
  },
  'unwrap-command': {
    value: 'COMMAND',
    text: 'Unwrap keys with a program: it reads the wrapped key in base64 and prints the key in base64. {kms_key_id}, {wrapped_dek} and {aad} stand for what the service said.',
  },
  'unwrap-program': {
    value: 'COMMAND',
    text: 'Unwrap keys with a program that is started once: it reads a line of JSON for each key and answers one, as `strongroom-admin keys unwrap --lines` does.',
  },
  'cloud-kms': { text: 'Unwrap keys with Google Cloud KMS, by the credentials of this machine.' },
};

/** The key management chosen on the command line, if any. */
export function chosenKeys(given: TypedArguments<KeyOption, never>): KeyChoice | undefined {
  const path = given.text('data-dir');
  const command = given.text('unwrap-command');
  const program = given.text('unwrap-program');
  const choices: readonly KeyChoice[] = [
    ...(path === undefined ? [] : [{ kind: 'data-dir', path: resolve(path) } as const]),
    ...(command === undefined ? [] : [{ kind: 'command', command: commandOf(command) } as const]),
    ...(program === undefined ? [] : [{ kind: 'command', command: commandOf(program), forMany: true } as const]),
    ...(given.flag('cloud-kms') ? [{ kind: 'cloud-kms' } as const] : []),
  ];
  if (choices.length > 1)
    throw new UsageProblem('--data-dir, --unwrap-command, --unwrap-program and --cloud-kms exclude one another.');
  return choices[0];
}

function commandOf(text: string): readonly [string, ...string[]] {
  const [program, ...rest] = splitWords(text);
  if (program === undefined)
    throw new Problem('the command that unwraps keys is empty, or a quote in it is not closed.');
  return [program, ...rest];
}

/** Describes the choice within a sentence. */
export function describeKeyChoice(choice: KeyChoice): string {
  if (choice.kind === 'data-dir') return `the keyring in ${choice.path}`;
  if (choice.kind === 'key-service') return `the key service at ${choice.url}`;
  return choice.kind === 'command' ? `the command ${choice.command.join(' ')}` : 'Cloud KMS';
}

/** Whether `writeConfig` could have written this. */
export function isKeyChoice(read: unknown): read is KeyChoice {
  if (typeof read !== 'object' || read === null || !('kind' in read)) return false;
  if (read.kind === 'cloud-kms') return true;
  if (read.kind === 'key-service') return isKeyServiceChoice({ ...read });
  if (read.kind === 'data-dir') return 'path' in read && typeof read.path === 'string';
  if (read.kind !== 'command' || !('command' in read) || !Array.isArray(read.command)) return false;
  if ('forMany' in read && typeof read.forMany !== 'boolean') return false;
  return read.command.length > 0 && read.command.every((word: unknown) => typeof word === 'string');
}

const isKeyServiceChoice = ({ url, key, device = '', signIn = false }: Readonly<Record<string, unknown>>): boolean =>
  [url, key, device].every((text) => typeof text === 'string') && typeof signIn === 'boolean';
