import "./rolldown-runtime-B7YF8cLN.js";
import { t as systemErrorCode } from "./system-error-code-Dr3QMSzo.js";
import { dirname, join } from "node:path";
import { mkdir, readdir, stat, unlink } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import fs, { closeSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
// packages/store-kit/dist/batcher.js
var Batcher = class {
	#options;
	#lanes = /* @__PURE__ */ new Map();
	#onIdle = [];
	constructor(options) {
		this.#options = options;
	}
	add(call, key = "") {
		return new Promise((resolve, reject) => {
			const lane = this.#lanes.get(key) ?? {
				key,
				waiting: [],
				inFlight: 0,
				isScheduled: false,
				failures: 0
			};
			this.#lanes.set(key, lane);
			lane.waiting.push({
				call,
				resolve,
				reject
			});
			this.#schedule(lane);
		});
	}
	idle() {
		return this.#lanes.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#onIdle.push(resolve));
	}
	#schedule(lane) {
		const { maxInFlight = 1 } = this.#options;
		if (lane.isScheduled || lane.waiting.length === 0 || lane.inFlight >= maxInFlight) return;
		lane.isScheduled = true;
		this.#work(lane);
	}
	async #work(lane) {
		const { turn = () => Promise.resolve(), retry } = this.#options;
		await (retry !== void 0 && lane.failures > 0 ? retry.pause(lane.failures) : turn());
		lane.isScheduled = false;
		lane.inFlight += 1;
		const batch = this.#next(lane);
		this.#schedule(lane);
		if (batch.length > 0) await this.#serve(lane, batch);
		lane.inFlight -= 1;
		this.#schedule(lane);
		if (lane.isScheduled || lane.inFlight > 0) return;
		this.#lanes.delete(lane.key);
		if (this.#lanes.size === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
	}
	async #serve(lane, batch) {
		const { serve, retry, errorOf = (error) => error } = this.#options;
		try {
			const outcomes = await serve(batch.map(({ call }) => call), lane.key);
			lane.failures = 0;
			batch.forEach(({ resolve, reject }, index) => {
				const outcome = outcomes[index];
				if (outcome !== void 0 && "answer" in outcome) resolve(outcome.answer);
				else reject(outcome === void 0 ? /* @__PURE__ */ new TypeError("a call got no outcome") : errorOf(outcome.error));
			});
		} catch (error) {
			const again = [];
			for (const waiting of batch) if (retry?.shouldRetry(error, waiting.call) === true) again.push(waiting);
			else waiting.reject(errorOf(error));
			lane.failures = again.length > 0 ? lane.failures + 1 : 0;
			lane.waiting = [...again, ...lane.waiting];
		}
	}
	#next(lane) {
		const { maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 1, isAbandoned } = this.#options;
		let { waiting } = lane;
		if (isAbandoned !== void 0) {
			for (const { call, reject } of waiting) if (isAbandoned(call)) reject(/* @__PURE__ */ new Error("the call was abandoned"));
			waiting = waiting.filter(({ call }) => !isAbandoned(call));
		}
		let taken = 0;
		let total = 0;
		for (const { call } of waiting) {
			total += sizeOf(call);
			if (taken > 0 && total > maxSize) break;
			taken += 1;
		}
		lane.waiting = waiting.slice(taken);
		return waiting.slice(0, taken);
	}
};
// packages/adapter-local/dist/disk/flush.js
const flush = (descriptor) => new Promise((resolve, reject) => {
	fs.fsync(descriptor, (error) => error === null ? resolve() : reject(error));
});
// packages/adapter-local/dist/disk/durable.js
const TEMPORARY = /^\.[0-9a-f-]{36}\.tmp$/;
const folderSyncs = new Batcher({ serve: async (calls, folder) => {
	await syncNow(folder);
	return calls.map(() => ({ answer: void 0 }));
} });
async function syncFolder(folder) {
	if (process.platform !== "win32") await folderSyncs.add(void 0, folder);
}
async function syncNow(folder) {
	const descriptor = openSync(folder, "r");
	try {
		await flush(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
async function makeFolder(folder) {
	try {
		await mkdir(folder, { mode: 448 });
	} catch (error) {
		if (systemErrorCode(error) === "EEXIST") return;
		if (systemErrorCode(error) !== "ENOENT" || dirname(folder) === folder) throw error;
		await makeFolder(dirname(folder));
		return makeFolder(folder);
	}
	await syncFolder(dirname(folder));
}
async function stageFile(folder, name, content) {
	const temporary = await writeAside(folder, content);
	return {
		keep: async () => {
			renameSync(temporary, join(folder, name));
			await syncFolder(folder);
		},
		discard: async () => void await removeIfThere(temporary)
	};
}
async function replaceFile(folder, name, content) {
	const staged = await stageFile(folder, name, content);
	await staged.keep().catch(async (error) => {
		await staged.discard();
		throw error;
	});
}
async function createOnce(folder, name, content) {
	const temporary = await writeAside(folder, content);
	try {
		linkSync(temporary, join(folder, name));
		return true;
	} catch (error) {
		if (systemErrorCode(error) === "EEXIST") return false;
		throw error;
	} finally {
		removeNow(temporary);
		await syncFolder(folder);
	}
}
function removeNow(path) {
	try {
		unlinkSync(path);
		return true;
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT") return false;
		throw error;
	}
}
async function removeIfThere(path) {
	try {
		await unlink(path);
		return true;
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT") return false;
		throw error;
	}
}
async function clearWrittenAside(folder, olderThan) {
	for (const name of await readdir(folder)) {
		if (!TEMPORARY.test(name)) continue;
		const path = join(folder, name);
		const found = await stat(path).catch(() => void 0);
		if (found !== void 0 && found.ctimeMs < olderThan) await removeIfThere(path);
	}
}
async function writeAside(folder, content) {
	const path = join(folder, `.${randomUUID()}.tmp`);
	const descriptor = openSync(path, "wx", 384);
	try {
		writeNow(descriptor, content);
		await flush(descriptor);
	} catch (error) {
		await removeIfThere(path).catch(() => false);
		throw error;
	} finally {
		closeSync(descriptor);
	}
	return path;
}
function writeNow(descriptor, content) {
	for (let from = 0; from < content.byteLength;) from += writeSync(descriptor, content, from, content.byteLength - from);
}
// apps/api/build/container/adapters/kept.js
const KEPT = {
	documents: "strongroom.db",
	limits: "limits.db",
	blobs: "blobs",
	keys: "keys",
	mail: "mail"
};
export { removeIfThere as a, syncFolder as c, Batcher as d, makeFolder as i, writeNow as l, clearWrittenAside as n, removeNow as o, createOnce as r, replaceFile as s, KEPT as t, flush as u };

//# sourceMappingURL=kept-B6sUuM_q.js.map