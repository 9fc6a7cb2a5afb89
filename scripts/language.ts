/**
 * Refuses words that were replaced, in every file of the project, titles of tests without a subject or a verb, and commit
 * subjects that are too long or hold two ideas.
 * Folders or files may be named as arguments.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { countsByFolder, findingsIn, unfitSubjects } from './language/check.ts';
import { SUBJECTS_SINCE } from './language/replaced-words.ts';
import { subjectsSince } from './language/subjects.ts';

const FILES = [
  '{packages,apps,docs,scripts,bench,architecture}/**/*.{ts,tsx,mjs,cjs,js,md,html,css,sh,yaml,conf,service}',
  'apps/api/{Dockerfile,deploy/**}',
  '*.{md,ts,cjs}',
  '.dependency-cruiser.cjs',
  '.ci/run',
];
const NOT_OURS = /(?:^|\/)(?:node_modules|dist|coverage)$|^apps\/[^/]+\/build$/;
/** The list and its test name the words that they refuse. */
const isOfTheCheck = (file: string): boolean => file.startsWith('scripts/language');

const named = process.argv.slice(2);
const isNamed = (file: string): boolean => named.length === 0 || named.some((name) => file.startsWith(name));

const files = [...new Set(globSync(FILES, { exclude: (path) => NOT_OURS.test(path) }))]
  .filter((path) => statSync(path).isFile())
  .toSorted();
const findings = files
  .filter((file) => isNamed(file) && !isOfTheCheck(file))
  .flatMap((file) => findingsIn(file, readFileSync(file, 'utf8')));
for (const { file, line, found, instead } of findings) console.log(`${file}:${line}: "${found}", use ${instead}`);

const subjects = unfitSubjects(subjectsSince(SUBJECTS_SINCE, '.'));
for (const subject of subjects) console.log(`commit subject above 72 characters or with two ideas: ${subject}`);

if (findings.length + subjects.length > 0) {
  console.log();
  for (const [folder, count] of countsByFolder(findings)) console.log(`${String(count).padStart(5)}  ${folder}`);
  console.log(`${findings.length} words and ${subjects.length} commit subjects; see "Language" in CONTRIBUTING.md`);
  process.exitCode = 1;
}
