/**
 * Prints reference pages from the code into docs/reference. With `--check` it writes nothing, names the stale pages and
 * fails if there are any. Without it, names the tables that lack a line for a new name. Needs a build of the service.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { missingPlaces } from './places/missing-places.ts';
import type { Api } from './print/api.ts';
import { pages } from './print/pages.ts';

const built = pathToFileURL(resolve('apps/api/build/http/routes.js'));
const api = (await import(built.href)) as Api;

const isStale = ([path, text]: readonly [string, string]): boolean =>
  !existsSync(path) || readFileSync(path, 'utf8') !== text;

const stale = [...pages(api)].filter(isStale);
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is stale: run \`npm run print\``);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) writeFileSync(path, text);
  console.log(stale.length === 0 ? 'everything was up to date' : stale.map(([path]) => `printed ${path}`).join('\n'));
  for (const sentence of missingPlaces(api)) console.log(sentence);
}
