import "./rolldown-runtime-B7YF8cLN.js";
import { readFileSync, statSync } from "node:fs";
// packages/settings/dist/secret-files.js
const MAX_BYTES = 65536;
const FRESH_MS = 1e3;
const fileVariable = (name) => `${name}_FILE`;
function secretIn(path) {
	let bytes;
	try {
		if (statSync(path).size > MAX_BYTES) throw new Error("is too large for a secret");
		bytes = readFileSync(path);
	} catch (error) {
		const code = codeOf(error);
		if (code === void 0) throw error;
		throw new Error(code === "ENOENT" ? "names a file that is not there" : `names a file that cannot be read (${code})`, { cause: error });
	}
	const text = bytes.toString("utf8").trim();
	if (text === "") throw new Error("names an empty file");
	return text;
}
const codeOf = (error) => typeof error === "object" && error !== null && "code" in error ? String(error.code) : void 0;
function withSecretFiles(table, environment) {
	const read = { ...environment };
	const problems = [];
	for (const { name, form } of Object.values(table)) {
		const file = fileVariable(name);
		const path = environment[file]?.trim();
		if (form.isSecret !== true || path === void 0) continue;
		delete read[file];
		if (path === "") continue;
		if ((environment[name]?.trim() ?? "") !== "") problems.push(`${name} and ${file} are both set: take one away.`);
		else try {
			read[name] = secretIn(path);
		} catch (error) {
			problems.push(`${file} ${error instanceof Error ? error.message : "cannot be read"}.`);
		}
	}
	return {
		environment: read,
		problems
	};
}
var FollowedSecret = class {
	#path;
	#parse;
	#onFault;
	#now;
	#freshMs;
	#value;
	#text;
	#lookedAt = Number.NEGATIVE_INFINITY;
	#fault = "";
	constructor(path, parse, { onFault = () => void 0, now = () => performance.now(), freshMs = FRESH_MS } = {}) {
		this.#path = path;
		this.#parse = parse;
		this.#onFault = onFault;
		this.#now = now;
		this.#freshMs = freshMs;
		this.#text = secretIn(path);
		this.#value = parse(this.#text);
	}
	get value() {
		const now = this.#now();
		if (now - this.#lookedAt >= this.#freshMs) {
			this.#lookedAt = now;
			this.#look();
		}
		return this.#value;
	}
	#look() {
		try {
			const text = secretIn(this.#path);
			if (text !== this.#text) {
				this.#value = this.#parse(text);
				this.#text = text;
			}
			this.#fault = "";
		} catch (error) {
			const reason = error instanceof Error ? error.message : "cannot be read";
			if (reason !== this.#fault) this.#onFault(reason);
			this.#fault = reason;
		}
	}
};
export { fileVariable as n, withSecretFiles as r, FollowedSecret as t };

//# sourceMappingURL=secret-files-CXaGhjiU.js.map