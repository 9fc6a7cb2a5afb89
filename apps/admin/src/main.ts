import { runOnNewNode } from '@strongroom/command-line/node-version';

process.exitCode = await runOnNewNode('strongroom-admin', import.meta.url, async () => {
  const { runHere } = await import('./program/run.ts');
  return runHere();
});
