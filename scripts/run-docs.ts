/** Runs the commands of documentation pages as printed and checks their output. Pages may be named as arguments. */
import { RUN_PAGES } from './docs/pages.ts';
import { runPage } from './docs/run-page.ts';

let failed = false;
const named = process.argv.slice(2);
for (const path of named.length > 0 ? named : RUN_PAGES) {
  for await (const { line, result, detail } of runPage(path)) {
    console.log(`${result.padEnd(8)} ${path}:${line}${detail === undefined ? '' : ` ${detail}`}`);
    failed ||= result === 'failed';
  }
}
process.exitCode = failed ? 1 : 0;
