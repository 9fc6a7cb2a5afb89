import "./rolldown-runtime-B7YF8cLN.js";
import { a as objectHead, i as etag, n as UploadsUnderWay, o as checkParts, r as SignedAddresses, t as pageOf } from "./page-B24C0tme.js";
import { a as uploadEnd, i as until, l as BlobRefusal, r as systemAlarm, s as blobKey, t as UPLOADS_OUTLIVE } from "./until-CTB2eg9c.js";
import { a as VersionConflict, i as Unavailable, n as GenerationGone, t as DuplicateKey } from "./errors-8hUQncME.js";
import { _ as withoutOffsets, a as isOpen, c as takeChain, d as firstNotBefore, f as hexSha256, g as postingsOf, h as IndexedLog, i as countedIn, l as compareBytes, m as sha256, p as newSalts, r as allowedAs, s as standingOf, t as FORGET_EVERY_MS, u as comparePlaces, v as frozen } from "./standing-Du6yMRnv.js";
import { T as leafHash, c as refuseMalformed, d as append, o as identity, p as emptyEdge, r as eventText, t as encodeEvent, u as subjectOf } from "./event-text-cAgXxu-e.js";
import { u as plus } from "./time-3_LsNOPc.js";
import { n as isOver } from "./stored-end-Zm6a5Tvx.js";
import { randomUUID } from "node:crypto";
// packages/adapter-local/dist/blobs/memory-blob-store.js
var MemoryBlobStore = class {
	signsLocally = true;
	#objects = /* @__PURE__ */ new Map();
	#addresses;
	#pageSize;
	#time;
	#underWay = new UploadsUnderWay();
	constructor(options) {
		this.#addresses = new SignedAddresses(options);
		this.#pageSize = options.pageSize ?? 1e3;
		this.#time = {
			clock: options.clock,
			setAlarm: options.setAlarm ?? systemAlarm
		};
	}
	async signUpload(request) {
		return this.#addresses.forUpload(request);
	}
	async signDownload(request) {
		return this.#addresses.forDownload(request.key, request.expiresAt);
	}
	async stat(key) {
		const held = this.#objects.get(blobKey(key));
		return held && {
			size: held.bytes.byteLength,
			generation: held.generation
		};
	}
	async seal(upload, generation, sealed) {
		if (blobKey(upload) === blobKey(sealed)) throw new TypeError("an object is sealed under another name than its upload name");
		const held = this.#objects.get(upload);
		const there = this.#objects.get(sealed);
		if (there !== void 0 ? there.generation !== generation : held?.generation !== generation) throw new GenerationGone();
		if (held?.generation !== generation) return;
		this.#objects.set(sealed, held);
		this.#objects.delete(upload);
	}
	async join(parts, upload) {
		checkParts(parts, upload);
		const held = parts.map((part) => this.#objects.get(part)).filter((one) => one !== void 0);
		if (held.length < parts.length) return false;
		this.#objects.set(upload, {
			bytes: Buffer.concat(held.map(({ bytes }) => bytes)),
			generation: randomUUID()
		});
		for (const part of parts) this.#objects.delete(part);
		return true;
	}
	async delete(key) {
		this.#objects.delete(blobKey(key));
	}
	async list(prefix, after) {
		const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix) && (after === void 0 || key > after));
		return pageOf(keys.sort(), this.#pageSize);
	}
	async check() {}
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
	async #receive({ key, size, expiresAt }, body) {
		const pieces = [];
		let received = 0;
		for await (const piece of until(uploadEnd(expiresAt, this.#time), body, this.#time)) {
			received += piece.byteLength;
			if (received > size + 16) throw new BlobRefusal("PAYLOAD_TOO_LARGE");
			pieces.push(Uint8Array.from(piece));
		}
		const generation = randomUUID();
		this.#objects.set(key, {
			bytes: Buffer.concat(pieces),
			generation
		});
		return { etag: etag(generation) };
	}
	async get(address, range) {
		const { bytes, generation } = this.#find(address);
		const head = objectHead({
			size: bytes.byteLength,
			generation
		}, range);
		const part = head.range === void 0 ? bytes : bytes.subarray(head.range.first, head.range.last + 1);
		return {
			...head,
			body: once(Uint8Array.from(part))
		};
	}
	async head(address, range) {
		const { bytes, generation } = this.#find(address);
		return objectHead({
			size: bytes.byteLength,
			generation
		}, range);
	}
	#find(address) {
		const held = this.#objects.get(this.#addresses.readDownload(address));
		if (held === void 0) throw new BlobRefusal("OBJECT_NOT_FOUND");
		return held;
	}
};
async function* once(bytes) {
	if (bytes.byteLength > 0) yield bytes;
}
// packages/adapter-local/dist/documents/memory-audit-log.js
var MemoryAuditLog = class extends IndexedLog {
	#stored;
	constructor(refuseWhenClosed, options) {
		const stored = {
			seqs: /* @__PURE__ */ new Map(),
			rows: [],
			postings: /* @__PURE__ */ new Map(),
			blocks: [],
			mended: /* @__PURE__ */ new Map(),
			erasures: 0
		};
		super(storageOf(stored, refuseWhenClosed), options);
		this.#stored = stored;
	}
	encode(events) {
		const encoded = events.map((event) => encodeEvent(event, newSalts(), hexSha256));
		const ids = /* @__PURE__ */ new Set();
		for (const { id } of encoded) {
			if (this.#stored.seqs.has(id) || ids.has(id)) throw new DuplicateKey("events", `id:${id}`);
			ids.add(id);
		}
		return encoded;
	}
	append(events) {
		for (const event of events) {
			const text = eventText(event, this.#stored.rows.length);
			this.#stored.seqs.set(event.id, this.#stored.rows.length);
			this.#stored.rows.push({
				text,
				ip: event.address?.ip ?? null,
				entry: sha256(text)
			});
		}
	}
	async list(filter, page) {
		const found = await super.list(filter, page);
		if (this.hasFullBlock) await this.closeBlocks();
		return found;
	}
};
const withFirst = (hashes, first) => Buffer.concat([first, hashes.subarray(first.length)]);
function storageOf(stored, refuseWhenClosed) {
	const { seqs, rows, postings, blocks, mended } = stored;
	return {
		extent: async () => {
			refuseWhenClosed();
			return {
				size: rows.length,
				closed: blocks.length,
				erasures: stored.erasures
			};
		},
		texts: async (from, until) => rows.slice(from, until).map(({ text }) => text),
		entries: async (from, until) => rows.slice(from, until).map(({ entry }) => entry.slice()),
		hashes: async ({ level, index }) => tilesOf(stored).get(`${level}/${index}`) ?? /* @__PURE__ */ new Uint8Array(),
		mendTile: async (level, index, hashes) => {
			const before = mended.get(`${level}/${index}`) ?? /* @__PURE__ */ new Uint8Array();
			mended.set(`${level}/${index}`, withFirst(before, hashes));
		},
		erase: async (erasure) => erase(stored, erasure),
		events: async (wanted) => wanted.flatMap((seq) => {
			const row = rows[seq];
			return row?.text === void 0 ? [] : [{
				seq,
				text: row.text,
				ip: row.ip
			}];
		}),
		holding: async (ids) => {
			refuseWhenClosed();
			return ids.filter((id) => seqs.has(id));
		},
		seqOf: async (id) => seqs.get(id),
		counts: async (terms) => terms.map((term) => new Map(Array.from(postings.get(term) ?? [], ([block, { count }]) => [block, count]))),
		postings: async (places) => places.map(({ term, block }) => postings.get(term)?.get(block)),
		termCounts: async () => {
			const counts = /* @__PURE__ */ new Map();
			for (const { block } of filled(postings)) counts.set(block, (counts.get(block) ?? 0) + 1);
			return counts;
		},
		termsOf: async (block) => filled(postings).flatMap((posting) => posting.block === block ? [posting.term] : []),
		blockTimes: async (from) => blocks.slice(from),
		times: async (block) => blocks[block]?.times ?? /* @__PURE__ */ new Uint8Array(),
		writePostings: async (some, erasures) => {
			if (erasures !== stored.erasures) return;
			for (const posting of some) postings.set(posting.term, (postings.get(posting.term) ?? /* @__PURE__ */ new Map()).set(posting.block, posting));
		},
		closeBlock: async (block, erasures) => {
			if (erasures === stored.erasures && block.block <= blocks.length) blocks[block.block] = block;
		}
	};
}
const filled = (postings) => [...postings.values()].flatMap((blocks) => [...blocks.values()]).filter(({ count }) => count > 0);
function erase(stored, { seqs, part, blockSize }) {
	const { rows, blocks, postings } = stored;
	const events = seqs.flatMap((seq) => {
		const text = rows[seq]?.text;
		return text === void 0 ? [] : [{
			seq,
			text
		}];
	});
	for (const { seq, text } of events) {
		const row = rows[seq];
		if (row !== void 0) rows[seq] = {
			...row,
			ip: null,
			text: part === "event" ? void 0 : text
		};
	}
	if (part === "address") return;
	for (const { term, block, offsets } of postingsOf(events, blocks.length, blockSize)) {
		const known = postings.get(term)?.get(block);
		const left = known && withoutOffsets(known.offsets, offsets);
		if (left === void 0) postings.get(term)?.delete(block);
		else postings.get(term)?.set(block, {
			term,
			block,
			...left
		});
	}
	stored.erasures += 1;
}
function tilesOf({ rows, mended }) {
	const leaves = rows.map(({ entry }) => leafHash(entry));
	return new Map(append(emptyEdge, leaves).parts.map(({ level, index, hashes }) => {
		const name = `${level}/${index}`;
		return [name, withFirst(hashes, mended.get(name) ?? /* @__PURE__ */ new Uint8Array())];
	}));
}
// packages/adapter-local/dist/documents/memory-collection.js
const START = "";
var MemoryCollection = class {
	#documents = /* @__PURE__ */ new Map();
	#holders = /* @__PURE__ */ new Map();
	#lists = /* @__PURE__ */ new Map();
	get(id) {
		return this.#documents.get(id);
	}
	holder(uniqueKey) {
		return this.#holders.get(uniqueKey);
	}
	add(document) {
		this.#documents.set(document.id, document);
		for (const key of document.uniqueKeys) this.#holders.set(key, document.id);
		for (const key of new Set(document.keys)) {
			const sorted = this.#lists.get(key);
			if (sorted === void 0) this.#lists.set(key, [document]);
			else sorted.splice(firstNotBefore(sorted, document), 0, document);
		}
	}
	remove(document) {
		this.#documents.delete(document.id);
		for (const key of document.uniqueKeys) this.#holders.delete(key);
		for (const key of new Set(document.keys)) {
			const sorted = this.#lists.get(key) ?? [];
			sorted.splice(firstNotBefore(sorted, document), 1);
			if (sorted.length === 0) this.#lists.delete(key);
		}
	}
	list(selection, page) {
		const skip = page.offset ?? 0;
		const found = [];
		let passed = 0;
		if (page.limit <= 0) return found;
		for (const document of merged(this.#runs(selection, page), page.order === "oldest" ? 1 : -1)) {
			passed += 1;
			if (passed > skip) found.push(document);
			if (found.length === page.limit) break;
		}
		return found;
	}
	count(selection, atMost) {
		const runs = this.#runs(selection, {
			limit: 0,
			order: "oldest"
		});
		if (runs.length === 1) return Math.min(runs.reduce((sum, { at, end }) => sum + end - at, 0), atMost);
		let found = 0;
		if (atMost > 0) {
			for (const _ of merged(runs, 1)) if (++found === atMost) break;
		}
		return found;
	}
	outdated({ below, limit, after }) {
		return [...this.#documents.values()].filter(({ id, schema }) => schema < below && (after === void 0 || compareBytes(id, after) > 0)).toSorted((a, b) => compareBytes(a.id, b.id)).slice(0, Math.max(limit, 0));
	}
	#runs(selection, { after, order }) {
		const { from = -Infinity, until = Infinity } = selection;
		return [...new Set(selection.anyOf)].flatMap((key) => {
			const sorted = this.#lists.get(key) ?? [];
			let low = firstNotBefore(sorted, {
				position: from,
				id: START
			});
			let high = firstNotBefore(sorted, {
				position: until,
				id: START
			});
			if (after !== void 0) {
				const place = firstNotBefore(sorted, after);
				const there = sorted[place];
				if (order === "oldest") low = Math.max(low, there !== void 0 && comparePlaces(there, after) === 0 ? place + 1 : place);
				else high = Math.min(high, place);
			}
			if (low >= high) return [];
			return order === "oldest" ? [{
				sorted,
				at: low,
				end: high
			}] : [{
				sorted,
				at: high - 1,
				end: low - 1
			}];
		});
	}
};
function* merged(runs, step) {
	let last;
	for (;;) {
		let best;
		for (const run of runs) {
			const candidate = run.at === run.end ? void 0 : run.sorted[run.at];
			const leader = best?.sorted[best.at];
			if (candidate !== void 0 && (leader === void 0 || comparePlaces(candidate, leader) * step < 0)) best = run;
		}
		const document = best?.sorted[best.at];
		if (best === void 0 || document === void 0) return;
		best.at += step;
		if (document !== last) yield document;
		last = document;
	}
}
// packages/adapter-local/dist/documents/memory-document-store.js
var MemoryDocumentStore = class {
	#collections = /* @__PURE__ */ new Map();
	audit;
	#id = randomUUID();
	#closed = false;
	constructor({ audit } = {}) {
		this.audit = new MemoryAuditLog(() => this.#refuseWhenClosed(), audit);
	}
	async read(refs) {
		this.#refuseWhenClosed();
		return refs.map((ref) => {
			const collection = this.#collections.get(ref.collection);
			const id = "id" in ref ? ref.id : collection?.holder(ref.uniqueKey);
			return id === void 0 ? void 0 : collection?.get(id);
		});
	}
	async list(collection, selection, page) {
		this.#refuseWhenClosed();
		return this.#collections.get(collection)?.list(selection, page) ?? [];
	}
	async count(collection, selection, atMost = Infinity) {
		this.#refuseWhenClosed();
		return this.#collections.get(collection)?.count(selection, Math.max(atMost, 0)) ?? 0;
	}
	async outdated(collection, stretch) {
		this.#refuseWhenClosed();
		return this.#collections.get(collection)?.outdated(stretch) ?? [];
	}
	async commit(changes, events = []) {
		this.#refuseWhenClosed();
		refuseMalformed(changes);
		const recorded = this.audit.encode(events);
		const gone = changes.flatMap((change) => this.#decidedOn(change) ?? []).filter(({ isExpected }) => !isExpected);
		const written = changes.flatMap((change) => writtenBy(change) ?? []);
		this.#refuseTakenKeys(written, gone);
		const come = written.map(({ collection, document }) => ({
			collection,
			document: frozenCopy(document)
		}));
		for (const { collection, document } of gone) this.#collection(collection).remove(document);
		for (const { collection, document } of come) this.#collection(collection).add(document);
		this.audit.append(recorded);
	}
	async place() {
		this.#refuseWhenClosed();
		return {
			parts: { memory: this.#id },
			isRestored: false
		};
	}
	async check() {
		this.#refuseWhenClosed();
	}
	async close() {
		this.#closed = true;
	}
	#refuseWhenClosed() {
		if (this.#closed) throw new Unavailable("documents");
	}
	#collection(name) {
		const known = this.#collections.get(name) ?? new MemoryCollection();
		this.#collections.set(name, known);
		return known;
	}
	#decidedOn(change) {
		const { collection } = change;
		const { id, version } = subjectOf(change);
		const document = this.#collections.get(collection)?.get(id);
		if ("insert" in change) {
			if (document !== void 0) throw new DuplicateKey(collection, `id:${id}`);
			return;
		}
		const decidedOn = "replace" in change ? version - 1 : version;
		if (document?.version !== decidedOn) throw new VersionConflict(collection, id);
		return {
			collection,
			document,
			isExpected: "expect" in change
		};
	}
	#refuseTakenKeys(written, gone) {
		const leaving = new Set(gone.map(({ collection, document }) => identity(collection, document.id)));
		const claimed = /* @__PURE__ */ new Set();
		for (const { collection, document } of written) for (const key of new Set(document.uniqueKeys)) {
			const holder = this.#collections.get(collection)?.holder(key);
			if (holder !== void 0 && !leaving.has(identity(collection, holder)) || claimed.has(identity(collection, key))) throw new DuplicateKey(collection, key);
			claimed.add(identity(collection, key));
		}
	}
};
const writtenBy = (change) => {
	const { collection } = change;
	if ("insert" in change) return {
		collection,
		document: change.insert
	};
	return "replace" in change ? {
		collection,
		document: change.replace
	} : void 0;
};
const parse = JSON.parse;
const frozenCopy = ({ id, version, schema, position, keys, uniqueKeys, body }) => Object.freeze({
	id,
	version,
	schema,
	position,
	keys: Object.freeze([...keys]),
	uniqueKeys: Object.freeze([...uniqueKeys]),
	body: frozen(parse(JSON.stringify(body)))
});
// packages/adapter-local/dist/limits/memory-rate-limiter.js
var MemoryRateLimiter = class {
	#open = /* @__PURE__ */ new Map();
	#forgetAt = Number.NEGATIVE_INFINITY;
	#closed = false;
	get size() {
		return this.#open.size;
	}
	async take(bucket, window, at) {
		this.#refuseWhenClosed();
		this.#forget(at);
		return this.#take(bucket, window, at);
	}
	async takeChain(charges, at) {
		this.#refuseWhenClosed();
		this.#forget(at);
		return takeChain({
			take: this.#take,
			giveBack: this.#giveBack
		}, charges, at);
	}
	async giveBack(bucket, window, at) {
		this.#refuseWhenClosed();
		return this.#giveBack(bucket, window, at);
	}
	async clear(contained) {
		this.#refuseWhenClosed();
		const found = [...this.#open.keys()].filter((bucket) => bucket.includes(contained));
		for (const bucket of found) this.#open.delete(bucket);
		return found.length;
	}
	async check() {
		this.#refuseWhenClosed();
	}
	async close() {
		this.#closed = true;
		this.#open.clear();
	}
	#take = (bucket, window, at) => {
		const before = this.#open.get(bucket);
		const after = countedIn(before, window, at);
		if (after === void 0) return standingOf(before, window, at);
		this.#open.set(bucket, after);
		return allowedAs(after.used, after.endsAt, window);
	};
	#giveBack = (bucket, window, at) => {
		const open = this.#open.get(bucket);
		if (isOpen(open, window, at) && open.used > 0) this.#open.set(bucket, {
			...open,
			used: open.used - 1
		});
		return standingOf(this.#open.get(bucket), window, at);
	};
	#refuseWhenClosed() {
		if (this.#closed) throw new Unavailable("limits");
	}
	#forget(at) {
		if (!isOver(this.#forgetAt, 6e4, at)) return;
		this.#forgetAt = plus(at, FORGET_EVERY_MS);
		for (const [bucket, { endsAt }] of this.#open) if (endsAt <= at - 6e5) this.#open.delete(bucket);
	}
};
// apps/api/build/container/adapters/memory.js
const openDocumentStore = async () => new MemoryDocumentStore();
const openRateLimiter = async () => new MemoryRateLimiter();
const openBlobStore = async ({ baseUrl, signingKey, earlierSigningKeys, clock }) => new MemoryBlobStore({
	baseUrl,
	signingKey,
	earlierSigningKeys,
	clock
});
export { openBlobStore, openDocumentStore, openRateLimiter };

//# sourceMappingURL=memory-BIxZ2KAm.js.map