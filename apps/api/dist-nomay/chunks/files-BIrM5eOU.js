import "./rolldown-runtime-B7YF8cLN.js";
import { a as objectHead, i as etag, n as UploadsUnderWay, o as checkParts, r as SignedAddresses, t as pageOf } from "./page-B24C0tme.js";
import { a as uploadEnd, c as isBlobKey, i as until, l as BlobRefusal, n as refuseLate, r as systemAlarm, s as blobKey, t as UPLOADS_OUTLIVE } from "./until-CTB2eg9c.js";
import { a as removeIfThere, c as syncFolder, i as makeFolder, l as writeNow, o as removeNow, t as KEPT, u as flush } from "./kept-B6sUuM_q.js";
import { t as systemErrorCode } from "./system-error-code-Dr3QMSzo.js";
import { i as Unavailable, n as GenerationGone } from "./errors-8hUQncME.js";
import { t as lockFile } from "./process-lock-Cwx6lQFw.js";
import { dirname, join, relative } from "node:path";
import { access, constants, readdir, rmdir, stat } from "node:fs/promises";
import { hash, randomBytes, randomUUID } from "node:crypto";
import { closeSync, fstatSync, linkSync, mkdirSync, open as open$1, openSync, read, readSync, readdirSync, renameSync, statfsSync, write } from "node:fs";
import { promisify } from "node:util";
// packages/adapter-local/dist/blobs/object-file.js
const MARK = Buffer.from("strongroom-blob", "latin1");
const GENERATION = 16;
const HEADER = MARK.length + GENERATION;
const CHUNK = 262144;
function newHeader() {
	const generation = randomBytes(GENERATION);
	return {
		header: Buffer.concat([MARK, generation]),
		generation: generation.toString("hex")
	};
}
const FIRST = 65536;
const opened = promisify(open$1);
const readAt = promisify(read);
async function openObject(path, isWhole) {
	const descriptor = await opened(path, "r").catch((error) => {
		if (systemErrorCode(error) === "ENOENT") return void 0;
		throw error;
	});
	if (descriptor === void 0) return void 0;
	try {
		const { size } = fstatSync(descriptor);
		const bytes = Buffer.allocUnsafeSlow(Math.min(size, HEADER + (isWhole ? FIRST : 0)));
		const { bytesRead } = await readAt(descriptor, bytes, 0, bytes.length, 0);
		return {
			descriptor,
			...headOf(bytes.subarray(0, Math.min(bytesRead, HEADER)), size),
			begin: bytes.subarray(HEADER, bytesRead)
		};
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
}
const closeObject = ({ descriptor }) => closeSync(descriptor);
function statObject(path) {
	let descriptor;
	try {
		descriptor = openSync(path, "r");
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT") return void 0;
		throw error;
	}
	try {
		const header = Buffer.alloc(HEADER);
		const bytesRead = readSync(descriptor, header, 0, HEADER, 0);
		return headOf(header.subarray(0, bytesRead), fstatSync(descriptor).size);
	} finally {
		closeSync(descriptor);
	}
}
function headOf(header, fileSize) {
	if (header.length < HEADER || !header.subarray(0, MARK.length).equals(MARK)) throw new Unavailable("blobs", { cause: /* @__PURE__ */ new Error("an object file does not begin as one") });
	return {
		size: fileSize - HEADER,
		generation: header.toString("hex", MARK.length)
	};
}
async function* readObject({ descriptor, begin }, first, last) {
	try {
		const there = begin.subarray(first, last + 1);
		if (there.length > 0) yield there;
		const rest = first + there.length;
		if (rest > last) return;
		const piece = Buffer.allocUnsafeSlow(Math.min(CHUNK, last - rest + 1));
		for (let at = rest; at <= last;) {
			const wanted = Math.min(piece.length, last - at + 1);
			const { bytesRead } = await readAt(descriptor, piece, 0, wanted, HEADER + at);
			if (bytesRead === 0) throw new Unavailable("blobs", { cause: /* @__PURE__ */ new Error("an object file was cut") });
			at += bytesRead;
			yield piece.subarray(0, bytesRead);
		}
	} finally {
		closeSync(descriptor);
	}
}
// packages/adapter-local/dist/blobs/object-path.js
const LONGEST = 200;
const OBJECT = ".blob";
function objectPath(key) {
	const segments = key.split("/");
	const pieces = segments.flatMap((segment, index) => cut(index === segments.length - 1 ? segment : `${segment}/`));
	return pieces.map((piece, index) => index === pieces.length - 1 ? piece + OBJECT : piece.replace("/", "_"));
}
function folderPiece(name) {
	return /^[a-z0-9-]*_?$/.test(name) ? name.replace("_", "/") : void 0;
}
function filePiece(name) {
	return name.endsWith(OBJECT) ? name.slice(0, -5) : void 0;
}
function liesAt(key, names) {
	return isBlobKey(key) && objectPath(key).join("/") === names.join("/");
}
function cut(segment) {
	const pieces = [segment.slice(0, 2)];
	for (let from = 2; from < segment.length; from += LONGEST) pieces.push(segment.slice(from, from + LONGEST));
	return pieces;
}
// packages/adapter-local/dist/blobs/object-walk.js
const walkObjects = (root, prefix, after, onEmpty) => walk({
	root,
	prefix,
	after,
	onEmpty
}, {
	names: [],
	key: ""
});
async function* walk(walking, place) {
	const { root, prefix, after, onEmpty } = walking;
	const folder = join(root, ...place.names);
	const entries = await entriesOf(folder);
	if (entries.length === 0) await onEmpty?.(folder);
	for (const entry of entries) {
		const names = [...place.names, entry.name];
		const key = place.key + entry.piece;
		if (!entry.isFile) {
			const behind = after === void 0 || after.startsWith(key) || key > after;
			const mayHold = key.startsWith(prefix) || prefix.startsWith(key);
			if (behind && mayHold) yield* walk(walking, {
				names,
				key
			});
		} else if (key.startsWith(prefix) && (after === void 0 || key > after) && liesAt(key, names)) yield key;
	}
}
async function entriesOf(folder) {
	const found = await readdir(folder, { withFileTypes: true }).catch((error) => {
		if (systemErrorCode(error) === "ENOENT") return [];
		throw error;
	});
	const entries = [];
	for (const entry of found) {
		const isFile = entry.isFile();
		const piece = isFile ? filePiece(entry.name) : entry.isDirectory() ? folderPiece(entry.name) : void 0;
		if (piece !== void 0) entries.push({
			name: entry.name,
			piece,
			isFile
		});
	}
	return entries.sort((a, b) => a.piece === b.piece ? a.isFile ? -1 : 1 : a.piece < b.piece ? -1 : 1);
}
// packages/adapter-local/dist/blobs/storage-errors.js
const FULL = /* @__PURE__ */ new Set(["ENOSPC", "EDQUOT"]);
async function onDisk(work) {
	try {
		return await work();
	} catch (error) {
		throw systemErrorCode(error) === void 0 ? error : new Unavailable("blobs", { cause: error });
	}
}
async function storing(work) {
	try {
		return await work();
	} catch (error) {
		const code = systemErrorCode(error);
		if (code !== void 0 && FULL.has(code)) throw new BlobRefusal("STORAGE_FULL");
		throw code === void 0 ? error : new Unavailable("blobs", { cause: error });
	}
}
// packages/adapter-local/dist/blobs/disk-reserve.js
const GIBIBYTE = 1024 ** 3;
const SHARE = .05;
async function refuseFull(folder, reserve) {
	const { bavail, blocks, bsize } = await storing(async () => statfsSync(folder));
	const kept = reserve ?? Math.min(GIBIBYTE, blocks * bsize * SHARE);
	if (bavail * bsize < kept) throw new BlobRefusal("STORAGE_FULL");
}
// packages/adapter-local/dist/blobs/receive.js
const LOOK_AGAIN = 4194304;
const COLLECTED = 65536;
async function receive(path, body, limits) {
	const { header, generation } = newHeader();
	const descriptor = await storing(async () => openSync(path, "wx", 384));
	try {
		let received = 0;
		let lookAgainAt = LOOK_AGAIN;
		let pieces = [header];
		let collected = 0;
		for await (const piece of body) {
			received += piece.byteLength;
			if (received > limits.most) throw new BlobRefusal("PAYLOAD_TOO_LARGE");
			if (received >= lookAgainAt) {
				lookAgainAt = received + LOOK_AGAIN;
				await limits.refuseFull();
			}
			pieces.push(piece);
			collected += piece.byteLength;
			if (collected < COLLECTED) continue;
			await storing(() => writeAll(descriptor, pieces));
			pieces = [];
			collected = 0;
		}
		await storing(async () => writeNow(descriptor, Buffer.concat(pieces)));
		await storing(() => flush(descriptor));
	} catch (error) {
		await removeIfThere(path).catch(() => false);
		throw error;
	} finally {
		closeSync(descriptor);
	}
	return {
		path,
		generation
	};
}
const writeSome = promisify(write);
async function writeAll(descriptor, pieces) {
	for (const piece of pieces) for (let from = 0; from < piece.byteLength;) {
		const { bytesWritten } = await writeSome(descriptor, piece, from, piece.byteLength - from);
		from += bytesWritten;
	}
}
// packages/adapter-local/dist/blobs/join-objects.js
async function joinObjects(path, parts, limits) {
	try {
		return await receive(path, contentOf(parts), limits);
	} catch (error) {
		if (error instanceof PartMissing) return void 0;
		throw error;
	}
}
var PartMissing = class extends Error {};
async function* contentOf(parts) {
	for (const part of parts) {
		const object = await onDisk(() => openObject(part, false));
		if (object === void 0) throw new PartMissing();
		for await (const piece of readObject(object, 0, object.size - 1)) yield Uint8Array.from(piece);
	}
}
// packages/adapter-local/dist/blobs/object-folder.js
const TRIES$1 = 8;
const MAX_MADE = 1e4;
var ObjectFolder = class {
	#root;
	#temp;
	#made = /* @__PURE__ */ new Set();
	constructor(root, temp) {
		this.#root = root;
		this.#temp = temp;
	}
	pathOf(key) {
		return join(this.#root, ...objectPath(key));
	}
	async place(received, key, allow = () => void 0) {
		const path = this.pathOf(key);
		try {
			allow();
			await this.#inFolderOf(path, () => renameSync(received, path));
		} catch (error) {
			await removeIfThere(received).catch(() => false);
			throw error;
		}
	}
	async move(from, generation, to) {
		const held = this.#temp.freshPath(from);
		if (isFound(() => linkSync(this.pathOf(from), held))) try {
			if (statObject(held)?.generation === generation) return await this.#finishMove(held, generation, from, to);
		} finally {
			removeNow(held);
		}
		await this.#expectAt(to, generation);
	}
	async remove(key) {
		const folder = dirname(this.pathOf(key));
		if (await removeIfThere(this.pathOf(key))) await found(syncFolder(folder));
		await this.removeEmpty(folder);
	}
	async removeEmpty(folder) {
		let left = folder;
		while (relative(this.#root, left) !== "" && await isRemoved(left)) {
			this.#made.delete(left);
			left = dirname(left);
		}
		if (left !== folder) await found(syncFolder(left));
	}
	async #finishMove(held, generation, from, to) {
		const target = this.pathOf(to);
		try {
			await this.#inFolderOf(target, () => linkSync(held, target));
		} catch (error) {
			if (systemErrorCode(error) !== "EEXIST") throw error;
			await this.#expectAt(to, generation);
		}
		await this.#removeGeneration(from, generation);
	}
	async #expectAt(key, generation) {
		const path = this.pathOf(key);
		if (statObject(path)?.generation !== generation) throw new GenerationGone();
		await found(syncFolder(dirname(path)));
	}
	async #removeGeneration(key, generation) {
		const path = this.pathOf(key);
		if (statObject(path)?.generation !== generation) return;
		const aside = this.#temp.freshPath(key);
		if (!isFound(() => renameSync(path, aside))) return;
		if (statObject(aside)?.generation !== generation) await this.#inFolderOf(path, () => linkSync(aside, path)).catch((error) => {
			if (systemErrorCode(error) !== "EEXIST") throw error;
		});
		removeNow(aside);
	}
	async #inFolderOf(path, work) {
		const folder = dirname(path);
		for (let left = TRIES$1;; left--) {
			try {
				await this.#make(folder);
				work();
				break;
			} catch (error) {
				if (systemErrorCode(error) !== "ENOENT" || left === 0) throw error;
			}
			this.#made.clear();
		}
		await found(syncFolder(folder));
	}
	async #make(folder) {
		if (this.#made.has(folder) || folder === this.#root) return;
		const parent = dirname(folder);
		await this.#make(parent);
		makeNow(folder);
		await syncFolder(parent);
		if (this.#made.size >= MAX_MADE) this.#made.clear();
		this.#made.add(folder);
	}
};
function makeNow(folder) {
	try {
		mkdirSync(folder, { mode: 448 });
	} catch (error) {
		if (systemErrorCode(error) !== "EEXIST") throw error;
	}
}
function isFound(work) {
	try {
		work();
		return true;
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT") return false;
		throw error;
	}
}
const isRemoved = (folder) => rmdir(folder).then(() => true, () => false);
async function found(work) {
	try {
		await work;
		return true;
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT") return false;
		throw error;
	}
}
// packages/adapter-local/dist/blobs/one-at-a-time.js
var OneAtATime = class {
	#last = /* @__PURE__ */ new Map();
	async run(name, work) {
		const mine = (this.#last.get(name) ?? Promise.resolve()).then(work, work);
		this.#last.set(name, mine);
		try {
			return await mine;
		} finally {
			if (this.#last.get(name) === mine) this.#last.delete(name);
		}
	}
};
// packages/adapter-local/dist/blobs/temp-name.js
const NAME = /^([0-9a-f-]{36})\.([0-9a-f]{32})\.([\w-]*)\.[0-9a-f-]{36}$/;
const tagOf = (key) => hash("sha256", key, "hex").slice(0, 32);
const freshName = ({ process, key, uploader }) => [
	process,
	key,
	uploader,
	randomUUID()
].join(".");
function readName(name) {
	const [, process, key, uploader] = NAME.exec(name) ?? [];
	return process === void 0 || key === void 0 || uploader === void 0 ? void 0 : {
		process,
		key,
		uploader
	};
}
// packages/adapter-local/dist/blobs/temp-folder.js
const MINUTE = 6e4;
const LEFT_BEHIND = 360 * MINUTE;
const TRIES = 8;
const LOCK = ".lock";
var TempFolder = class TempFolder {
	#files;
	#locks;
	#process;
	#lock;
	#wallClock;
	#clearedAt = Number.NEGATIVE_INFINITY;
	constructor(place, process, lock, wallClock) {
		this.#files = place.files;
		this.#locks = place.locks;
		this.#process = process;
		this.#lock = lock;
		this.#wallClock = wallClock;
	}
	static async open(folder, wallClock = Date.now) {
		const place = {
			files: join(folder, "tmp"),
			locks: join(folder, "processes")
		};
		await makeFolder(place.files);
		await makeFolder(place.locks);
		for (let tries = TRIES; tries > 0; tries--) {
			const process = randomUUID();
			const lock = await lockFile(join(place.locks, process + LOCK)).catch((error) => {
				throw new Unavailable("blobs", { cause: error });
			});
			if (lock === void 0) continue;
			const opened = new TempFolder(place, process, lock, wallClock);
			await opened.clearLeftBehind();
			return opened;
		}
		throw new Unavailable("blobs", { cause: /* @__PURE__ */ new Error(`cannot obtain a lock in ${place.locks}`) });
	}
	close() {
		this.#lock.close();
	}
	freshPath(key, uploader = "") {
		return join(this.#files, freshName({
			process: this.#process,
			key: tagOf(key),
			uploader
		}));
	}
	ofOthers() {
		return readdirSync(this.#files).map(readName).filter((name) => name !== void 0).filter(({ process }) => process !== this.#process);
	}
	async clearLeftOf(key) {
		const tag = tagOf(key);
		if (this.ofOthers().some((name) => name.key === tag)) await this.clearDead();
		else await this.clearLeftBehind();
	}
	async clearLeftBehind() {
		const now = this.#wallClock();
		if (now - this.#clearedAt < MINUTE) return;
		this.#clearedAt = now;
		await this.clearDead();
		for (const name of await readdir(this.#files)) {
			if (readName(name) !== void 0) continue;
			const path = join(this.#files, name);
			const found = await stat(path).catch(() => void 0);
			if (found !== void 0 && Math.max(found.mtimeMs, found.ctimeMs) < now - LEFT_BEHIND) await removeIfThere(path);
		}
	}
	async clearDead() {
		const files = await readdir(this.#files);
		const locked = (await readdir(this.#locks)).filter((name) => name.endsWith(LOCK));
		const processes = /* @__PURE__ */ new Set([...files.map((name) => readName(name)?.process), ...locked.map((name) => name.slice(0, -5))]);
		for (const process of processes) {
			if (process === void 0 || process === this.#process) continue;
			const path = join(this.#locks, process + LOCK);
			const lock = await lockFile(path).catch(() => void 0);
			if (lock === void 0) continue;
			try {
				const left = files.filter((name) => readName(name)?.process === process);
				for (const name of left) await removeIfThere(join(this.#files, name));
				await removeIfThere(path);
			} finally {
				lock.close();
			}
		}
	}
};
// packages/adapter-local/dist/blobs/too-many.js
function areTooMany({ key, uploader }, underWay, others) {
	const tag = tagOf(key);
	const received = others.filter((name) => name.uploader !== "");
	const ofUser = received.filter((name) => name.uploader === uploader).length;
	return received.some((name) => name.key === tag) || underWay.count(uploader) + ofUser > 8;
}
// packages/adapter-local/dist/blobs/file-blob-store.js
var FileBlobStore = class FileBlobStore {
	signsLocally = true;
	#folder;
	#addresses;
	#temp;
	#objects;
	#pageSize;
	#time;
	#reserve;
	#underWay = new UploadsUnderWay();
	#turns = new OneAtATime();
	constructor(options, temp) {
		this.#folder = join(options.folder, "objects");
		this.#addresses = new SignedAddresses(options);
		this.#temp = temp;
		this.#reserve = options.reserve;
		this.#objects = new ObjectFolder(this.#folder, this.#temp);
		this.#pageSize = options.pageSize ?? 1e3;
		this.#time = {
			clock: options.clock,
			setAlarm: options.setAlarm ?? systemAlarm
		};
	}
	static open(options) {
		return onDisk(async () => {
			await makeFolder(join(options.folder, "objects"));
			return new FileBlobStore(options, await TempFolder.open(options.folder));
		});
	}
	async signUpload(request) {
		return this.#addresses.forUpload(request);
	}
	async signDownload(request) {
		return this.#addresses.forDownload(request.key, request.expiresAt);
	}
	async stat(key) {
		const path = this.#objects.pathOf(blobKey(key));
		return onDisk(async () => statObject(path));
	}
	async seal(upload, generation, sealed) {
		if (blobKey(upload) === blobKey(sealed)) throw new TypeError("an object is sealed under another name than its upload name");
		await onDisk(() => this.#turns.run(upload, () => this.#objects.move(upload, generation, sealed)));
	}
	async join(parts, upload) {
		checkParts(parts, upload);
		return this.#turns.run(upload, () => this.#join(parts, upload));
	}
	async #join(parts, upload) {
		const path = this.#temp.freshPath(upload);
		const limits = {
			most: Number.POSITIVE_INFINITY,
			refuseFull: () => refuseFull(this.#folder, this.#reserve)
		};
		await limits.refuseFull();
		const paths = parts.map((part) => this.#objects.pathOf(part));
		const received = await onDisk(() => joinObjects(path, paths, limits));
		if (received === void 0) return false;
		await storing(() => this.#objects.place(received.path, upload));
		for (const part of parts) await onDisk(() => this.#turns.run(part, () => this.#objects.remove(part)));
		return true;
	}
	async delete(key) {
		blobKey(key);
		await onDisk(() => this.#turns.run(key, () => this.#objects.remove(key)));
		await onDisk(() => this.#temp.clearLeftOf(key));
	}
	async list(prefix, after) {
		const onEmpty = (folder) => this.#objects.removeEmpty(folder);
		return onDisk(() => pageOf(walkObjects(this.#folder, prefix, after, onEmpty), this.#pageSize));
	}
	async check() {
		await onDisk(() => access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK));
	}
	get keptAfterDeletion() {
		return 0;
	}
	get uploadsOutlive() {
		return UPLOADS_OUTLIVE;
	}
	get downloadOrigin() {}
	async put(address, body) {
		const upload = this.#addresses.readUpload(address);
		return this.#underWay.run(upload, () => this.#receive(upload, body));
	}
	async #receive(upload, body) {
		const { key, size, expiresAt, uploader } = upload;
		const end = uploadEnd(expiresAt, this.#time);
		await onDisk(() => this.#temp.clearLeftBehind());
		await onDisk(() => this.#refuseTooMany(upload));
		const refuse = () => refuseFull(this.#folder, this.#reserve);
		await refuse();
		const limits = {
			most: size + 16,
			refuseFull: refuse
		};
		const received = await receive(this.#temp.freshPath(key, uploader === "" ? "unknown" : uploader), until(end, body, this.#time), limits);
		const stillOpen = () => refuseLate(end, this.#time);
		await storing(() => this.#turns.run(key, () => this.#objects.place(received.path, key, stillOpen)));
		return { etag: etag(received.generation) };
	}
	async #refuseTooMany(upload) {
		if (!areTooMany(upload, this.#underWay, this.#temp.ofOthers())) return;
		await this.#temp.clearDead();
		if (areTooMany(upload, this.#underWay, this.#temp.ofOthers())) throw new BlobRefusal("TOO_MANY_UPLOADS");
	}
	async get(address, range) {
		const key = this.#addresses.readDownload(address);
		const object = await onDisk(() => openObject(this.#objects.pathOf(key), range === void 0));
		if (object === void 0) throw new BlobRefusal("OBJECT_NOT_FOUND");
		try {
			const head = objectHead(object, range);
			const body = readObject(object, head.range?.first ?? 0, head.range?.last ?? object.size - 1);
			return {
				...head,
				body
			};
		} catch (error) {
			closeObject(object);
			throw error;
		}
	}
	async head(address, range) {
		const key = this.#addresses.readDownload(address);
		const found = await onDisk(async () => statObject(this.#objects.pathOf(key)));
		if (found === void 0) throw new BlobRefusal("OBJECT_NOT_FOUND");
		return objectHead(found, range);
	}
};
// apps/api/build/container/adapters/files.js
const openBlobStore = ({ settings, baseUrl, signingKey, earlierSigningKeys, clock }) => FileBlobStore.open({
	baseUrl,
	signingKey,
	earlierSigningKeys,
	clock,
	folder: join(settings.dataDir, KEPT.blobs),
	reserve: settings.diskReserve
});
export { openBlobStore };

//# sourceMappingURL=files-BIrM5eOU.js.map