import "./rolldown-runtime-B7YF8cLN.js";
import { a as alternativesOf, b as partialTiles, f as edgeFromTiles, i as facetsOfText, l as refuseNumbers, m as rootOf, n as eventOfText } from "./event-text-cAgXxu-e.js";
import { u as plus } from "./time-3_LsNOPc.js";
import { n as isOver, t as MAX_CLOCK_GAP_MS } from "./stored-end-Zm6a5Tvx.js";
import { t as RandomPool } from "./random-pool-CH8jXrjy.js";
import { hash } from "node:crypto";
// packages/store-kit/dist/frozen.js
const frozen = (value) => {
	if (typeof value !== "object" || value === null) return value;
	for (const part of Object.values(value)) if (typeof part === "object" && part !== null) frozen(part);
	return Object.freeze(value);
};
// packages/audit-log/dist/postings.js
const BLOCK = 65536;
const WORDS = BLOCK / 32;
const BITMAP_BYTES = BLOCK / 8;
const DENSE = BITMAP_BYTES / 2;
const emptyBitmap = () => new Uint32Array(WORDS);
const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
function encodeOffsets(offsets) {
	const isDense = offsets.length >= DENSE;
	const bytes = new Uint8Array(isDense ? BITMAP_BYTES : offsets.length * 2);
	let next = 0;
	for (const offset of offsets) if (isDense) bytes[offset >> 3] = (bytes[offset >> 3] ?? 0) | 1 << (offset & 7);
	else {
		bytes[next++] = offset & 255;
		bytes[next++] = offset >> 8;
	}
	return bytes;
}
function withoutOffsets(bytes, dropped) {
	const gone = new Set(dropped);
	const left = decodeOffsets(bytes).filter((offset) => !gone.has(offset));
	return left.length === 0 ? void 0 : {
		count: left.length,
		offsets: encodeOffsets(left)
	};
}
const decodeOffsets = (bytes) => offsetsOf(bitmapOf(bytes));
function bitmapOf(bytes) {
	const bitmap = emptyBitmap();
	if (bytes.length === BITMAP_BYTES && LITTLE_ENDIAN) new Uint8Array(bitmap.buffer).set(bytes);
	else if (bytes.length === BITMAP_BYTES) for (const [index, byte] of bytes.entries()) bitmap[index >> 2] = (bitmap[index >> 2] ?? 0) | byte << (index & 3) * 8;
	else for (let at = 0; at < bytes.length; at += 2) setBit(bitmap, offsetAt(bytes, at));
	return bitmap;
}
function commonOffsets(stored) {
	const [fewest, ...others] = stored.toSorted((one, other) => one.length - other.length);
	if (fewest === void 0) return void 0;
	return fewest.length === BITMAP_BYTES ? commonBits(fewest, others) : commonOfList(fewest, others);
}
function commonOfList(list, others) {
	let found;
	for (let at = 0; at < list.length; at += 2) {
		const offset = offsetAt(list, at);
		if (!others.every((other) => holds(other, offset))) continue;
		found ??= emptyBitmap();
		setBit(found, offset);
	}
	return found;
}
function commonBits(first, others) {
	const found = bitmapOf(first);
	for (const other of others) intersect(found, bitmapOf(other));
	return found;
}
const offsetAt = (list, at) => (list[at] ?? 0) | (list[at + 1] ?? 0) << 8;
function holds(bytes, offset) {
	if (bytes.length === BITMAP_BYTES) return ((bytes[offset >> 3] ?? 0) & 1 << (offset & 7)) !== 0;
	let [low, high] = [0, bytes.length / 2];
	while (low < high) {
		const middle = low + high >> 1;
		if (offsetAt(bytes, middle * 2) < offset) low = middle + 1;
		else high = middle;
	}
	return low * 2 < bytes.length && offsetAt(bytes, low * 2) === offset;
}
function setBit(bitmap, offset) {
	bitmap[offset >> 5] = (bitmap[offset >> 5] ?? 0) | 1 << (offset & 31);
}
function intersect(bitmap, other) {
	for (let word = 0; word < WORDS; word += 1) bitmap[word] = (bitmap[word] ?? 0) & (other[word] ?? 0);
}
function unite(bitmap, other) {
	for (let word = 0; word < WORDS; word += 1) bitmap[word] = (bitmap[word] ?? 0) | (other[word] ?? 0);
}
function filterBitmap(bitmap, isKept) {
	for (let word = 0; word < WORDS; word += 1) {
		let bits = bitmap[word] ?? 0;
		for (let rest = bits; rest !== 0; rest &= rest - 1) {
			const bit = 31 - Math.clz32(rest & -rest);
			if (!isKept(word * 32 + bit)) bits &= ~(1 << bit);
		}
		bitmap[word] = bits;
	}
}
function cutBitmap(bitmap, end) {
	if (end >= 65536) return;
	const word = end >> 5;
	bitmap[word] = (bitmap[word] ?? 0) & (1 << (end & 31)) - 1;
	bitmap.fill(0, word + 1);
}
function sizeOfBitmap(bitmap) {
	let size = 0;
	for (let word = 0; word < WORDS; word += 1) {
		let bits = bitmap[word] ?? 0;
		if (bits === 0) continue;
		bits -= bits >>> 1 & 1431655765;
		bits = (bits & 858993459) + (bits >>> 2 & 858993459);
		size += (bits + (bits >>> 4) & 252645135) * 16843009 >>> 24;
	}
	return size;
}
const offsetsOf = (bitmap) => fallingOffsets(bitmap, BLOCK).toReversed();
function fallingOffsets(bitmap, most) {
	const offsets = [];
	for (let word = 2047; word >= 0; word -= 1) for (let bits = bitmap[word] ?? 0; bits !== 0;) {
		if (offsets.length >= most) return offsets;
		const bit = 31 - Math.clz32(bits);
		offsets.push(word * 32 + bit);
		bits &= ~(1 << bit);
	}
	return offsets;
}
// packages/audit-log/dist/erasure.js
const MAX_ERASED = 1e3;
function postingsOf(events, closed, blockSize = BLOCK) {
	const dropped = /* @__PURE__ */ new Map();
	for (const { seq, text } of events) {
		const block = Math.floor(seq / blockSize);
		if (block >= closed) continue;
		for (const term of facetsOfText(text).terms) {
			const place = `${block}/${term}`;
			const known = dropped.get(place) ?? {
				term,
				block,
				offsets: []
			};
			known.offsets.push(seq % blockSize);
			dropped.set(place, known);
		}
	}
	return [...dropped.values()];
}
function refuseTooMany(seqs) {
	if (seqs.length > 1e3) throw new RangeError(`more than ${MAX_ERASED} events in one erasure`);
}
// packages/audit-log/dist/block-builder.js
var BlockBuilder = class {
	block;
	#terms = /* @__PURE__ */ new Map();
	#times = [];
	earliest = Number.POSITIVE_INFINITY;
	latest = Number.NEGATIVE_INFINITY;
	constructor(block) {
		this.block = block;
	}
	get size() {
		return this.#times.length;
	}
	add(facets) {
		const offset = this.#times.length;
		this.#times.push(facets?.occurredAt ?? 0);
		if (facets === void 0) return;
		this.earliest = Math.min(this.earliest, facets.occurredAt);
		this.latest = Math.max(this.latest, facets.occurredAt);
		for (const term of facets.terms) {
			const offsets = this.#terms.get(term);
			if (offsets === void 0) this.#terms.set(term, [offset]);
			else offsets.push(offset);
		}
	}
	offsets(term) {
		return this.#terms.get(term) ?? [];
	}
	timeAt(offset) {
		return this.#times[offset] ?? 0;
	}
	*postings() {
		for (const [term, offsets] of this.#terms) yield {
			term,
			block: this.block,
			count: offsets.length,
			offsets: encodeOffsets(offsets)
		};
	}
	closed() {
		const { block } = this;
		const [earliest, latest] = this.earliest > this.latest ? [0, 0] : [this.earliest, this.latest];
		return {
			block,
			earliest,
			latest,
			times: encodeTimes(this.#times)
		};
	}
};
function encodeTimes(times) {
	const bytes = new Uint8Array(times.length * 8);
	const view = new DataView(bytes.buffer);
	for (let index = 0; index < times.length; index += 1) view.setFloat64(index * 8, times[index] ?? 0, true);
	return bytes;
}
function timesIn(bytes) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return (offset) => view.getFloat64(offset * 8, true);
}
// packages/audit-log/dist/facets.js
const facetsIn = async (storage, from, until) => (await storage.texts(from, until)).map((text) => text === void 0 ? void 0 : facetsOfText(text));
// packages/audit-log/dist/examine-index.js
const STRIDE$2 = 256;
const LOT = 256;
const TRIES$1 = 3;
async function examineIndex(storage, blockSize, most) {
	const { closed: blocks } = await storage.extent();
	const faults = [];
	const distance = Math.max(1, Math.ceil(blocks / Math.max(1, most)));
	const stored = await storage.termCounts();
	let compared = 0;
	for (let block = blocks - 1; block >= 0 && compared < most; block -= distance, compared += 1) {
		const fault = await faultOf(storage, block, blockSize, stored.get(block) ?? 0);
		if (fault !== void 0) faults.unshift(fault);
	}
	return {
		blocks,
		compared,
		faults
	};
}
async function mendIndex(storage, blockSize, block) {
	for (let tries = 0; tries < TRIES$1; tries += 1) {
		const { closed, erasures } = await storage.extent();
		if (block >= closed) return;
		const builder = await builtAgain(storage, block, blockSize);
		const right = [...builder.postings()];
		const known = new Set(right.map(({ term }) => term));
		const strange = (await storage.termsOf(block)).filter((term) => !known.has(term));
		for (const rows of lots([...right, ...strange.map((term) => emptyPosting(term, block))])) await storage.writePostings(rows, erasures);
		await storage.closeBlock(builder.closed(), erasures);
		if ((await storage.extent()).erasures === erasures) return;
	}
}
async function faultOf(storage, block, blockSize, stored) {
	for (let tries = 1;; tries += 1) {
		const { erasures } = await storage.extent();
		const builder = await builtAgain(storage, block, blockSize);
		const { terms, count } = await wrongTerms(storage, builder);
		if (stored > count) terms.push(...await strangeTerms(storage, builder));
		const [bounds] = await storage.blockTimes(block);
		const times = !hasMoments(builder, await storage.times(block)) || !areBounds(bounds, builder);
		if (terms.length === 0 && !times) return void 0;
		if ((await storage.extent()).erasures !== erasures && tries < TRIES$1) continue;
		const first = block * blockSize;
		return {
			block,
			first,
			last: first + blockSize - 1,
			terms,
			times
		};
	}
}
async function wrongTerms(storage, builder) {
	const terms = [];
	let count = 0;
	for (const right of lots([...builder.postings()])) {
		const stored = await storage.postings(right);
		count += right.length;
		for (const [index, posting] of right.entries()) if (!isSame(posting, stored[index])) terms.push(posting.term);
	}
	return {
		terms,
		count
	};
}
const strangeTerms = async (storage, builder) => (await storage.termsOf(builder.block)).filter((term) => builder.offsets(term).length === 0);
async function builtAgain(storage, block, blockSize) {
	const builder = new BlockBuilder(block);
	const end = (block + 1) * blockSize;
	for (let from = block * blockSize; from < end; from += STRIDE$2) for (const facets of await facetsIn(storage, from, Math.min(end, from + STRIDE$2))) builder.add(facets);
	return builder;
}
const emptyPosting = (term, block) => ({
	term,
	block,
	count: 0,
	offsets: /* @__PURE__ */ new Uint8Array()
});
const isSame = (right, stored) => stored !== void 0 && stored.count === right.count && areSame(right.offsets, stored.offsets);
function hasMoments(builder, stored) {
	const { times: right } = builder.closed();
	if (stored.length !== right.length) return false;
	const [rightAt, storedAt] = [timesIn(right), timesIn(stored)];
	for (let offset = 0; offset < builder.size; offset += 1) if (rightAt(offset) !== 0 && rightAt(offset) !== storedAt(offset)) return false;
	return true;
}
const areBounds = (bounds, { block, earliest, latest }) => bounds?.block === block && (earliest > latest || bounds.earliest <= earliest && bounds.latest >= latest);
const areSame = (one, other) => one.length === other.length && one.every((byte, index) => byte === other[index]);
function* lots(items) {
	for (let start = 0; start < items.length; start += LOT) yield items.slice(start, start + LOT);
}
// packages/audit-log/dist/mending.js
const HASH_BYTES = 32;
const TILE_WIDTH = 256;
function refuseUnstored(size, level, index, hashes) {
	refuseNumbers([level, index]);
	const width = hashes.length / HASH_BYTES;
	const reached = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
	if (!(Number.isInteger(width) && width > 0 && (level > 0 || width === TILE_WIDTH)) || width > reached) throw new RangeError(`the log does not store ${width} hashes of tile ${level}/${index}`);
}
// packages/audit-log/dist/open-matches.js
function openMatches(builder, alternatives, within) {
	const postings = alternatives.map((terms) => terms.map((term) => builder.offsets(term))).filter((offsets) => offsets.every(({ length }) => length > 0));
	const isWhole = within.end >= builder.size && !within.isPartial && postings.every(({ length }) => length === 1);
	return {
		block: builder.block,
		count: (atMost) => isWhole ? postings.reduce((sum, [{ length } = []]) => sum + length, 0) : highest(builder, postings, within, atMost).length,
		highest: (most) => highest(builder, postings, within, most)
	};
}
function highest(builder, alternatives, within, most) {
	const walks = alternatives.map((postings) => new Walk(builder, postings, within));
	const found = [];
	while (found.length < most) {
		let next;
		for (const walk of walks) if (walk.offset > (next?.offset ?? -1)) next = walk;
		if (next === void 0) break;
		found.push(next.offset);
		next.advance();
	}
	return found;
}
var Walk = class {
	#builder;
	#fewest;
	#others;
	#within;
	#at;
	offset = 0;
	constructor(builder, postings, within) {
		this.#builder = builder;
		const [fewest = [], ...others] = postings.toSorted((one, other) => one.length - other.length);
		[this.#fewest, this.#others, this.#within] = [
			fewest,
			others,
			within
		];
		this.#at = placeOf(fewest, within.end);
		this.advance();
	}
	advance() {
		do {
			this.#at -= 1;
			this.offset = this.#fewest[this.#at] ?? -1;
		} while (this.offset >= 0 && !this.#isMatch(this.offset));
	}
	#isMatch(offset) {
		const { isPartial, from, until } = this.#within;
		const time = isPartial ? this.#builder.timeAt(offset) : from;
		if (isPartial && (time < from || time >= until)) return false;
		return this.#others.every((other) => other[placeOf(other, offset)] === offset);
	}
};
function placeOf(offsets, offset) {
	let [low, high] = [0, offsets.length];
	while (low < high) {
		const middle = low + high >> 1;
		if ((offsets[middle] ?? 0) < offset) low = middle + 1;
		else high = middle;
	}
	return low;
}
// packages/audit-log/dist/stored-index.js
const NONE = /* @__PURE__ */ new Map();
const REMEMBERED = 2e4;
const TERM = 16;
var StoredIndex = class {
	#storage;
	#blocks = [];
	#counts = /* @__PURE__ */ new Map();
	#remembered = 0;
	#reads = /* @__PURE__ */ new Map();
	constructor(storage) {
		this.#storage = storage;
	}
	get blocks() {
		return this.#blocks;
	}
	async growTo(closed) {
		const known = this.#blocks.length;
		if (closed <= known) return;
		const added = (await this.#storage.blockTimes(known)).slice(0, closed - known);
		this.#blocks = [...this.#blocks, ...added];
		this.#counts.clear();
		this.#remembered = 0;
	}
	async counts(terms) {
		const blocks = this.#blocks;
		const counts = new Map(terms.map((term) => [term, this.#counts.get(term)]));
		const unknown = terms.filter((term) => counts.get(term) === void 0);
		const read = unknown.length === 0 ? [] : await this.#storage.counts(unknown);
		for (const [index, term] of unknown.entries()) counts.set(term, read[index]);
		if (blocks === this.#blocks) for (const [term, own] of counts) this.#remember(term, own);
		return terms.map((term) => counts.get(term) ?? NONE);
	}
	#remember(term, counts = NONE) {
		this.#forget(term);
		this.#counts.set(term, counts);
		this.#remembered += counts.size + TERM;
		for (const oldest of this.#counts.keys()) {
			if (this.#remembered <= REMEMBERED) return;
			this.#forget(oldest);
		}
	}
	#forget(term) {
		const counts = this.#counts.get(term);
		if (counts === void 0) return;
		this.#counts.delete(term);
		this.#remembered -= counts.size + TERM;
	}
	postings(places) {
		const key = places.map(({ term, block }) => `${block} ${term}`).join("\n");
		const running = this.#reads.get(key);
		if (running !== void 0) return running;
		const read = this.#storage.postings(places).finally(() => this.#reads.delete(key));
		this.#reads.set(key, read);
		return read;
	}
	times(block) {
		return this.#storage.times(block);
	}
};
// packages/audit-log/dist/search.js
const STRIDE$1 = 16;
async function* search(blocks, wanted) {
	const alternatives = alternativesOf(wanted.filter);
	for (const builder of blocks.open) {
		if (!isWithin(blocks, wanted, builder)) continue;
		yield openMatches(builder, alternatives, offsetsWithin(blocks, wanted, builder));
	}
	const closed = blocks.closed.filter((block) => isWithin(blocks, wanted, block)).toReversed();
	if (closed.length === 0) return;
	const counts = await blocks.stored.counts(alternatives.flat());
	let first = 0;
	const byLabel = alternatives.map((terms) => {
		const own = counts.slice(first, first + terms.length);
		first += terms.length;
		return {
			terms,
			counts: own
		};
	});
	for (let start = 0; start < closed.length; start += STRIDE$1) yield* inStorage(blocks, wanted, closed.slice(start, start + STRIDE$1), byLabel);
}
const isWithin = ({ blockSize }, { filter: { from, until }, before }, { block, earliest, latest }) => block * blockSize < before && latest >= (from ?? -Infinity) && earliest < (until ?? Infinity);
const offsetsWithin = ({ blockSize }, { filter: { from = -Infinity, until = Infinity }, before }, { block, earliest, latest }) => ({
	end: Math.min(blockSize, before - block * blockSize),
	from,
	until,
	isPartial: earliest < from || latest >= until
});
async function* inStorage(blocks, wanted, stride, byLabel) {
	const present = stride.map((times) => ({
		times,
		labels: byLabel.filter(({ counts }) => counts.every((count) => count.has(times.block))),
		within: offsetsWithin(blocks, wanted, times)
	}));
	const isCounted = ({ labels, within: { end, isPartial } }) => wanted.isCount && end === blocks.blockSize && !isPartial && labels.every(({ terms }) => terms.length === 1);
	const places = present.flatMap((block) => isCounted(block) ? [] : block.labels.flatMap(({ terms }) => terms.map((term) => ({
		term,
		block: block.times.block
	}))));
	const postings = places.length === 0 ? [] : await blocks.stored.postings(places);
	let next = 0;
	for (const here of present) {
		const { block } = here.times;
		if (isCounted(here)) {
			const total = here.labels.reduce((sum, { counts }) => sum + (counts[0]?.get(block) ?? 0), 0);
			yield {
				block,
				count: () => total,
				highest: () => []
			};
			continue;
		}
		let found;
		for (const { terms } of here.labels) {
			const own = postings.slice(next, next + terms.length);
			next += terms.length;
			const common = own.includes(void 0) ? void 0 : commonOffsets(own.flatMap((one) => one?.offsets ?? []));
			if (found === void 0) found = common;
			else if (common !== void 0) unite(found, common);
		}
		if (found === void 0) continue;
		const offsets = found;
		const { end, from, until, isPartial } = here.within;
		cutBitmap(offsets, end);
		if (isPartial) {
			const timeAt = timesIn(await blocks.stored.times(block));
			filterBitmap(offsets, (offset) => timeAt(offset) >= from && timeAt(offset) < until);
		}
		yield {
			block,
			count: () => sizeOfBitmap(offsets),
			highest: (most) => fallingOffsets(offsets, most)
		};
	}
}
// packages/audit-log/dist/indexed-log.js
const STRIDE = 256;
const WRITTEN = 256;
const MAX_FED = 2e4;
const TRIES = 3;
var IndexedLog = class {
	#storage;
	#blockSize;
	#open = [];
	#stored;
	#erasures = -1;
	#end = 0;
	#fed = [];
	#fedSize = 0;
	#last = Promise.resolve();
	#closing;
	constructor(storage, { blockSize = BLOCK } = {}) {
		this.#storage = storage;
		this.#stored = new StoredIndex(storage);
		this.#blockSize = blockSize;
	}
	async list(filter, { limit, before = Number.MAX_SAFE_INTEGER, offset = 0 }) {
		refuseNumbers([
			limit,
			before,
			offset
		]);
		const wanted = {
			filter: copyOf(filter),
			before,
			isCount: false
		};
		for (let tries = 1;; tries += 1) {
			const seqs = await this.#seqs(await this.#blocks(), wanted, {
				limit,
				offset
			});
			const found = new Map((await this.#storage.events(seqs)).map((event) => [event.seq, event]));
			if (found.size < seqs.length && tries < TRIES) continue;
			return seqs.flatMap((seq) => {
				const event = found.get(seq);
				return event === void 0 ? [] : [eventOfText(event.text, event.ip)];
			});
		}
	}
	async count(filter, atMost) {
		const wanted = {
			filter: copyOf(filter),
			before: Number.MAX_SAFE_INTEGER,
			isCount: true
		};
		const blocks = await this.#blocks();
		let found = 0;
		if (atMost <= 0) return 0;
		for await (const { count } of search(blocks, wanted)) {
			found += count(atMost - found);
			if (found >= atMost) return atMost;
		}
		return found;
	}
	async holding(ids) {
		return ids.length === 0 ? [] : this.#storage.holding([...ids]);
	}
	async seqOf(id) {
		await this.#storage.extent();
		return this.#storage.seqOf(id);
	}
	async head() {
		const { size } = await this.#storage.extent();
		const tiles = /* @__PURE__ */ new Map();
		for (const tile of partialTiles(size)) tiles.set(nameOf(tile), await this.#storage.hashes(tile));
		return {
			size,
			root: rootOf(edgeFromTiles(size, (tile) => tiles.get(nameOf(tile)) ?? /* @__PURE__ */ new Uint8Array()))
		};
	}
	async tile(level, index, width) {
		refuseNumbers([
			level,
			index,
			width
		]);
		const { size } = await this.#storage.extent();
		const reached = Math.floor(size / 256 ** level) - index * 256;
		if (width < 1 || width > 256 || width > reached) return void 0;
		const hashes = await this.#storage.hashes({
			level,
			index,
			width
		});
		return Uint8Array.from(hashes.subarray(0, width * 32));
	}
	async mendTile(level, index, hashes) {
		refuseUnstored((await this.#storage.extent()).size, level, index, hashes);
		await this.#storage.mendTile(level, index, hashes);
	}
	entries(from, most) {
		return this.#inStrides(from, most, (start, until) => this.#storage.entries(start, until));
	}
	texts(from, most) {
		return this.#inStrides(from, most, (start, until) => this.#storage.texts(start, until));
	}
	async erase(seqs, part) {
		refuseTooMany(seqs);
		refuseNumbers(seqs);
		await this.#storage.extent();
		await this.#storage.erase({
			seqs: [...new Set(seqs)],
			part,
			blockSize: this.#blockSize
		});
	}
	examineIndex(most) {
		return examineIndex(this.#storage, this.#blockSize, most);
	}
	async mendIndex(block) {
		await mendIndex(this.#storage, this.#blockSize, block);
		this.#erasures = -1;
	}
	feed(first, facets) {
		if (this.#fedSize > MAX_FED) [this.#fed, this.#fedSize] = [[], 0];
		this.#fed.push({
			first,
			facets
		});
		this.#fedSize += facets.length;
		if (this.#erasures >= 0) this.#digest();
	}
	get hasFullBlock() {
		return (this.#open[0]?.size ?? 0) >= this.#blockSize;
	}
	closeBlocks() {
		this.#closing ??= this.#closeAll().finally(() => {
			this.#closing = void 0;
		});
		return this.#closing;
	}
	async #closeAll() {
		for (;;) {
			const { size, ...extent } = await this.#storage.extent();
			await this.#index({
				...extent,
				size: Math.min(size, (extent.closed + 1) * this.#blockSize)
			});
			const [builder] = this.#open;
			if (builder === void 0 || builder.size < this.#blockSize) return;
			const erasures = this.#erasures;
			let rows = [];
			for (const posting of builder.postings()) {
				rows.push(posting);
				if (rows.length < WRITTEN) continue;
				await this.#storage.writePostings(rows, erasures);
				rows = [];
			}
			if (rows.length > 0) await this.#storage.writePostings(rows, erasures);
			await this.#storage.closeBlock(builder.closed(), erasures);
		}
	}
	async #inStrides(from, most, read) {
		const until = Math.min((await this.#storage.extent()).size, from + most);
		const found = [];
		for (let start = from; start < until; start += STRIDE) found.push(...await read(start, Math.min(until, start + STRIDE)));
		return found;
	}
	async #seqs(blocks, wanted, { limit, offset }) {
		const seqs = [];
		let skipped = 0;
		if (limit <= 0) return seqs;
		for await (const { block, highest } of search(blocks, wanted)) {
			const left = offset - skipped;
			const offsets = highest(left + limit - seqs.length);
			skipped += Math.min(left, offsets.length);
			for (const at of offsets.slice(left)) seqs.push(block * this.#blockSize + at);
			if (seqs.length >= limit) break;
		}
		return seqs;
	}
	async #blocks() {
		let extent = await this.#storage.extent();
		if (this.#isBehind(extent)) {
			await this.closeBlocks().catch(() => void 0);
			extent = await this.#storage.extent();
		}
		await this.#index(extent);
		return {
			blockSize: this.#blockSize,
			open: this.#open.toReversed(),
			closed: this.#stored.blocks,
			stored: this.#stored
		};
	}
	#isBehind({ size, closed }) {
		return size - Math.max(this.#end, closed * this.#blockSize) > this.#blockSize;
	}
	async #index(extent) {
		const reached = this.#last.then(() => this.#reach(extent));
		this.#last = reached.catch(() => void 0);
		await reached;
	}
	async #reach({ size, closed, erasures }) {
		if (erasures > this.#erasures) {
			[this.#open, this.#stored, this.#end] = [
				[],
				new StoredIndex(this.#storage),
				0
			];
			[this.#fed, this.#fedSize] = [[], 0];
			this.#erasures = erasures;
		}
		await this.#stored.growTo(closed);
		const indexed = this.#stored.blocks.length;
		this.#open = this.#open.filter(({ block }) => block >= indexed);
		this.#end = Math.max(this.#end, indexed * this.#blockSize);
		for (this.#digest(); this.#end < size; this.#digest()) {
			const until = Math.min(size, this.#end + STRIDE);
			for (const facets of await facetsIn(this.#storage, this.#end, until)) this.#add(facets);
		}
	}
	#digest() {
		for (;;) {
			const [next] = this.#fed;
			if (next === void 0 || next.first > this.#end) return;
			this.#fed.shift();
			this.#fedSize -= next.facets.length;
			for (const facets of next.facets.slice(this.#end - next.first)) this.#add(facets);
		}
	}
	#add(facets) {
		const block = Math.floor(this.#end / this.#blockSize);
		let builder = this.#open.at(-1);
		if (builder?.block !== block) {
			builder = new BlockBuilder(block);
			this.#open.push(builder);
		}
		builder.add(facets);
		this.#end += 1;
	}
};
const nameOf = ({ level, index }) => `${level}/${index}`;
const copyOf = (filter) => ({
	...filter,
	labels: [...filter.labels]
});
// packages/store-kit/dist/node/hashes.js
const sha256 = (data) => hash("sha256", data, "buffer");
const hexSha256 = (text) => hash("sha256", text, "hex");
const salts = new RandomPool({
	length: 32,
	uses: 128
});
const newSalts = () => salts.lend((bytes) => ({
	salt: bytes.toString("hex", 0, 16),
	ipSalt: bytes.toString("hex", 16)
}));
// packages/adapter-local/dist/documents/places.js
const compareBytes = (a, b) => {
	const length = Math.min(a.length, b.length);
	for (let at = 0; at < length; at += 1) if (a.charCodeAt(at) - b.charCodeAt(at) !== 0) return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
	return a.length - b.length;
};
const rank = (unit) => {
	if (unit < 55296) return unit;
	return unit < 57344 ? unit + 8192 : unit - 2048;
};
const comparePlaces = (a, b) => a.position - b.position || compareBytes(a.id, b.id);
const firstNotBefore = (sorted, place) => {
	const last = sorted.at(-1);
	if (last !== void 0 && comparePlaces(last, place) < 0) return sorted.length;
	let low = 0;
	let high = sorted.length;
	while (low < high) {
		const middle = low + high >>> 1;
		const entry = sorted[middle];
		if (entry !== void 0 && comparePlaces(entry, place) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
};
// packages/adapter-local/dist/limits/chain.js
function takeChain(windows, charges, at) {
	const standings = [];
	for (const { bucket, window, endsChain = false } of charges) {
		const standing = windows.take(bucket, window, at);
		standings.push(standing);
		if (standing.allowed) continue;
		if (!endsChain) for (const before of charges.slice(0, standings.length - 1)) windows.giveBack(before.bucket, before.window, at);
		break;
	}
	return standings;
}
// packages/adapter-local/dist/limits/standing.js
const KEPT_MS = 6e5;
const FORGET_EVERY_MS = 6e4;
const isOpen = (open, window, at) => open !== void 0 && !isOver(open.endsAt, window.milliseconds, at);
const latestEnd = (window, at) => plus(at, window.milliseconds + MAX_CLOCK_GAP_MS);
function standingOf(open, window, at) {
	const current = isOpen(open, window, at) ? open : {
		endsAt: plus(at, window.milliseconds),
		used: 0
	};
	const remaining = Math.max(0, window.limit - current.used);
	return {
		allowed: remaining > 0,
		limit: window.limit,
		remaining,
		resetAt: current.endsAt
	};
}
function countedIn(open, window, at) {
	const { allowed, resetAt } = standingOf(open, window, at);
	if (!allowed) return void 0;
	return {
		endsAt: resetAt,
		used: isOpen(open, window, at) ? open.used + 1 : 1
	};
}
const allowedAs = (used, endsAt, window) => ({
	allowed: true,
	limit: window.limit,
	remaining: window.limit - used,
	resetAt: endsAt
});
export { withoutOffsets as _, isOpen as a, takeChain as c, firstNotBefore as d, hexSha256 as f, postingsOf as g, IndexedLog as h, countedIn as i, compareBytes as l, sha256 as m, KEPT_MS as n, latestEnd as o, newSalts as p, allowedAs as r, standingOf as s, FORGET_EVERY_MS as t, comparePlaces as u, frozen as v };

//# sourceMappingURL=standing-Du6yMRnv.js.map