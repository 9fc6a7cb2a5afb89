import type { Config } from 'jest';
import fast from './jest.config.ts';

/** Tests for every change: all that need no process, server or browser of their own. */
const config: Config = {
  ...fast,
  testPathIgnorePatterns: [
    ...(fast.testPathIgnorePatterns ?? []),
    '/apps/api/test/(system|pages|web|client|cli|deploy)/',
    '/apps/(cli|admin)/test/',
    '/packages/adapter-(mongodb|postgresql|gcs|s3|cloud-kms|pkcs11|smtp)/',
    '/scripts/demo',
    '\\.(mongo|postgresql|s3)\\.test\\.ts$',
    '\\.processes\\.test\\.ts$',
    'several-processes',
    '/packages/domain/test/packed',
    '/test/processes/',
  ],
};

export default config;
