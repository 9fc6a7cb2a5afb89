import { findNewerNode, isNewEnough, NEEDED_NODE, runAgain } from '@strongroom/command-line/node-version';

// An older Node cannot even link the modules below, so they are loaded after this check.
if (isNewEnough(process.versions.node)) {
  const { runHere } = await import('./program/run.ts');
  process.exitCode = await runHere();
} else {
  const newer = findNewerNode(import.meta.url);
  if (newer === undefined) {
    console.error(
      `strongroom: this needs Node ${NEEDED_NODE} or newer and runs on ${process.versions.node}. Install it, or run \`npm ci\` in the repository, which brings one along.`,
    );
    process.exitCode = 1;
  } else {
    process.exitCode = await runAgain(newer, process.argv.slice(1));
  }
}
