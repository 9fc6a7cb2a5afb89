import { TestEnvironment } from 'jest-environment-node';
import { activeMutant } from './active-mutant.ts';

type TestEvent = Readonly<{ name: string; test?: { errors: readonly unknown[]; mode?: string | null } }>;

/**
 * The environment of a test file while a mutant is active. Jest runs every test of a file even after one has failed; one
 * failure is enough here, so the tests after it are skipped.
 */
export default class MutantEnvironment extends TestEnvironment {
  #hasFailed = false;

  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args);
    Object.assign(this.global, { __stryker__: activeMutant() });
  }

  handleTestEvent({ name, test }: TestEvent): void {
    if (name === 'test_done' && test && test.errors.length > 0) this.#hasFailed = true;
    if (name === 'test_start' && test && this.#hasFailed) test.mode = 'skip';
  }
}
