/**
 * Prints `N passed, N failed` over every Jest result in a folder. A file of tests that could not even be loaded has no
 * failed test in Jest's count; it is one here. The second argument adds failures that no test stands for.
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
