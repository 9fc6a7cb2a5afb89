import { runOnNewNode } from '@strongroom/command-line/node-version';

process.exitCode = await runOnNewNode('strongroom', import.meta.url, async () => {
  const { runHere } = await import('./program/run.ts');
  return runHere();
});
