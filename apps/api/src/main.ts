const NEEDED = 26;
const version = process.versions.node;

// An older Node may be unable to link the modules below, so they are loaded after this check.
if (Number(version.split('.', 1)[0]) < NEEDED) {
  process.stderr.write(
    `strongroom: this needs Node ${NEEDED} or newer and runs on ${version}. \`npm start\` uses the one that \`npm ci\` brings along.\n`,
  );
  process.exitCode = 1;
} else {
  // oxlint-disable-next-line node/no-process-env -- the one place where the environment comes in
  const environment = process.env;
  const [option, keyService] = process.argv.slice(2);
  if (option === '--beside' && keyService !== undefined)
    await (await import('./container/beside/start-beside.ts')).startBeside(keyService, environment);
  else await (await import('./container/start.ts')).startService(environment);
}
