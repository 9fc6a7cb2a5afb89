const NEEDED = 26;

// An older Node may be unable to link the modules below, so they are loaded after this check.
if (Number(process.versions.node.split('.', 1)[0]) < NEEDED) {
  process.stderr.write(`strongroom-keys: this needs Node ${NEEDED} or newer.\n`);
  process.exitCode = 1;
} else {
  const { run } = await import('./container/commands.ts');
  // oxlint-disable-next-line node/no-process-env -- the one place where the environment comes in
  process.exitCode = await run(process.argv.slice(2), process.env);
}
