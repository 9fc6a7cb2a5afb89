import { describe, expect, test } from '@jest/globals';
import { type PromiseFailure, registerSuite } from './base/promise.ts';
import type { ServiceHarness } from './service/harness.ts';
import { UNREACHABLE_OPERATIONS } from './service/not-from-outside.ts';
import { callPattern, operationsOf } from './service/operations.ts';
import { ServiceCoverage } from './service/seen.ts';
import type { ServicePromise } from './service/service-promise.ts';
import { servicePromises } from './service/tests/all.ts';
import { World } from './service/world.ts';

export type { ServiceHarness } from './service/harness.ts';
export { UNREACHABLE_CODES } from './service/not-from-outside.ts';
export type { ServicePromise } from './service/service-promise.ts';
export { SPECIFICATION, type SpecificationRow } from './service/specification.ts';
export { servicePromises } from './service/tests/all.ts';

/**
 * Registers the black-box suite of the whole service with Jest. It knows an address, a token, a mailbox and a key
 * service, so it runs with every store. Every test gets its own service.
 */
export const serviceSuite = (name: string, harness: () => Promise<ServiceHarness>): void => {
  const seen = new ServiceCoverage();
  registerSuite(
    name,
    servicePromises.map((promise) => ({ ...promise, run: (world: World) => runAndLook(promise, world, seen) })),
    async () => new World(await harness()),
  );
  describe(`contract: ${name}`, () => {
    test('calls every operation successfully at least once', async () => {
      const world = new World(await harness());
      try {
        const operations = await operationsOf(world.visitor);
        seen.add(world.seen);
        const successes = [...seen.successes];
        const missing = operations.filter(
          (operation) => !successes.some((success) => callPattern(operation).test(success)),
        );
        expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual(Object.keys(UNREACHABLE_OPERATIONS));
      } finally {
        await world.end();
      }
    });
  });
};

/** Runs tests against a service that may be broken, each with its own service, and returns the failures. */
export async function failuresOf(
  promises: readonly ServicePromise[],
  harness: () => Promise<ServiceHarness>,
): Promise<readonly PromiseFailure[]> {
  const failures: PromiseFailure[] = [];
  for (const promise of promises) {
    const world = new World(await harness());
    try {
      await runAndLook(promise, world, new ServiceCoverage());
    } catch (error) {
      failures.push({ id: promise.id, title: promise.title, error });
    } finally {
      await world.end();
    }
  }
  return failures;
}

/** Runs a test and checks that it received the error codes that it declares. */
async function runAndLook({ run, codes = [] }: ServicePromise, world: World, seen: ServiceCoverage): Promise<void> {
  await run(world);
  seen.add(world.seen);
  const notSeen = world.harness.objectsElsewhere === true ? OF_OUR_OBJECTS : [];
  expect(codes.filter((code) => !world.seen.codes.has(code) && !notSeen.includes(code))).toEqual([]);
}

/** Codes of addresses of objects that lead to the service. */
const OF_OUR_OBJECTS: readonly string[] = [
  'SIGNATURE_INVALID',
  'RANGE_NOT_SATISFIABLE',
  'PAYLOAD_TOO_LARGE',
  'OBJECT_NOT_FOUND',
  'UPLOAD_SIZE_MISMATCH',
];
