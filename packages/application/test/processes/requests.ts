import { SourceProcess } from '@strongroom/test-servers/source-process';
import type { Application } from '../../src/index.ts';
import type { Person } from '../world/person.ts';

type Groups = Pick<Application, 'rooms' | 'files' | 'shares' | 'users' | 'tokens' | 'receipts'>;

/** One request, in the form sent to another process. */
export type Request = Readonly<{
  /** The caller; null for the public operations. */
  by: Pick<Person, 'id' | 'email' | 'secret'> | null;
  operation: { [Group in keyof Groups]: `${Group}.${string & keyof Groups[Group]}` }[keyof Groups];
  input: Readonly<Record<string, unknown>>;
}>;

/** A process that serves a folder and accepts requests. */
export class ServingProcess {
  readonly #process: SourceProcess;

  constructor(folder: string) {
    this.#process = new SourceProcess(new URL('./serve.ts', import.meta.url), [folder]);
  }

  /** Resolves when it serves, with the home and the first owner. */
  async begun(): Promise<unknown> {
    return JSON.parse(await this.#process.line());
  }

  /** Sends these requests all at the same time, and returns the code of each. */
  async ask(requests: readonly Request[]): Promise<readonly string[]> {
    this.#process.say(JSON.stringify(requests));
    return JSON.parse(await this.#process.line()) as readonly string[];
  }

  end(): Promise<unknown> {
    return this.#process.ended();
  }
}

export const request = (by: Person | null, operation: Request['operation'], input: Request['input']): Request => ({
  by: by && { id: by.id, email: by.email, secret: by.secret },
  operation,
  input,
});
