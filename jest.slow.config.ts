import type { Config } from 'jest';
import fast from './jest.config.ts';

/** The tests that need minutes or a real outside component; everything else about them is the same. */
const config: Config = {
  ...fast,
  testMatch: ['<rootDir>/{packages,apps}/*/{src,test}/**/*.slow.test.ts', '<rootDir>/scripts/**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

export default config;
