/**
 * Reads the results that Jest writes with `--json`. `NAME-again.json` is a second run of the files that failed in
 * `NAME.json`: for these files it counts instead.
 *
 *   test-results.mjs count FOLDER [OTHERS]   prints `N passed, N failed`; OTHERS failures are added
 *   test-results.mjs failed FILE MOST        prints the failed files, or nothing where there are more than MOST
 *   test-results.mjs report FOLDER             prints each failed test, the files that failed once only, and the ten slowest
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const AGAIN = '-again.json';

const [command, place, number = '0'] = process.argv.slice(2);

const failed = ({ status }) => status === 'failed';

/** Each run of the folder, with its second run where it has one that ended. */
function runs(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.endsWith(AGAIN));
  return names.map((name) => {
    const again = join(folder, basename(name, '.json') + AGAIN);
    return { first: read(join(folder, name)), second: existsSync(again) ? read(again).testResults : [] };
  });
}

/** The files of a run, each as its last run left it. */
function lastOf({ first, second }) {
  const seconds = new Map(second.map((file) => [file.name, file]));
  return first.testResults.map((once) => seconds.get(once.name) ?? once);
}

function count(folder, others) {
  let passed = 0;
  let failures = others;
  for (const { first, second } of runs(folder)) {
    for (const file of lastOf({ first, second })) {
      const tests = file.assertionResults;
      passed += tests.filter(({ status }) => status === 'passed').length;
      // Jest has no failed test for a file that cannot be loaded: it is one failure.
      failures += tests.filter(failed).length || (failed(file) ? 1 : 0);
    }
    // Jest can refuse a run for a reason outside any test, such as a limit of coverage, or no test at all.
    if (!first.success && !first.testResults.some(failed)) failures += 1;
  }
  return `${passed} passed, ${failures} failed`;
}

const commands = {
  count: () => [count(place, Number(number))],
  failed: () => {
    const files = read(place).testResults.filter(failed);
    return files.length > Number(number) ? [] : files.map(({ name }) => relative('.', name));
  },
  report: () => {
    const all = runs(place);
    const files = all.flatMap(({ first }) => first.testResults);
    const slowest = files.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime)).slice(0, 10);
    const titles = ({ assertionResults }) => assertionResults.filter(failed).map(({ fullName }) => fullName);
    return [
      ...all
        .flatMap(lastOf)
        .filter(failed)
        .map((file) => `failed: ${relative('.', file.name)}: ${titles(file).join('; ') || 'could not be loaded'}`),
      ...all
        .flatMap(({ second }) => second)
        .filter((file) => !failed(file))
        .map(({ name }) => `failed beside others, passed by itself: ${relative('.', name)}`),
      ...slowest.map(
        ({ name, startTime, endTime }) => `${Math.round((endTime - startTime) / 1000)} s  ${relative('.', name)}`,
      ),
    ];
  },
};

if (!Object.hasOwn(commands, command ?? '')) {
  console.error('test-results: unknown command. Use count, failed or report.');
  process.exit(2);
}
for (const line of commands[command]()) console.log(line);
