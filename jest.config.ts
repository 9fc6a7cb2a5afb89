import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const config: Config = {
  rootDir: '.',
  // Many suites mostly wait for programs that they start. On two processors four workers leave 4 % of the time idle.
  maxWorkers: availableParallelism() * 2,
  // Modules of finished files stay in memory, after hundreds of files 4 GB of them. A new worker begins without.
  workerIdleMemoryLimit: '1GB',
  testEnvironment: 'node',
  globalSetup: '<rootDir>/scripts/test-run.ts',
  testMatch: [
    '<rootDir>/{packages,apps}/*/{src,test}/**/*.test.ts',
    '<rootDir>/architecture/**/*.test.ts',
    '<rootDir>/scripts/**/*.test.ts',
  ],
  // Nothing here is timed: on a machine that is busy with something else a test may take long, and still has to be right.
  testTimeout: 180_000,
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.slow\\.test\\.ts$'],
  // A built package beside its source would be the same module under two names.
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2024',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      },
    ],
  },
  // Workspace packages are read from their sources, so that no test waits for a build.
  testEnvironmentOptions: { customExportConditions: ['@strongroom/source', 'node', 'node-addons'] },
  coverageProvider: 'v8',
};

export default config;
