import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';

const FOLDER = new URL('../../../../../shared/vectors/', import.meta.url);

/** One of Google's conformance tests of V4 signing (googleapis/conformance-tests, storage/v1). */
export type SigningVector = Readonly<{
  description: string;
  bucket: string;
  object?: string;
  method: 'GET' | 'PUT' | 'POST';
  expiration: number;
  timestamp: string;
  headers?: Readonly<Record<string, string>>;
  queryParameters?: Readonly<Record<string, string>>;
  expectedUrl: string;
  expectedStringToSign: string;
}>;

/** One of Google's conformance tests of retries. */
export type RetryVector = Readonly<{
  id: number;
  description: string;
  cases: readonly Readonly<{ instructions: readonly string[] }>[];
  methods: readonly Readonly<{ name: string }>[];
  preconditionProvided: boolean;
  expectSuccess: boolean;
}>;

type ServiceAccount = Readonly<{ client_email: string; private_key: string }>;

/** Google's files are not part of this repository; without them, the tests that need them are skipped by name. */
export const describeWithVectors = existsSync(FOLDER) ? describe : describe.skip;

export const signingVectors = (): readonly SigningVector[] =>
  (read('v4_signatures.json') as { signingV4Tests: readonly SigningVector[] }).signingV4Tests;

export const retryVectors = (): readonly RetryVector[] =>
  (read('gcs_retry_tests.json') as { retryTests: readonly RetryVector[] }).retryTests;

/** The account whose key signed the vectors; it is inactive and public. */
export const vectorAccount = (): Readonly<{ email: string; privateKey: string }> => {
  const account = read('test_service_account.not-a-test.json') as ServiceAccount;
  return { email: account.client_email, privateKey: account.private_key };
};

const read = (name: string): unknown => JSON.parse(readFileSync(fileURLToPath(new URL(name, FOLDER)), 'utf8'));
