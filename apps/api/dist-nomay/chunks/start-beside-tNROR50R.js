import "./rolldown-runtime-B7YF8cLN.js";
import { C as SECRET_TEXT, D as orNone, E as oneOf, O as wholeNumber, S as PORT, T as TRUSTED_PROXIES, _ as CLIENT_ID, a as CLAIM, b as FOLDER, c as LABEL, d as FILE_OR_ADDRESS, f as ISSUER, g as isLoopback, h as httpAddress, i as KEYS, k as PROOF_MODES, l as START, m as SERVICE_ORIGIN, n as ROOM_SERVICE, o as PKCS11_LIBRARY, p as ORIGINS, r as SHARED, s as TOKEN_LABEL, t as start, u as readVariables, v as FILE, w as SWITCH, x as HOST, y as FILES } from "./start-CMmDxPZj.js";
import { n as optional, r as variable } from "./variable-fcICLGxs.js";
import { i as placeOf } from "./drivers-CZSpHLJT.js";
import { join } from "node:path";
import { mkdirSync, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { once } from "node:events";
import { spawn } from "node:child_process";
// packages/domain/dist/key-release/conditions.js
const MAX_KEYS_PER_HOUR = 1e6;
// packages/settings/dist/variables/outer-layer.js
const withOuterToken = (because) => ({
	with: "STRONGROOM_KEY_SERVICE_OUTER_TOKEN",
	holds: (value) => value !== void 0 && value !== null,
	because: () => because
});
const OUTER_LAYER = {
	outerKeys: variable("STRONGROOM_KEY_SERVICE_OUTER_KEYS", orNone(FILES), "none", "Files with private RSA keys in PEM, between commas: they remove the outer layer that STRONGROOM_KEYS_OUTER of the room service puts on."),
	outerToken: variable("STRONGROOM_KEY_SERVICE_OUTER_TOKEN", orNone(TOKEN_LABEL), "none", "Label of a token whose private RSA keys remove that layer, beside the files or instead of them."),
	outerPinFile: optional("STRONGROOM_KEY_SERVICE_OUTER_PIN_FILE", orNone(FILE), "none", "File with the PIN of that token.", withOuterToken("STRONGROOM_KEY_SERVICE_OUTER_TOKEN needs it")),
	outerLibrary: optional("STRONGROOM_KEY_SERVICE_OUTER_LIBRARY", PKCS11_LIBRARY, "STRONGROOM_PKCS11_LIBRARY", "PKCS#11 library of that token, where it is another one than that of the rooms.")
};
// packages/settings/dist/variables/key-service.js
const withOidc = (because) => ({
	with: "STRONGROOM_KEY_SERVICE_PROOF",
	holds: (value) => value === "oidc",
	because: () => because
});
const KEY_SERVICE_OWN = {
	url: SHARED.keyServiceUrl,
	host: variable("STRONGROOM_KEY_SERVICE_HOST", HOST, "127.0.0.1", "Where the key service listens."),
	port: variable("STRONGROOM_KEY_SERVICE_PORT", PORT, "8081", "The port it listens on."),
	proof: variable("STRONGROOM_KEY_SERVICE_PROOF", oneOf(...PROOF_MODES), "grant", "How people prove themselves. grant: the word of the room service is enough. device: by a device that was enrolled with a code of yours. oidc: by a sign-in at your identity provider."),
	roomService: variable("STRONGROOM_KEY_SERVICE_ROOM_SERVICE", SERVICE_ORIGIN, "http://127.0.0.1:8080", "Public address of the room service whose grants are served."),
	roomKeys: optional("STRONGROOM_KEY_SERVICE_ROOM_KEYS", FILE_OR_ADDRESS, "ROOM_SERVICE/.well-known/jwks.json", "File or address with the public keys of the room service."),
	otherKeys: variable("STRONGROOM_KEY_SERVICE_OTHER_ROOM_KEYS", oneOf("refused", "trusted"), "refused", "trusted: a set of keys of the room service that holds none of the earlier ones is taken, with an alarm. Otherwise it waits for `strongroom-keys trust accept`."),
	origins: optional("STRONGROOM_KEY_SERVICE_ORIGINS", orNone(ORIGINS), "that of ROOM_SERVICE with grant, else none", "Origins of web pages that may ask for keys, between commas; none for no page."),
	roomPages: variable("STRONGROOM_KEY_SERVICE_ROOM_PAGES", oneOf("apart", "trusted"), "apart", "trusted: pages of the room service may ask for keys too, with device and oidc; in the browser one authority then decides."),
	dataDir: optional("STRONGROOM_KEY_SERVICE_DATA_DIR", FOLDER, "key-service/ in STRONGROOM_DATA_DIR", "Where the key service keeps its record, limits and signing key."),
	...OUTER_LAYER,
	links: variable("STRONGROOM_KEY_SERVICE_LINKS", orNone(LABEL), "none", "The highest label of files that links without a key in their address may open, in the mode grant. Without it such links open nothing."),
	keysPerHour: variable("STRONGROOM_KEY_SERVICE_KEYS_PER_HOUR", wholeNumber(1, MAX_KEYS_PER_HOUR), "30000", "Keys that a person gets in an hour to read, and as many for uploads. The policy can say less for a label. Above 3000 there is an alarm, once an hour."),
	policy: optional("STRONGROOM_KEY_SERVICE_POLICY", FILE, "none", "File with your policy in JSON: how people have to sign in for files of a label, whether with an enrolled device, from which networks, and when. Read once at the start."),
	oidcIssuer: optional("STRONGROOM_KEY_SERVICE_OIDC_ISSUER", ISSUER, "none", "Issuer of the identity provider, with oidc.", withOidc("no person can prove themself without a provider")),
	oidcClientId: optional("STRONGROOM_KEY_SERVICE_OIDC_CLIENT_ID", CLIENT_ID, "none", "The client that is registered there for the key service, apart from that of the room service.", withOidc("name the client that is registered at the provider")),
	oidcClientSecret: optional("STRONGROOM_KEY_SERVICE_OIDC_CLIENT_SECRET", SECRET_TEXT, "none", "The secret of that client; none for a public one."),
	oidcClaim: variable("STRONGROOM_KEY_SERVICE_OIDC_CLAIM", CLAIM, "sub", "The claim that names a person for good. Where sub differs from client to client, another one, such as oid."),
	deviceLogin: variable("STRONGROOM_KEY_SERVICE_DEVICE_LOGIN", SWITCH, "off", "on: with oidc, programs on computers without a browser sign people in by a code that they type in a browser elsewhere (RFC 8628). A person who can be talked into typing a code of a stranger lets them in."),
	trustedProxies: variable("STRONGROOM_KEY_SERVICE_TRUSTED_PROXIES", TRUSTED_PROXIES, "0", "Number of trusted proxies that append to X-Forwarded-For."),
	metricsPort: optional("STRONGROOM_KEY_SERVICE_METRICS_PORT", PORT, "off", "Port of /metrics for Prometheus, on STRONGROOM_METRICS_HOST."),
	logLevel: variable("STRONGROOM_KEY_SERVICE_LOG", oneOf("info", "debug"), "info", "Lowest level that is logged: info or debug. With debug an error is logged with its places in the code.")
};
({ ...KEY_SERVICE_OWN }), SHARED.dataDir, SHARED.labels, SHARED.drainSeconds, SHARED.metricsHost, KEYS.keys, KEYS.kmsKeyRing, KEYS.kmsKeyPer, KEYS.kmsBinding, KEYS.kmsEndpoint, KEYS.pkcs11Library, KEYS.pkcs11Token, KEYS.pkcs11PinFile, KEYS.keysOuter;
// apps/api/build/container/beside/kept-key-service.js
const FIRST_PAUSE = 1e3;
const LONGEST_PAUSE = 6e4;
const LONG_ENOUGH = 6e4;
const LAST_WAIT = 1e4;
const SIGNALS = ["SIGTERM", "SIGINT"];
const IS_WINDOWS = process.platform === "win32";
var KeptKeyService = class {
	#program;
	#environment;
	#screen;
	#child;
	#pause = FIRST_PAUSE;
	#next;
	#isEnding = false;
	constructor(program, environment, screen) {
		this.#program = program;
		this.#environment = environment;
		this.#screen = screen;
		this.#child = this.#begin();
		for (const signal of SIGNALS) process.on(signal, () => this.#onSignal(signal));
	}
	async ended() {
		const wasAsked = this.#isEnding;
		this.#startNoMore();
		if (isOver(this.#child)) return;
		if (!wasAsked) this.#child.stdin?.end();
		this.#child.ref();
		await once(this.#child, "exit", { signal: AbortSignal.timeout(LAST_WAIT) }).catch(() => void 0);
	}
	#begin() {
		const since = performance.now();
		const child = spawn(process.execPath, [
			...process.execArgv,
			this.#program,
			"serve",
			"--while-input-is-open"
		], {
			env: this.#environment,
			stdio: [
				"pipe",
				this.#screen === void 0 ? "inherit" : "pipe",
				"inherit"
			],
			detached: !IS_WINDOWS
		});
		child.on("exit", () => this.#startAgain(performance.now() - since));
		if (child.stdout !== null) this.#screen?.follow("keys", child.stdout);
		child.unref();
		for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
		return child;
	}
	#startAgain(ran) {
		if (this.#isEnding) return;
		if (ran > LONG_ENOUGH) this.#pause = FIRST_PAUSE;
		process.stderr.write(`strongroom: the key service ended; it is started again in ${this.#pause / 1e3} s.\n`);
		this.#next = setTimeout(() => this.#child = this.#begin(), this.#pause).unref();
		this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
	}
	#onSignal(signal) {
		this.#startNoMore();
		if (!IS_WINDOWS && !isOver(this.#child)) this.#child.kill(signal);
		if (process.listenerCount(signal) === 1) process.exit(1);
	}
	#startNoMore() {
		this.#isEnding = true;
		clearTimeout(this.#next);
	}
};
const isOver = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;
// apps/api/build/container/beside/key-service-beside.js
const EVERY_HOST = ["0.0.0.0", "::"];
const { port: keysPort, outerKeys, outerToken, roomService, roomKeys } = KEY_SERVICE_OWN;
const READ = {
	...ROOM_SERVICE,
	...START,
	outerKeys,
	outerToken
};
function keyServiceBeside(environment) {
	const { [START.keyService.name]: _, ...rooms } = environment;
	const without = (reason) => ({
		rooms,
		reason
	});
	const read = readVariables(READ, environment, () => []);
	if ("problems" in read) return without(read.problems.join(" ").replace(/\.$/u, ""));
	const { values } = read;
	const { documents, host, port } = values;
	if (values.keyService === "off") return without("STRONGROOM_KEY_SERVICE is off");
	if (placeOf("documents", documents) === "elsewhere" && values.grantKeys === void 0) return without(`with ${documents} it runs by itself, and STRONGROOM_GRANT_KEY is needed`);
	if (values.keys !== "local") return without("with keys elsewhere it runs by itself");
	if (typeof values.keysOuter === "string" && (values.outerKeys ?? values.outerToken) === null) return without(`it needs ${outerKeys.name} or ${outerToken.name}, the private keys of the outer layer`);
	if (port === 0) return without("PORT is chosen by the system");
	const address = new URL(values.publicUrl ?? httpAddress(host, port));
	if (address.protocol === "http:" && !isLoopback(address)) return without("it needs https: set STRONGROOM_PUBLIC_URL and STRONGROOM_KEY_SERVICE_URL to the addresses of your proxy");
	const given = ({ name }, usual) => ({ [name]: environment[name]?.trim() || usual });
	const ports = given(keysPort, String(port + 1));
	const url = given(ROOM_SERVICE.keyServiceUrl, `http://127.0.0.1:${ports[keysPort.name]}`);
	const near = EVERY_HOST.includes(host) || isLoopback({ hostname: host }) ? `http://127.0.0.1:${port}` : address.origin;
	return {
		rooms: {
			...rooms,
			...url
		},
		keys: {
			...rooms,
			...url,
			...ports,
			...given(roomService, address.origin),
			...given(roomKeys, `${near}/.well-known/jwks.json`)
		}
	};
}
// apps/api/build/container/beside/screen.js
var Screen = class Screen {
	#write;
	#log;
	#file;
	#token;
	#isShown = false;
	constructor(folder, write) {
		mkdirSync(folder, {
			recursive: true,
			mode: 448
		});
		this.#file = join(folder, "start.log");
		this.#token = join(folder, "owner.token");
		this.#log = openSync(this.#file, "a", 384);
		this.#write = write;
	}
	static of(environment, output) {
		const given = (name, usual) => environment[name]?.trim() || usual;
		if (!output.isTTY || given("STRONGROOM_DOCUMENTS", "sqlite") !== "sqlite") return void 0;
		return new Screen(given("STRONGROOM_DATA_DIR", "./data"), (text) => output.write(text));
	}
	follow(service, output) {
		output.setEncoding("utf8").on("data", this.reader(service));
	}
	reader(service) {
		let rest = "";
		return (text) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) this.#line(service, line);
		};
	}
	#line(service, line) {
		writeSync(this.#log, `${line}\n`);
		const { level, message, public_url: url, reason, error } = fieldsOf(line);
		if (service === "rooms" && message === "listening" && !this.#isShown) {
			this.#isShown = true;
			this.#write(stepsAt(String(url), {
				token: this.#token,
				log: this.#file
			}));
		} else if (level === "error") {
			const why = [reason, error].filter((part) => typeof part === "string").map((part) => `: ${part.split("\n")[0]}`);
			this.#write(`strongroom: ${String(message)}${why[0] ?? ""} (${this.#file} has more)\n`);
		}
	}
};
function fieldsOf(line) {
	try {
		const read = JSON.parse(line);
		return typeof read === "object" && read !== null ? { ...read } : {};
	} catch {
		return {};
	}
}
const stepsAt = (url, files) => `
Strongroom runs at ${url}

  1. Open it in a browser. The token of the first owner is in ${files.token}
  2. Or sign in with the command line, in a second terminal:
       npx strongroom login ${url} < ${files.token}
  3. Then go on with docs/tutorial/browser.md or docs/tutorial/command-line.md

The log is in ${files.log}. Ctrl-C ends both services.
Another port: PORT=9000 npm start
`;
// apps/api/build/container/beside/start-beside.js
const startBeside = async (program, environment) => {
	const found = keyServiceBeside(environment);
	if ("reason" in found) process.stderr.write(`strongroom: no key service is started: ${found.reason}.\n`);
	const screen = Screen.of(environment, process.stdout);
	const kept = "keys" in found ? new KeptKeyService(program, found.keys, screen) : void 0;
	await start(found.rooms, {
		output: screen === void 0 ? process.stdout : {
			isTTY: false,
			write: screen.reader("rooms")
		},
		ended: async () => kept?.ended()
	});
};
export { startBeside };

//# sourceMappingURL=start-beside-tNROR50R.js.map