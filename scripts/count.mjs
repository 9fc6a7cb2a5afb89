/**
 * Prints `N passed, N failed` over every Jest result in a folder. Jest counts no failed test for a test file that
 * cannot be loaded; this counts one. The second argument adds failures from outside of the tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, others = '0'] = process.argv.slice(2);
let passed = 0;
let failed = Number(others);
for (const file of readdirSync(folder)) {
  const result = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  passed += result.numPassedTests;
  failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  // Jest can refuse a run for a reason outside any test, such as a coverage threshold or no tests at all.
  if (!result.success && result.numFailedTests + result.numRuntimeErrorTestSuites === 0) failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
