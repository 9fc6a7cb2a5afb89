import { n as __name } from "./rolldown-runtime-B7YF8cLN.js";
import { a as removeIfThere, c as syncFolder, d as Batcher, i as makeFolder, n as clearWrittenAside, r as createOnce, t as KEPT, u as flush } from "./kept-B6sUuM_q.js";
import { t as systemErrorCode } from "./system-error-code-Dr3QMSzo.js";
import { t as textOfFile } from "./text-of-file-hBrkBytM.js";
import { t as instant } from "./instant-CLzek37l.js";
import { i as Unavailable, r as KeyDestroyed } from "./errors-8hUQncME.js";
import { t as RandomPool } from "./random-pool-CH8jXrjy.js";
import { i as placeOf } from "./drivers-CZSpHLJT.js";
import { n as withOuterLayer } from "./outer-layer-2SIVq4d7.js";
import { join } from "node:path";
import { access, constants, open, rename, stat } from "node:fs/promises";
import { createCipheriv, hash, randomBytes, randomFillSync, randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
// packages/adapter-local/dist/keys/held-files.js
const MOST = 16;
const LENGTH$2 = 4096;
var HeldFiles = class {
	#held = /* @__PURE__ */ new Map();
	#spare = [];
	content(path) {
		const known = this.#held.get(path);
		if (known !== void 0) return known.content;
		if (this.#held.size === MOST) this.wipe();
		if (this.#held.size === 0) queueMicrotask(() => this.wipe());
		const place = this.#spare.pop() ?? Buffer.alloc(LENGTH$2);
		const length = readNow(path, place);
		if (length === void 0) {
			this.#spare.push(place);
			return;
		}
		const content = place.subarray(0, length);
		this.#held.set(path, {
			place,
			content
		});
		return content;
	}
	wipe() {
		for (const { place, content } of this.#held.values()) {
			content.fill(0);
			this.#spare.push(place);
		}
		this.#held.clear();
	}
};
function readNow(path, into) {
	let descriptor;
	try {
		descriptor = openSync(path, "r");
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT") return void 0;
		throw error;
	}
	try {
		return readSync(descriptor, into, 0, into.byteLength, 0);
	} finally {
		closeSync(descriptor);
	}
}
// packages/adapter-local/dist/keys/key-group.js
const UUID = 16;
const SECRET = 48;
const RECORD = 64;
const NAME_LENGTH = 18;
const NOTHING = Buffer.alloc(SECRET);
const isGrouped = (uuid) => uuid[14] === "8";
const groupFileOf = (uuid) => `${uuid.slice(0, NAME_LENGTH)}.keks`;
function newGroup(keks) {
	const content = Buffer.alloc(keks.length * RECORD);
	randomFillSync(content);
	const group = Buffer.from(content.subarray(0, UUID / 2));
	group.writeUInt8(group.readUInt8(6) & 15 | 128, 6);
	const records = recordsOf(content);
	records.forEach((record, index) => {
		record.set(group);
		record.writeUInt8(record.readUInt8(8) & 63 | 128, 8);
		record.set(keks[index] ?? [], UUID);
		record.set(checkOf(record), 48);
	});
	return {
		uuids: records.map(uuidOf$1),
		content
	};
}
const checkOf = (record) => hash("sha256", record.subarray(0, 48), "buffer").subarray(0, 16);
const recordsOf = (content) => Array.from({ length: Math.floor(content.length / RECORD) }, (_, index) => Buffer.from(content.buffer, content.byteOffset + index * RECORD, RECORD));
function uuidOf$1(record) {
	const hex = record.toString("hex", 0, UUID);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
__name(uuidOf$1, "uuidOf");
function stateOf(record) {
	if (record.subarray(UUID).equals(NOTHING)) return "destroyed";
	return record.subarray(48).equals(checkOf(record)) ? "there" : "damaged";
}
const held = new HeldFiles();
function useFromGroup(folder, uuid, use) {
	for (let again = 0;; again += 1) {
		const found = recordIn(folder, uuid);
		if (found === void 0) return void 0;
		const state = stateOf(found);
		if (state === "destroyed") return { state };
		if (state === "there") return {
			state,
			value: use(found.subarray(UUID, 48))
		};
		if (again > 1) throw new Error("a key file does not hold a key");
		held.wipe();
	}
}
function stateInGroup(folder, uuid) {
	const found = recordIn(folder, uuid);
	return found === void 0 ? void 0 : stateOf(found);
}
function recordIn(folder, uuid) {
	const content = held.content(join(folder, groupFileOf(uuid)));
	const start = content === void 0 ? -1 : startOf(content, uuid);
	return start === -1 ? void 0 : content?.subarray(start, start + RECORD);
}
function startOf(content, uuid) {
	const id = Buffer.from(uuid.replaceAll("-", ""), "hex");
	for (let start = content.indexOf(id); start !== -1 && start + RECORD <= content.length; start = content.indexOf(id, start + 1)) if (start % RECORD === 0) return start;
	return -1;
}
async function eraseInGroup(folder, uuid) {
	const path = join(folder, groupFileOf(uuid));
	const content = held.content(path);
	const start = content === void 0 ? -1 : startOf(content, uuid);
	held.wipe();
	if (start === -1) return false;
	const descriptor = openSync(path, "r+");
	try {
		writeSync(descriptor, NOTHING, 0, SECRET, start + UUID);
		await flush(descriptor);
		return true;
	} finally {
		closeSync(descriptor);
	}
}
// packages/adapter-local/dist/keys/key-id.js
const PREFIX = "local:";
const OURS = /^local:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const isOurs = (id) => uuidOf(id) !== void 0;
function kmsKeyIdOf(uuid) {
	const id = PREFIX + uuid;
	if (!isOurs(id)) throw new TypeError("the id of a key is not a UUID");
	return id;
}
const uuidOf = (id) => OURS.exec(id)?.[1];
// packages/adapter-local/dist/keys/disk-key-folder.js
const LENGTH$1 = 32;
var DiskKeyFolder = class {
	#folder;
	#additions;
	#maxGroup;
	#held = new HeldFiles();
	constructor(folder, { maxGroup = 1 } = {}) {
		this.#folder = folder;
		this.#additions = new Batcher({
			serve: (keks) => this.#addTogether(keks),
			maxSize: maxGroup
		});
		this.#maxGroup = maxGroup;
	}
	add(kek) {
		return this.#maxGroup === 1 ? this.#addOne(kek) : this.#additions.add(kek);
	}
	async #addTogether(keks) {
		const [only] = keks;
		if (only !== void 0 && keks.length === 1) return [{ answer: await this.#addOne(only) }];
		const { uuids, content } = newGroup(keks);
		try {
			await this.#create(groupFileOf(uuids[0] ?? ""), content);
		} finally {
			content.fill(0);
		}
		return uuids.map((answer) => ({ answer }));
	}
	async #addOne(kek) {
		const uuid = randomUUID();
		await this.#create(`${uuid}.kek`, kek);
		return uuid;
	}
	async #create(name, content) {
		if (!await createOnce(this.#folder, name, content)) throw new Error("a new key has the name of another");
	}
	async lend(uuid, use) {
		return this.lendNow(uuid, use) ?? { state: await this.#stateOfMissing(uuid) };
	}
	lendNow(uuid, use) {
		if (isGrouped(uuid)) return useFromGroup(this.#folder, uuid, use);
		const path = this.#path(uuid, "kek");
		const kek = this.#held.content(path);
		if (kek === void 0 || statSync(path, { throwIfNoEntry: false }) === void 0) return void 0;
		if (kek.length !== LENGTH$1) throw new Error("a key file does not hold a key");
		return {
			state: "there",
			value: use(kek)
		};
	}
	async destroy(uuid, now) {
		if (!await (isGrouped(uuid) ? this.#destroyInGroup(uuid, now) : this.#destroyFile(uuid, now))) return void 0;
		return instant(Date.parse((await textOfFile(this.#path(uuid, "destroyed"))).trim()));
	}
	async #destroyInGroup(uuid, now) {
		if (await eraseInGroup(this.#folder, uuid)) {
			await createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
			return true;
		}
		return await this.#stateOfMissing(uuid) === "destroyed";
	}
	async #destroyFile(uuid, now) {
		const dying = this.#path(uuid, "dying");
		await orMissing(rename(this.#path(uuid, "kek"), dying));
		await syncFolder(this.#folder);
		if (await this.#stateOfMissing(uuid) === "unknown") return false;
		if (await orMissing(stat(dying)) !== void 0) {
			await overwrite(dying);
			await createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
			await removeIfThere(dying);
		}
		await syncFolder(this.#folder);
		return true;
	}
	async noteLost(uuid, now) {
		if (await this.state(uuid) !== "unknown") return false;
		return createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
	}
	async state(uuid) {
		if (isGrouped(uuid)) {
			const state = stateInGroup(this.#folder, uuid);
			return state === void 0 ? this.#stateOfMissing(uuid) : state === "destroyed" ? state : "there";
		}
		return await orMissing(stat(this.#path(uuid, "kek"))) === void 0 ? this.#stateOfMissing(uuid) : "there";
	}
	async check() {
		await access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK);
	}
	async #stateOfMissing(uuid) {
		await stat(this.#folder);
		for (const ending of ["dying", "destroyed"]) if (await orMissing(stat(this.#path(uuid, ending))) !== void 0) return "destroyed";
		return "unknown";
	}
	#path(uuid, ending) {
		return join(this.#folder, `${uuid}.${ending}`);
	}
};
const noteOf = (at) => Buffer.from(`${new Date(at).toISOString()}\n`);
async function overwrite(path) {
	const handle = await orMissing(open(path, "r+"));
	if (handle === void 0) return;
	try {
		await handle.write(randomBytes(LENGTH$1), 0, LENGTH$1, 0);
		await handle.sync();
	} finally {
		await handle.close();
	}
}
async function orMissing(work) {
	try {
		return await work;
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT") return void 0;
		throw error;
	}
}
// packages/adapter-local/dist/keys/data-key.js
const FORMAT = 1;
const KEY = 32;
const LENGTH = 61;
const drawn$1 = new RandomPool({
	length: 44,
	uses: 32
});
const wrapNewKey = (kek, id) => drawn$1.lend((bytes) => {
	const iv = bytes.subarray(KEY);
	const cipher = createCipheriv("aes-256-gcm", kek, iv).setAAD(bindingTo(id));
	const wrapped = Buffer.allocUnsafe(LENGTH);
	wrapped[0] = FORMAT;
	wrapped.set(iv, 1);
	wrapped.set(cipher.update(bytes.subarray(0, KEY)), 13);
	cipher.final();
	wrapped.set(cipher.getAuthTag(), 45);
	return written(wrapped);
});
const TEXT_LENGTH = Math.ceil(LENGTH / 3) * 4;
const isWrapped = (text) => text.length === TEXT_LENGTH;
function written(wrapped) {
	const text = wrapped.toString("base64");
	if (!isWrapped(text)) throw new Error("a wrapped key is malformed");
	return text;
}
const bindingTo = (id) => Buffer.from(`strongroom-data-key-${FORMAT}:${id}`);
// packages/adapter-local/dist/keys/serving.js
async function serving(work) {
	try {
		return await work();
	} catch (error) {
		throw systemErrorCode(error) === void 0 ? error : new Unavailable("keys", { cause: error });
	}
}
// packages/adapter-local/dist/keys/keyring.js
const drawn = new RandomPool({
	length: 32,
	uses: 32
});
var Keyring = class {
	scope = "room";
	#keyFolder;
	#clock;
	constructor(keyFolder, clock) {
		this.#keyFolder = keyFolder;
		this.#clock = clock;
	}
	async createKey(_of) {
		const kek = drawn.lend((bytes) => Uint8Array.from(bytes));
		try {
			return kmsKeyIdOf(await serving(() => this.#keyFolder.add(kek)));
		} finally {
			kek.fill(0);
		}
	}
	async wrapNewDataKey(key, _binding) {
		const uuid = uuidOf(key);
		if (uuid === void 0) throw new KeyDestroyed();
		const wrapped = await serving(() => this.#keyFolder.lend(uuid, (kek) => wrapNewKey(kek, key)));
		if (wrapped.state !== "there") throw new KeyDestroyed();
		return {
			wrappedDek: wrapped.value,
			kmsKeyId: key
		};
	}
	wrapNow(key, _binding) {
		const uuid = uuidOf(key);
		try {
			const wrapped = uuid === void 0 ? void 0 : this.#keyFolder.lendNow(uuid, (kek) => wrapNewKey(kek, key));
			return wrapped?.state === "there" ? {
				wrappedDek: wrapped.value,
				kmsKeyId: key
			} : void 0;
		} catch {
			return;
		}
	}
	async destroyKey(key) {
		const uuid = uuidOf(key);
		const at = uuid === void 0 ? void 0 : await serving(() => this.#keyFolder.destroy(uuid, () => this.#clock.now()));
		if (at === void 0) throw new Unavailable("keys", { cause: /* @__PURE__ */ new Error("the key to destroy is not in this keyring") });
		return {
			state: "destroyed",
			at
		};
	}
	async check() {
		await serving(() => this.#keyFolder.check());
	}
};
// packages/adapter-local/dist/keys/local-keyring.js
const HOUR_MS = 36e5;
var LocalKeyring = class LocalKeyring extends Keyring {
	static open(options) {
		return serving(async () => {
			await makeFolder(options.folder);
			await clearWrittenAside(options.folder, Date.now() - HOUR_MS);
			const maxGroup = options.sharedWithEarlier === true ? 1 : 64;
			return new LocalKeyring(new DiskKeyFolder(options.folder, { maxGroup }), options.clock);
		});
	}
};
// apps/api/build/container/adapters/local-keyring.js
const openKeyVault = ({ settings, clock }) => withOuterLayer(settings, () => LocalKeyring.open({
	folder: join(settings.dataDir, KEPT.keys),
	clock,
	sharedWithEarlier: placeOf("documents", settings.documents) === "elsewhere"
}));
export { openKeyVault };

//# sourceMappingURL=local-keyring-nUFaUZmm.js.map