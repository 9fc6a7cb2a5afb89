import "./rolldown-runtime-B7YF8cLN.js";
import { c as instant, i as SECOND, s as formatInstant } from "./time-3_LsNOPc.js";
// packages/audit-proof/dist/sha256.js
function primes(count) {
	const found = [];
	for (let candidate = 2; found.length < count; candidate++) if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
	return found;
}
const fraction = (value) => value % 1 * 4294967296 | 0;
const ROUND_CONSTANTS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const BLOCK_BYTES = 64;
const state = /* @__PURE__ */ new Int32Array(8);
const schedule = /* @__PURE__ */ new Int32Array(64);
const lastBlocks = /* @__PURE__ */ new Uint8Array(128);
function sha256(bytes) {
	state.set(INITIAL);
	const whole = bytes.length - bytes.length % BLOCK_BYTES;
	for (let offset = 0; offset < whole; offset += BLOCK_BYTES) compress(bytes, offset);
	compressEnd(bytes, whole);
	return digest();
}
function compressEnd(bytes, whole) {
	const rest = bytes.length - whole;
	const end = rest < 56 ? BLOCK_BYTES : 128;
	for (let index = 0; index < rest; index++) lastBlocks[index] = bytes[whole + index];
	lastBlocks[rest] = 128;
	lastBlocks.fill(0, rest + 1, end - 8);
	writeWord(lastBlocks, end - 8, Math.floor(bytes.length / 536870912));
	writeWord(lastBlocks, end - 4, bytes.length << 3);
	for (let offset = 0; offset < end; offset += BLOCK_BYTES) compress(lastBlocks, offset);
}
function digest() {
	const bytes = /* @__PURE__ */ new Uint8Array(32);
	for (let index = 0; index < 8; index++) writeWord(bytes, 4 * index, state[index]);
	return bytes;
}
function writeWord(bytes, offset, word) {
	bytes[offset] = word >>> 24;
	bytes[offset + 1] = word >>> 16;
	bytes[offset + 2] = word >>> 8;
	bytes[offset + 3] = word;
}
function compress(block, offset) {
	const w = schedule;
	for (let t = 0, at = offset; t < 16; t++, at += 4) w[t] = block[at] << 24 | block[at + 1] << 16 | block[at + 2] << 8 | block[at + 3];
	for (let t = 16; t < 64; t++) {
		const x = w[t - 15];
		const y = w[t - 2];
		const small0 = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3;
		const small1 = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10;
		w[t] = small1 + w[t - 7] + small0 + w[t - 16] | 0;
	}
	let a = state[0];
	let b = state[1];
	let c = state[2];
	let d = state[3];
	let e = state[4];
	let f = state[5];
	let g = state[6];
	let h = state[7];
	for (let t = 0; t < 64; t++) {
		const big1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
		const choice = e & f ^ ~e & g;
		const t1 = h + big1 + choice + ROUND_CONSTANTS[t] + w[t] | 0;
		const big0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
		const majority = a & b ^ a & c ^ b & c;
		h = g;
		g = f;
		f = e;
		e = d + t1 | 0;
		d = c;
		c = b;
		b = a;
		a = t1 + big0 + majority | 0;
	}
	state[0] = state[0] + a | 0;
	state[1] = state[1] + b | 0;
	state[2] = state[2] + c | 0;
	state[3] = state[3] + d | 0;
	state[4] = state[4] + e | 0;
	state[5] = state[5] + f | 0;
	state[6] = state[6] + g | 0;
	state[7] = state[7] + h | 0;
}
// packages/audit-proof/dist/tree/hashes.js
function leafHash(entry) {
	const input = new Uint8Array(1 + entry.length);
	input.set(entry, 1);
	return sha256(input);
}
const pair = /* @__PURE__ */ new Uint8Array(65);
pair[0] = 1;
function nodeHash(left, right) {
	pair.set(left, 1);
	pair.set(right, 33);
	return sha256(pair);
}
const emptyRoot = () => sha256(/* @__PURE__ */ new Uint8Array(0));
function sameHash(one, other) {
	return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
const copyOf = (hash) => new Uint8Array(hash);
function joinHashes(hashes) {
	const bytes = new Uint8Array(hashes.reduce((length, hash) => length + hash.length, 0));
	let end = 0;
	for (const hash of hashes) {
		bytes.set(hash, end);
		end += hash.length;
	}
	return bytes;
}
const leavesPerHash = (level) => 256 ** level;
function partialTiles(size) {
	return levels(size).map((level) => {
		const hashes = Math.floor(size / leavesPerHash(level));
		return {
			level,
			index: Math.floor(hashes / 256),
			width: hashes % 256
		};
	}).filter(({ width }) => width > 0);
}
function* allTiles(size) {
	for (const level of levels(size)) {
		const hashes = Math.floor(size / leavesPerHash(level));
		for (let index = 0; index * 256 < hashes; index++) yield {
			level,
			index,
			width: Math.min(256, hashes - index * 256)
		};
	}
}
function levels(size) {
	return Array.from({ length: 6 }, (_, level) => level).filter((level) => leavesPerHash(level) <= size);
}
function tilePath({ level, index, width }) {
	return `tile/${level}/${numberPath(index)}${partialSuffix(width)}`;
}
function entriesPath({ index, width }) {
	return `tile/entries/${numberPath(index)}${partialSuffix(width)}`;
}
const partialSuffix = (width) => width === 256 ? "" : `.p/${width}`;
function numberPath(index) {
	const digits = String(index);
	return digits.padStart(Math.ceil(digits.length / 3) * 3, "0").replaceAll(/\d{3}(?=\d)/gu, "x$&/");
}
const PATH = /^tile\/(?<level>entries|[0-5])\/(?<number>(?:x\d{3}\/){0,5}\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/u;
function parseTilePath(path) {
	const { level, number, width } = PATH.exec(path)?.groups ?? {};
	if (level === void 0 || number === void 0) return void 0;
	const index = Number(number.replaceAll(/[x/]/gu, ""));
	const tile = {
		level: level === "entries" ? level : Number(level),
		index,
		width: Number(width ?? 256)
	};
	return (tile.level === "entries" ? entriesPath(tile) : tilePath({
		...tile,
		level: tile.level
	})) === path ? tile : void 0;
}
function hashAt(tile, position) {
	const end = (position + 1) * 32;
	if (end > tile.length) throw new RangeError(`the tile has no hash ${position}`);
	return tile.subarray(end - 32, end);
}
function rootWithin(tile, start, height) {
	if (height === 0) return hashAt(tile, start);
	const half = 2 ** (height - 1);
	return nodeHash(rootWithin(tile, start, height - 1), rootWithin(tile, start + half, height - 1));
}
// packages/audit-proof/dist/tree/edge.js
const emptyEdge = {
	size: 0,
	peaks: []
};
function append(edge, leaves) {
	const peaks = [...edge.peaks];
	const gained = [];
	let { size } = edge;
	for (const leaf of leaves) {
		let hash = copyOf(leaf);
		gain(gained, 0, hash);
		for (let height = 1, rest = size; rest % 2 === 1; height++, rest = Math.floor(rest / 2)) {
			const left = peaks.pop();
			if (left === void 0) throw new RangeError(`an edge of size ${edge.size} has more peaks than these`);
			hash = nodeHash(left, hash);
			if (height % 8 === 0) gain(gained, height / 8, hash);
		}
		peaks.push(hash);
		size++;
	}
	const parts = gained.flatMap((hashes, level) => partsOf(level, Math.floor(edge.size / 256 ** level), hashes));
	return {
		edge: {
			size,
			peaks
		},
		parts
	};
}
function gain(gained, level, hash) {
	const hashes = gained[level];
	if (hashes === void 0) gained[level] = [hash];
	else hashes.push(hash);
}
function partsOf(level, first, hashes) {
	const parts = [];
	for (let done = 0; done < hashes.length;) {
		const start = (first + done) % 256;
		const part = hashes.slice(done, done + 256 - start);
		parts.push({
			level,
			index: Math.floor((first + done) / 256),
			start,
			hashes: joinHashes(part)
		});
		done += part.length;
	}
	return parts;
}
function rootOf({ peaks }) {
	return peaks.length === 0 ? emptyRoot() : peaks.reduceRight((right, left) => nodeHash(left, right));
}
function edgeFromTiles(size, read) {
	return {
		size,
		peaks: partialTiles(size).toReversed().flatMap((tile) => peaksWithin(read(tile), tile.width))
	};
}
function peaksWithin(tile, width) {
	const peaks = [];
	for (let height = 7, start = 0; height >= 0; height--) {
		if ((width >> height & 1) === 0) continue;
		peaks.push(copyOf(rootWithin(tile, start, height)));
		start += 2 ** height;
	}
	return peaks;
}
// packages/store-kit/dist/changes.js
const subjectOf = (change) => {
	if ("insert" in change) return change.insert;
	if ("replace" in change) return change.replace;
	return "remove" in change ? change.remove : change.expect;
};
const identity = (collection, id) => `${collection.length}:${collection}${id}`;
function refuseMalformed(changes) {
	for (const change of changes) {
		const subject = subjectOf(change);
		refuseString(change.collection);
		refuseString(subject.id);
		refuseNumber(subject.version);
		if ("keys" in subject) {
			subject.keys.forEach(refuseString);
			subject.uniqueKeys.forEach(refuseString);
			refuseNumber(subject.position);
			refuseNumber(subject.schema);
		}
	}
	if (changes.length > 1 && new Set(changes.map(nameOf)).size < changes.length) throw new TypeError("two changes of the same document in one commit");
}
const nameOf = (change) => identity(change.collection, subjectOf(change).id);
const isStorable = (text) => typeof text === "string" && text.isWellFormed();
function refuseString(text) {
	if (!isStorable(text)) throw new TypeError("a name or key is not a string, or has a lone surrogate");
}
function refuseNumber(number) {
	if (!Number.isSafeInteger(number)) throw new TypeError("a version, schema, position or limit is not an exact integer");
}
const refuseNumbers = (numbers) => numbers.forEach(refuseNumber);
// packages/audit-log/dist/canonical-json.js
function canonicalJson(value) {
	if (typeof value === "string") return canonicalText(value);
	if (typeof value === "number") {
		if (!Number.isSafeInteger(value)) throw new TypeError("an event holds a number that is not an exact integer");
		return String(value);
	}
	if (value === null || typeof value === "boolean") return String(value);
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object") throw new TypeError(`an event holds a ${typeof value}, which JSON cannot hold`);
	let text = "";
	const members = Object.entries(value);
	if (members.length > 1) members.sort(([a], [b]) => a < b ? -1 : 1);
	for (const [name, member] of members) text += `${text === "" ? "" : ","}${canonicalText(name)}:${canonicalJson(member)}`;
	return `{${text}}`;
}
const PLAIN = /^[ !#-[\]-~]*$/;
function canonicalText(text) {
	if (typeof text === "string" && PLAIN.test(text)) return `"${text}"`;
	if (!isStorable(text)) throw new TypeError("an event holds a string with a lone surrogate, or none at all");
	return JSON.stringify(text);
}
// packages/audit-log/dist/terms.js
const term = (label, kind, name = "") => `${kind}${name}|${label}`;
function termsOf({ type, outcome, actor, target }) {
	const label = target.label ?? "";
	const terms = [
		term(label, ""),
		term(label, "t", type),
		term(label, "o", outcome)
	];
	if (target.roomId !== null) terms.push(term(label, "r", target.roomId));
	if (actor.type !== "system") terms.push(term(label, "a", actor.id));
	return terms;
}
function termsFor(label, { roomId, actorId, type, outcome }) {
	const terms = [];
	if (roomId !== void 0) terms.push(term(label, "r", roomId));
	if (actorId !== void 0) terms.push(term(label, "a", actorId));
	if (type !== void 0) terms.push(term(label, "t", type));
	if (outcome !== void 0) terms.push(term(label, "o", outcome));
	return terms.length === 0 ? [term(label, "")] : terms;
}
const alternativesOf = (filter) => [...new Set(filter.labels)].map((label) => termsFor(label, filter));
// packages/audit-log/dist/event-text.js
const MAX_EVENT_BYTES = 16384;
const LONGEST_SEQ = 16;
function encodeEvent(event, { salt, ipSalt }, hash) {
	const { id, actor, target, request, occurredAt } = event;
	const ip = request?.ip ?? null;
	const actorId = actor.type === "system" ? null : actor.id;
	const tokenId = actor.type === "user" ? actor.tokenId : null;
	const from = ip === null ? "null" : canonicalText(hash(ipSalt + ip));
	const head = `{"actor":{"id":${textOrNull(actorId)},"token_id":${textOrNull(tokenId)},"type":${canonicalText(actor.type)}},"data":${canonicalJson(event.data)},"id":${canonicalText(id)},"occurred_at":"${timeText(occurredAt)}","outcome":${canonicalText(event.outcome)},"request":${request ? `{"id":${canonicalText(request.id)},"ip_hash":${from}}` : "null"},"rule":${textOrNull(event.rule)},"salt":${canonicalText(salt)},"seq":`;
	const tail = `,"target":{"id":${canonicalText(target.id)},"label":${textOrNull(target.label)},"room_id":${textOrNull(target.roomId)},"type":${canonicalText(target.type)}},"type":${canonicalText(event.type)},"v":1}`;
	if (lengthOf(head + tail) + LONGEST_SEQ > 16384) throw new TypeError(`an event has more than ${MAX_EVENT_BYTES} bytes`);
	return {
		id,
		head,
		tail,
		address: ip === null ? null : {
			ip,
			salt: ipSalt
		},
		facets: {
			occurredAt,
			terms: termsOf(event)
		}
	};
}
const textOrNull = (text) => text === null ? "null" : canonicalText(text);
const eventText = ({ head, tail }, seq) => `${head}${seq}${tail}`;
const parse = JSON.parse;
function eventOfText(text, ip) {
	const parsed = parse(text);
	const { actor, target, request } = parsed;
	return {
		seq: parsed.seq,
		id: parsed.id,
		type: parsed.type,
		outcome: parsed.outcome,
		rule: parsed.rule,
		occurredAt: instant(Date.parse(parsed.occurred_at)),
		actor: actorOf(actor),
		target: {
			type: target.type,
			id: target.id,
			roomId: target.room_id,
			label: target.label
		},
		request: request && {
			id: request.id,
			ip
		},
		data: parsed.data
	};
}
function facetsOfText(text) {
	const event = eventOfText(text, null);
	return {
		occurredAt: event.occurredAt,
		terms: termsOf(event)
	};
}
const actorOf = (actor) => {
	if (actor.type === "system") return { type: "system" };
	return actor.type === "user" ? {
		type: "user",
		id: actor.id,
		tokenId: actor.token_id
	} : {
		type: "share",
		id: actor.id
	};
};
function timeText(at) {
	const milliseconds = String(at - Math.floor(at / SECOND) * SECOND).padStart(3, "0");
	return `${formatInstant(at).slice(0, -1)}.${milliseconds}Z`;
}
function lengthOf(text) {
	if (text.length * 3 + LONGEST_SEQ <= 16384) return text.length;
	let bytes = 0;
	for (const character of text) {
		const code = character.codePointAt(0) ?? 0;
		bytes += code < 128 ? 1 : code < 2048 ? 2 : code < 65536 ? 3 : 4;
	}
	return bytes;
}
export { copyOf as C, sameHash as D, nodeHash as E, sha256 as O, tilePath as S, leafHash as T, hashAt as _, alternativesOf as a, partialTiles as b, refuseMalformed as c, append as d, edgeFromTiles as f, entriesPath as g, allTiles as h, facetsOfText as i, refuseNumbers as l, rootOf as m, eventOfText as n, identity as o, emptyEdge as p, eventText as r, isStorable as s, encodeEvent as t, subjectOf as u, numberPath as v, joinHashes as w, rootWithin as x, parseTilePath as y };

//# sourceMappingURL=event-text-cAgXxu-e.js.map