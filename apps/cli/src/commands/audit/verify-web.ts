import { readFile } from 'node:fs/promises';
import {
  cleanJson,
  cleanLine,
  defineCommand,
  formatCount,
  JSON_OPTION,
  Problem,
  printOptionsOf,
  UsageProblem,
} from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports';
import { APP_FOLDER } from '../../system/app-folder.ts';
import { version } from '../../system/version.ts';
import { compareServed, type WebManifest } from '../../verify-web/served.ts';

const BUILT_MANIFEST = new URL('../web/dist/manifest.json', APP_FOLDER);

/** Exit codes of this command alone: a script must tell "differs" from every other failure. */
const VERDICT = { same: 0, differs: 1 } as const;

/** The server of the pages decides what they do: this compares the files that it sends with those of this release. */
export const verifyWeb = defineCommand({
  name: 'verify-web',
  summary: 'Compare the web application that a server sends with the one of this release.',
  details:
    'Every file of the application is fetched and compared by its hash, and so is the policy that says which scripts may run.\nExit code 0: all are the same; 1: at least one differs; other codes: not compared. It says what the server sends to this\nmachine now: one that sends others something else is not found, so run it from several places.',
  operands: [{ name: 'URL', text: 'Address of the application.' }],
  options: {
    manifest: {
      value: 'FILE',
      completes: 'files',
      text: 'The manifest.json of a release. Default: the one that this program was built with.',
    },
    ...JSON_OPTION,
  },
  examples: [
    ['verify-web https://rooms.example.com', 'against this build'],
    ['verify-web https://rooms.example.com --manifest release.json', 'against the manifest of another release'],
  ],
  run: async (given, world) => {
    const { terminal, isJson } = printOptionsOf(given, world);
    const typed = given.operand('URL');
    if (!/^https?:\/\//.test(typed) || !URL.canParse(typed))
      throw new UsageProblem('URL has to begin with https:// or http://.');
    const base = new URL(typed.endsWith('/') ? typed : `${typed}/`);
    const manifest = await manifestAt(given.text('manifest') ?? BUILT_MANIFEST);
    const { compared, differences } = await compareServed(base, manifest, terminal.interruption());
    if (isJson) terminal.out(`${cleanJson({ version: version(), compared, differences }, 2)}\n`);
    else if (differences.length === 0)
      terminal.out(`${cleanLine(base.href)}: ${formatCount(compared, 'file')} compared, all as in ${version()}\n`);
    else
      for (const { address, problem } of differences)
        terminal.err(`strongroom: ${cleanLine(address)} ${cleanLine(problem)}\n`);
    return differences.length === 0 ? VERDICT.same : VERDICT.differs;
  },
});

async function manifestAt(place: string | URL): Promise<WebManifest> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(place, 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) === undefined && !(error instanceof SyntaxError)) throw error;
    throw new Problem(
      place === BUILT_MANIFEST
        ? 'the web application was not built here: run "npm run build", or name a manifest with --manifest.'
        : `${String(place)} cannot be read as a manifest.`,
    );
  }
  if (typeof value !== 'object' || value === null || !('files' in value) || !('importMaps' in value))
    throw new Problem(`${String(place)} is no manifest of the web application.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build
  return value as WebManifest;
}
