/**
 * A test runner for Stryker. Its own runner for Jest loads every test file for every mutant and never stops at a failure,
 * which takes a minute per mutant here. This one runs only the files with tests that reach the mutant, the most promising
 * first, and stops at the first failure.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StrykerOptions } from '@stryker-mutator/api/core';
import {
  commonTokens,
  declareFactoryPlugin,
  type Injector,
  type PluginContext,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin';
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';
import { type Config, runCLI } from 'jest';
import { activeMutant, setActiveMutant } from './active-mutant.ts';
import { type KillCounts, orderTestFiles, type TestFile } from './order.ts';

/** In the sandbox: written by the first process of a run, read by those that replace it. */
const TEST_FILES = '.mutation-test-files.json';
const NOTICED = '.mutation-noticed.json';
const ENVIRONMENT = fileURLToPath(import.meta.resolve('./environment.ts'));

const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);
const write = (path: string, content: unknown): void => writeFileSync(path, JSON.stringify(content));

const escaped = (id: string): string => id.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

class JestByFile implements TestRunner {
  readonly #everything: TestRunner;
  readonly #config: Config;

  constructor(everything: TestRunner, options: StrykerOptions) {
    this.#everything = everything;
    const { config } = options.jest as { config: Config };
    this.#config = { ...config, testEnvironment: ENVIRONMENT, reporters: [], globals: {} };
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    await this.#everything.init?.();
  }

  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
    const result = await this.#everything.dryRun(options);
    if (result.status === DryRunStatus.Complete) {
      const files = new Map<string, Record<string, number>>();
      for (const { id, fileName = '', timeSpentMs } of result.tests)
        files.set(fileName, { ...files.get(fileName), [id]: timeSpentMs });
      write(
        TEST_FILES,
        [...files].map(([path, tests]): TestFile => ({ path, tests })),
      );
    }
    return result;
  }

  async mutantRun({ activeMutant: mutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const files = read(TEST_FILES) as TestFile[] | undefined;
    if (files === undefined) throw new Error('the tests have to run without a mutant first');
    const noticed = (read(NOTICED) as KillCounts | undefined) ?? {};
    const source = relative('.', mutant.fileName);
    const bySource = noticed[source] ?? {};
    setActiveMutant(mutant.id, hitLimit);
    let nrOfTests = 0;
    for (const { path, ids } of orderTestFiles(files, testFilter && new Set(testFilter), source, bySource)) {
      // oxlint-disable-next-line no-await-in-loop -- a file runs only if those before it noticed nothing
      const results = await this.#run(path, testFilter && ids);
      const { hitCount = 0, hitLimit: limit = Number.POSITIVE_INFINITY } = activeMutant() ?? {};
      if (hitCount > limit) return { status: MutantRunStatus.Timeout, reason: 'endless loop' };
      const [file] = results.testResults;
      if (file?.testExecError) return { status: MutantRunStatus.Error, errorMessage: file.testExecError.message };
      nrOfTests += results.numPassedTests + results.numFailedTests;
      const failed = file?.testResults.find(({ status }) => status === 'failed');
      if (failed) {
        write(NOTICED, { ...noticed, [source]: { ...bySource, [path]: (bySource[path] ?? 0) + 1 } });
        const failureMessage = failed.failureMessages.join('\n');
        return { status: MutantRunStatus.Killed, killedBy: [failed.fullName], failureMessage, nrOfTests };
      }
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  /** Runs these tests of a file, or all. */
  async #run(path: string, ids: readonly string[] | undefined) {
    const { results } = await runCLI(
      {
        $0: 'stryker',
        _: [path],
        config: JSON.stringify(this.#config),
        runTestsByPath: true,
        runInBand: true,
        silent: true,
        ...(ids && { testNamePattern: `^(${ids.map(escaped).join('|')})$` }),
      },
      [process.cwd()],
    );
    return results;
  }
}

function create(injector: Injector<PluginContext>, options: StrykerOptions): TestRunner {
  const [jest] = jestPlugins;
  if (jest === undefined) throw new Error('Stryker has no runner for Jest');
  return new JestByFile(injector.injectFunction(jest.factory), options);
}
create.inject = tokens(commonTokens.injector, commonTokens.options);

export { strykerValidationSchema } from '@stryker-mutator/jest-runner';
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'jest-by-file', create)];
