// apps/api/build/main.js
const NEEDED = 26;
const version = process.versions.node;
if (Number(version.split(".", 1)[0]) < NEEDED) {
	process.stderr.write(`strongroom: this needs Node ${NEEDED} or newer and runs on ${version}. \`npm start\` uses the one that \`npm ci\` brings along.\n`);
	process.exitCode = 1;
} else {
	const environment = process.env;
	const [option, keyService] = process.argv.slice(2);
	if (option === "--beside" && keyService !== void 0) await (await import("./chunks/start-beside-tNROR50R.js")).startBeside(keyService, environment);
	else await (await import("./chunks/start-BKHEwIOK.js")).start(environment);
}
export {};

//# sourceMappingURL=main.js.map