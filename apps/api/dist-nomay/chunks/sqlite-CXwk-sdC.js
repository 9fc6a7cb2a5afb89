import { n as __name } from "./rolldown-runtime-B7YF8cLN.js";
import { T as leafHash, c as refuseMalformed, d as append, f as edgeFromTiles, o as identity, r as eventText, s as isStorable, t as encodeEvent } from "./event-text-cAgXxu-e.js";
import { a as VersionConflict, i as Unavailable, t as DuplicateKey } from "./errors-8hUQncME.js";
import { d as Batcher, i as makeFolder, r as createOnce, t as KEPT } from "./kept-B6sUuM_q.js";
import { _ as withoutOffsets, c as takeChain, f as hexSha256, g as postingsOf, h as IndexedLog, i as countedIn, m as sha256, n as KEPT_MS, o as latestEnd, p as newSalts, r as allowedAs, s as standingOf, t as FORGET_EVERY_MS, u as comparePlaces, v as frozen } from "./standing-Du6yMRnv.js";
import { n as resultCode, t as isBusy } from "./result-codes-BGGNwCpE.js";
import { t as systemErrorCode } from "./system-error-code-Dr3QMSzo.js";
import { t as instant } from "./instant-CLzek37l.js";
import { t as textOfFile } from "./text-of-file-hBrkBytM.js";
import { n as isOver } from "./stored-end-Zm6a5Tvx.js";
import { u as plus } from "./time-3_LsNOPc.js";
import { basename, dirname, join, resolve } from "node:path";
import { mkdir, rm, rmdir, stat } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { accessSync, closeSync, constants as constants$2, existsSync, openSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { setImmediate as setImmediate$1, setTimeout } from "node:timers/promises";
// packages/store-kit/dist/backoff.js
const backoffMs = (failures, { firstMs, maxMs }) => Math.min(firstMs * 2 ** (failures - 1), maxMs) * (.5 + Math.random() / 2);
// packages/store-kit/dist/stored-json.js
const parse = JSON.parse;
function storedJson(text) {
	if (typeof text !== "string") return null;
	try {
		return parse(text);
	} catch {
		return null;
	}
}
// packages/adapter-local/dist/documents/generations.js
const EMPTY = 100;
var Generations = class {
	#half;
	#young = /* @__PURE__ */ new Map();
	#old = /* @__PURE__ */ new Map();
	#size = 0;
	constructor(size) {
		this.#half = size / 2;
	}
	get(group, key) {
		const young = this.#young.get(group)?.get(key);
		if (young !== void 0) return young.value;
		const old = this.#old.get(group)?.get(key);
		if (old === void 0) return void 0;
		this.#add(group, key, old);
		return old.value;
	}
	set(group, key, value, size) {
		this.#size -= this.#young.get(group)?.get(key)?.size ?? 0;
		this.#add(group, key, {
			value,
			size: EMPTY + group.length + key.length + size
		});
	}
	renew(group, key, value) {
		const entries = this.#young.get(group);
		const known = entries?.get(key);
		if (known !== void 0) entries?.set(key, {
			...known,
			value
		});
	}
	has(group, key) {
		return this.#young.get(group)?.has(key) === true || this.#old.get(group)?.has(key) === true;
	}
	clear() {
		this.#young = /* @__PURE__ */ new Map();
		this.#old = /* @__PURE__ */ new Map();
		this.#size = 0;
	}
	#add(group, key, entry) {
		if (this.#size + entry.size > this.#half) {
			this.#old = this.#young;
			this.#young = /* @__PURE__ */ new Map();
			this.#size = 0;
		}
		const ofGroup = this.#young.get(group);
		if (ofGroup === void 0) this.#young.set(group, /* @__PURE__ */ new Map([[key, entry]]));
		else ofGroup.set(key, entry);
		this.#size += entry.size;
	}
};
// packages/adapter-local/dist/documents/sqlite-statement.js
var Statement = class {
	#statement;
	#arity;
	#counters;
	constructor(database, sql, counters) {
		this.#statement = database.prepare(sql);
		this.#arity = Math.max(0, ...Array.from(sql.matchAll(/\?(\d+)/g), ([, number]) => Number(number)));
		this.#counters = counters;
	}
	run(...values) {
		return Number(this.#statement.run(...this.#checked(values)).changes);
	}
	row(...values) {
		return this.#statement.get(...this.#checked(values));
	}
	rows(...values) {
		return this.#statement.all(...this.#checked(values));
	}
	each(...values) {
		return this.#statement.iterate(...this.#checked(values));
	}
	#checked(values) {
		if (values.length !== this.#arity) throw new TypeError(`${values.length} values for ${this.#arity} parameters`);
		for (const value of values) if (!(typeof value === "string" || typeof value === "bigint" || value === null || Number.isSafeInteger(value) || value instanceof Uint8Array)) throw new TypeError(`a value of type ${typeof value} cannot be bound`);
		this.#counters.statements += 1;
		return values;
	}
};
const textOf = (row, column) => {
	const value = row[column];
	if (typeof value !== "string") throw new TypeError(`the column ${column} holds no text`);
	return value;
};
const integerOf = (row, column) => {
	const value = row[column];
	if (typeof value !== "number") throw new TypeError(`the column ${column} holds no integer`);
	return value;
};
const bytesOf$1 = /* @__PURE__ */ __name((row, column) => {
	const value = row[column];
	if (!(value instanceof Uint8Array)) throw new TypeError(`the column ${column} holds no bytes`);
	return value;
}, "bytesOf");
const textOrNull = (row, column) => row[column] === null ? null : textOf(row, column);
// packages/adapter-local/dist/documents/sqlite-rows.js
const COLUMNS = "d.id, d.version, d.schema, d.position, d.keys, d.unique_keys, d.body";
const parseList = JSON.parse;
const NONE = Object.freeze([]);
const parseKeys = (text) => text === "[]" ? NONE : parseList(text);
const documentOf = (row) => Object.freeze({
	id: textOf(row, "id"),
	version: integerOf(row, "version"),
	schema: integerOf(row, "schema"),
	position: instant(integerOf(row, "position")),
	keys: Object.freeze(parseKeys(textOf(row, "keys"))),
	uniqueKeys: Object.freeze(parseKeys(textOf(row, "unique_keys"))),
	body: frozen(storedJson(textOf(row, "body")))
});
const sizeOf$1 = /* @__PURE__ */ __name((...texts) => texts.reduce((sum, { length }) => sum + length, 0), "sizeOf");
const sizeOfRow = (row) => sizeOf$1(textOf(row, "keys"), textOf(row, "unique_keys"), textOf(row, "body"));
// packages/adapter-local/dist/documents/sqlite-cache.js
const SIZE = 4194304;
var DocumentCache = class {
	#documents = new Generations(SIZE);
	#holders = new Generations(SIZE / 8);
	byId(collection, id) {
		return this.#documents.get(collection, id);
	}
	byUniqueKey(collection, key) {
		const id = this.#holders.get(collection, key);
		return typeof id === "string" ? this.byId(collection, id) : id;
	}
	found(collection, document, size) {
		this.#documents.set(collection, document.id, document, size);
	}
	foundBy(collection, key, id) {
		this.#holders.set(collection, key, id, 0);
	}
	missing(collection, id) {
		this.#documents.set(collection, id, null, 0);
	}
	follow(changes, moves) {
		for (const change of changes) this.#follow(change);
		for (const { collection, leaves } of moves) this.#moveKeys(collection, leaves, null);
		for (const { collection, id, takes } of moves) this.#moveKeys(collection, takes, id);
	}
	clear() {
		this.#documents.clear();
		this.#holders.clear();
	}
	#follow(change) {
		const { collection, id } = change;
		if ("expect" in change || !this.#documents.has(collection, id)) return;
		if ("remove" in change) {
			this.missing(collection, id);
			return;
		}
		if ("touch" in change) {
			const known = this.byId(collection, id);
			if (known) this.#documents.renew(collection, id, Object.freeze({
				...known,
				version: change.touch
			}));
			return;
		}
		const next = "insert" in change ? change.insert : change.replace;
		this.found(collection, decoded(id, next), sizeOf$1(next.keysText, next.uniqueKeysText, next.body));
	}
	#moveKeys(collection, keys, id) {
		for (const key of keys?.uniqueKeys ?? []) if (this.#holders.has(collection, key)) this.foundBy(collection, key, id);
	}
};
const decoded = (id, { version, schema, position, keysText, uniqueKeysText, body }) => documentOf({
	id,
	version,
	schema,
	position,
	keys: keysText,
	unique_keys: uniqueKeysText,
	body
});
// packages/adapter-local/dist/documents/sqlite-counts.js
const MOST$2 = 1e3;
var Counts = class {
	#totals = /* @__PURE__ */ new Map();
	#byKey = /* @__PURE__ */ new Map();
	#watches = /* @__PURE__ */ new Set();
	of(connection, collection, selection, count) {
		if (isOfStretch(selection)) return count();
		const known = this.#known(connection, nameOf(collection, selection));
		if (known !== void 0 && !known.isFloor) return known.found;
		return this.#remember(collection, {
			...totalOf(collection, selection),
			found: count(),
			isFloor: false
		}).found;
	}
	upTo(connection, collection, selection, atMost) {
		const watch = {
			...totalOf(collection, selection),
			collection,
			removed: 0,
			isTouched: false
		};
		if (isOfStretch(selection)) return watch;
		const known = this.#known(connection, watch.name);
		if (known !== void 0 && (!known.isFloor || known.found >= atMost)) return Math.min(known.found, atMost);
		this.#watches.add(watch);
		return watch;
	}
	settle(connection, watch, { found, isFloor }) {
		connection.refresh();
		if (!this.#watches.delete(watch) || watch.isTouched && !isFloor) return;
		this.#remember(watch.collection, {
			name: watch.name,
			keys: watch.keys,
			found: found - watch.removed,
			isFloor
		});
	}
	abandon(watch) {
		this.#watches.delete(watch);
	}
	follow(shifts) {
		for (const { collection, before = [], after = [] } of shifts) {
			for (const watch of this.#watches) if (watch.collection === collection) note(watch, before, after);
			const totals = this.#byKey.get(collection);
			if (totals === void 0) continue;
			const touched = /* @__PURE__ */ new Set();
			for (const key of before) for (const total of totals.get(key) ?? []) touched.add(total);
			for (const key of after) for (const total of totals.get(key) ?? []) touched.add(total);
			for (const total of touched) total.found += standsIn(total, after) - standsIn(total, before);
		}
	}
	forget() {
		this.#watches.clear();
		this.#totals.clear();
		this.#byKey.clear();
	}
	#known(connection, name) {
		connection.refresh();
		const known = this.#totals.get(name);
		if (known === void 0) return void 0;
		this.#totals.delete(name);
		this.#totals.set(name, known);
		return known;
	}
	#remember(collection, total) {
		const before = this.#totals.get(total.name);
		if (before !== void 0) this.#drop(before);
		for (const [, oldest] of this.#totals) {
			if (this.#totals.size < MOST$2) break;
			this.#drop(oldest);
		}
		this.#totals.set(total.name, total);
		const byKey = this.#byKey.get(collection) ?? /* @__PURE__ */ new Map();
		this.#byKey.set(collection, byKey);
		for (const key of total.keys) byKey.set(key, (byKey.get(key) ?? /* @__PURE__ */ new Set()).add(total));
		return total;
	}
	#drop(total) {
		this.#totals.delete(total.name);
		for (const byKey of this.#byKey.values()) for (const key of total.keys) {
			const totals = byKey.get(key);
			totals?.delete(total);
			if (totals?.size === 0) byKey.delete(key);
		}
	}
};
const isOfStretch = ({ from, until }) => from !== void 0 || until !== void 0;
const nameOf = (collection, { anyOf }) => JSON.stringify([collection, ...[...new Set(anyOf)].toSorted()]);
const totalOf = (collection, selection) => ({
	name: nameOf(collection, selection),
	keys: new Set(selection.anyOf)
});
function note(watch, before, after) {
	const [was, is] = [standsIn(watch, before), standsIn(watch, after)];
	if (was + is > 0) watch.isTouched = true;
	watch.removed += Math.max(was - is, 0);
}
const standsIn = ({ keys }, under) => under.some((key) => keys.has(key)) ? 1 : 0;
// packages/adapter-local/dist/documents/sqlite-connection.js
const MAX_STATEMENTS = 64;
var Connection = class {
	#database;
	#statements = /* @__PURE__ */ new Map();
	counts = new Counts();
	cache = new DocumentCache();
	#version;
	#transaction = "none";
	lastFound = /* @__PURE__ */ new Map();
	counters = {
		statements: 0,
		commits: 0,
		syncs: 0,
		retries: 0
	};
	constructor(database) {
		this.#database = database;
	}
	sql(sql) {
		const known = this.#statements.get(sql);
		if (known !== void 0) return known;
		if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
		const statement = new Statement(this.#database, sql, this.counters);
		this.#statements.set(sql, statement);
		return statement;
	}
	get inTransaction() {
		return this.#database.isTransaction;
	}
	begin(kind) {
		this.sql(kind === "to write" ? "BEGIN IMMEDIATE" : "BEGIN").run();
		this.#transaction = "begun";
	}
	commit() {
		this.#transaction = "none";
		this.sql("COMMIT").run();
	}
	refresh() {
		if (this.#transaction === "compared") return;
		const version = integerOf(this.sql("PRAGMA data_version").row() ?? {}, "data_version");
		if (version !== this.#version) this.forget();
		this.#version = version;
		if (this.#transaction === "begun") this.#transaction = "compared";
	}
	follow(changes, moves) {
		this.counts.follow(moves.map(({ shift }) => shift));
		this.cache.follow(changes, moves);
	}
	forget() {
		this.counts.forget();
		this.cache.clear();
	}
	rollback() {
		this.#transaction = "none";
		if (this.inTransaction) this.sql("ROLLBACK").run();
	}
	close() {
		this.#statements.clear();
		this.#database.close();
	}
};
// packages/adapter-local/dist/documents/store-unusable.js
var StoreUnusable = class extends Error {
	name = "StoreUnusable";
	code;
	path;
	constructor(code, path, sentence, cause) {
		super(`${path}: ${sentence}`, cause === void 0 ? void 0 : { cause });
		this.code = code;
		this.path = path;
	}
};
// packages/adapter-local/dist/documents/sqlite-errors.js
const INFRASTRUCTURE = /* @__PURE__ */ new Set([
	5,
	6,
	7,
	8,
	9,
	10,
	11,
	13,
	14,
	15,
	26
]);
const isInfrastructureError = (error) => INFRASTRUCTURE.has(resultCode(error));
const asUnavailable = (error, maybeDone = false) => isInfrastructureError(error) ? new Unavailable("documents", {
	cause: error,
	maybeDone
}) : error;
const mayHaveCommitted = (error) => resultCode(error) === 10;
const SENTENCES = {
	[1]: ["damaged", "tables of the store are missing from the database."],
	[8]: ["read-only", "the database or its folder cannot be written to."],
	[10]: ["unreachable", "the database cannot be read from its disk. Look after the disk, or restore a backup."],
	[11]: ["damaged", "the database is damaged. Restore a backup, or look into it with the doctor."],
	[14]: ["unreachable", "the database, or the log beside it, cannot be opened. Let the user of the service read and write both, or restore a backup."],
	[26]: ["damaged", "this is not an SQLite database, or its first page is destroyed. Restore a backup."]
};
const asUnusable = (error, path) => {
	const [code, sentence] = SENTENCES[resultCode(error)] ?? [];
	return code && sentence ? new StoreUnusable(code, path, sentence, error) : void 0;
};
// packages/adapter-local/dist/documents/sqlite-schema.js
const APPLICATION_ID = 1400008557;
const DOCUMENTS = `
  CREATE TABLE documents (
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    schema INTEGER NOT NULL,
    position INTEGER NOT NULL,
    keys TEXT NOT NULL,
    unique_keys TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (collection, id)
  ) STRICT;

  CREATE TABLE keys (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (collection, key, position, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unique_keys (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (collection, key)
  ) STRICT, WITHOUT ROWID;
`;
const AUDIT_TABLES = `
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    entry BLOB NOT NULL,
    ip TEXT,
    ip_salt TEXT,
    event TEXT
  ) STRICT;

  CREATE TABLE event_ids (
    id BLOB PRIMARY KEY,
    seq INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE postings (
    term TEXT NOT NULL,
    block INTEGER NOT NULL,
    count INTEGER NOT NULL,
    offsets BLOB NOT NULL,
    PRIMARY KEY (term, block)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE blocks (
    block INTEGER PRIMARY KEY,
    earliest INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    times BLOB NOT NULL
  ) STRICT;

  CREATE TABLE tiles (
    level INTEGER NOT NULL,
    tile INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (level, tile)
  ) STRICT;

  CREATE TABLE log (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    erasures INTEGER NOT NULL
  ) STRICT;
  INSERT INTO log (id, erasures) VALUES (0, 0);
`;
const TABLES = `
  ${DOCUMENTS}
  ${AUDIT_TABLES}
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = 2;
`;
const emptyDatabase = () => {
	const database = new DatabaseSync(":memory:");
	try {
		database.exec(TABLES);
		return database.serialize();
	} finally {
		database.close();
	}
};
const raiseSchema = (database) => {
	const schemaOf = () => database.prepare("PRAGMA user_version").get()?.user_version;
	if (schemaOf() === 2) return;
	database.exec("BEGIN IMMEDIATE");
	try {
		if (schemaOf() !== 2) database.exec(`${AUDIT_TABLES} PRAGMA user_version = 2;`);
		database.exec("COMMIT");
	} catch (error) {
		if (database.isTransaction) database.exec("ROLLBACK");
		throw error;
	}
};
// packages/adapter-local/dist/documents/sqlite-file.js
const BUSY_MS$1 = 5;
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA cache_size = -4000;
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA secure_delete = ON;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
`;
const makeDatabase = async (path) => {
	if (sizeOf(path) !== void 0) return;
	refuseOrphanedLog(path);
	try {
		await makeFolder(dirname(path));
		await createOnce(dirname(path), basename(path), emptyDatabase());
	} catch (error) {
		throw new StoreUnusable("unreachable", path, "the database is missing and cannot be created here.", error);
	}
};
const openDatabase = (path) => {
	refuseOrphanedLog(path);
	refuseReadOnly(path);
	const address = pathToFileURL(path);
	address.searchParams.set("mode", "rw");
	let database;
	try {
		database = new DatabaseSync(address, { timeout: BUSY_MS$1 });
		const connection = new Connection(database);
		refuseStrangers(connection, path);
		database.exec(SETTINGS);
		raiseSchema(database);
		touchEveryTable(connection);
		return connection;
	} catch (error) {
		database?.close();
		throw asUnusable(error, path) ?? error;
	}
};
const refuseOrphanedLog = (path) => {
	if ((sizeOf(path) ?? 0) > 0) return;
	for (const log of [`${path}-wal`, `${path}-journal`]) {
		if ((sizeOf(log) ?? 0) === 0) continue;
		throw new StoreUnusable("orphaned-log", path, `the database is missing but its log ${log} is there. Bring back the database, or move the log away.`);
	}
	if (sizeOf(path) === 0) throw new StoreUnusable("damaged", path, "the database is empty. Restore a backup, or remove the file to start with a new one.");
};
const refuseReadOnly = (path) => {
	try {
		accessSync(path, constants$2.R_OK | constants$2.W_OK);
		accessSync(dirname(path), constants$2.W_OK);
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT") throw new StoreUnusable("unreachable", path, "the database is missing.", error);
		throw new StoreUnusable("read-only", path, "the database or its folder cannot be written to.", error);
	}
};
const sizeOf = (path) => statSync(path, { throwIfNoEntry: false })?.size;
const refuseStrangers = (connection, path) => {
	const number = (pragma) => integerOf(connection.sql(`PRAGMA ${pragma}`).row() ?? {}, pragma);
	if (number("application_id") !== 1400008557) throw new StoreUnusable("foreign", path, "this is a database of another program.");
	const schema = number("user_version");
	if (schema > 2) throw new StoreUnusable("newer-schema", path, `the database has schema ${schema}; this program knows up to 2. Use the newer program.`);
	if (schema < 1) throw new StoreUnusable("damaged", path, `the database has schema ${schema}, which never existed.`);
};
const touchEveryTable = (connection) => {
	for (const table of [
		"documents",
		"keys",
		"unique_keys",
		"events",
		"event_ids",
		"postings",
		"blocks",
		"tiles",
		"log"
	]) connection.sql(`SELECT * FROM ${table} LIMIT 1`).row();
};
// packages/adapter-local/dist/documents/sqlite-place.js
const FORM$1 = /^([0-9a-f-]{36})\n(restored\n)?$/;
const fileBeside = (database) => join(dirname(database), `${basename(database).replace(/\.db$/u, "")}.id`);
async function placeBeside(database) {
	const file = fileBeside(database);
	try {
		if (await idIn(file) === void 0) await createOnce(dirname(file), basename(file), Buffer.from(`${randomUUID()}\n`));
	} catch (error) {
		throw new Unavailable("documents", { cause: error });
	}
	return readPlaceBeside(database);
}
async function readPlaceBeside(database) {
	const found = await idIn(fileBeside(database)).catch((error) => {
		throw new Unavailable("documents", { cause: error });
	});
	return {
		parts: { file: found?.id ?? "none" },
		isRestored: found?.isRestored ?? false
	};
}
async function idIn(file) {
	const text = await textOfFile(file).catch((error) => {
		const code = systemErrorCode(error);
		if (code === "ENOENT") return void 0;
		if (code === "EFBIG") return "";
		throw error;
	});
	if (text === void 0) return void 0;
	const [, id, restored] = FORM$1.exec(text) ?? [];
	return {
		id: id ?? "unreadable",
		isRestored: id === void 0 || restored !== void 0
	};
}
// packages/adapter-local/dist/runtime/turn.js
const MOST_TOGETHER = 8;
const endOfTurn = () => new Promise((resolve) => {
	if (left > 0) {
		left -= 1;
		waiting += 1;
		process.nextTick(() => {
			waiting -= 1;
			serve(resolve);
		});
	} else setImmediate(() => {
		left = MOST_TOGETHER;
		serve(resolve);
	});
});
let left = 0;
let waiting = 0;
function serve(resolve) {
	resolve();
	queueMicrotask(() => process.nextTick(end));
}
function end() {
	if (waiting === 0) left = 0;
}
// packages/adapter-local/dist/documents/sqlite-audit-log.js
var SqliteAuditLog = class extends IndexedLog {
	#closing;
	#isWarm = false;
	onAdded({ first, facets }) {
		this.feed(first, facets);
		if (!this.#isWarm || this.hasFullBlock) this.#work();
	}
	#work() {
		this.#isWarm = true;
		this.#closing ??= this.closeBlocks().catch((error) => {
			if (!(error instanceof Unavailable)) throw error;
			this.#isWarm = false;
		}).finally(() => {
			this.#closing = void 0;
		});
	}
	stored() {
		return this.closeBlocks();
	}
	async idle() {
		await this.#closing;
	}
};
// packages/adapter-local/dist/documents/sqlite-audit-append.js
const LAST = "SELECT seq FROM events ORDER BY seq DESC LIMIT 1";
const ADD_ID = "INSERT INTO event_ids (id, seq) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
const ADD = "INSERT INTO events (seq, entry, ip, ip_salt, event) VALUES (?1, ?2, ?3, ?4, ?5)";
const ENTRIES = "SELECT entry FROM events WHERE seq >= ?1 AND seq < ?2 ORDER BY seq";
const TILE = "SELECT hashes FROM tiles WHERE level = ?1 AND tile = ?2";
const NEW_TILE = "INSERT INTO tiles (level, tile, hashes) VALUES (?1, ?2, ?3)";
const MENDED_TILE = `${NEW_TILE} ON CONFLICT (level, tile) DO UPDATE SET hashes = ?3`;
const LONGER_TILE = "UPDATE tiles SET hashes = ?3 WHERE level = ?1 AND tile = ?2";
const sizeOfLog = (connection) => {
	const row = connection.sql(LAST).row();
	return row === void 0 ? 0 : integerOf(row, "seq") + 1;
};
var Appending = class {
	#connection;
	#first;
	#next = 0;
	#facets = [];
	constructor(connection) {
		this.#connection = connection;
	}
	add(events) {
		if (events.length === 0) return;
		if (this.#first === void 0) this.#first = this.#next = sizeOfLog(this.#connection);
		for (const event of events) {
			const seq = this.#next;
			if (this.#connection.sql(ADD_ID).run(bytesOfId(event.id), seq) === 0) throw new DuplicateKey("events", `id:${event.id}`);
			const text = eventText(event, seq);
			this.#connection.sql(ADD).run(seq, sha256(text), event.address?.ip ?? null, event.address?.salt ?? null, text);
			this.#facets.push(event.facets);
			this.#next += 1;
		}
	}
	get size() {
		return this.#facets.length;
	}
	backTo(size) {
		this.#facets = this.#facets.slice(0, size);
		this.#next = (this.#first ?? 0) + size;
	}
	finish() {
		const from = fullTilesOf(this.#first ?? 0);
		const until = fullTilesOf(this.#next);
		if (until > from) growTiles(this.#connection, from, until);
	}
	get added() {
		return this.#first === void 0 || this.#facets.length === 0 ? void 0 : {
			first: this.#first,
			facets: this.#facets
		};
	}
};
const fullTilesOf = (size) => size - size % 256;
function growTiles(connection, from, until) {
	const leaves = entriesIn(connection, from, until).map(leafHash);
	for (const { level, index, start, hashes } of append(edgeAt(connection, from), leaves).parts) if (start === 0) connection.sql(NEW_TILE).run(level, index, hashes);
	else connection.sql(LONGER_TILE).run(level, index, Buffer.concat([tileAt(connection, level, index), hashes]));
}
function mendTile(connection, level, index, hashes) {
	const rest = tileAt(connection, level, index).subarray(hashes.length);
	connection.sql(MENDED_TILE).run(level, index, Buffer.concat([hashes, rest]));
}
const edgeAt = (connection, size) => edgeFromTiles(size, ({ level, index, width }) => level === 0 ? leavesAt(connection, index, width) : tileAt(connection, level, index));
const leavesAt = (connection, index, width) => Buffer.concat(entriesIn(connection, index * 256, index * 256 + width).map(leafHash));
const entriesIn = (connection, from, until) => connection.sql(ENTRIES).rows(from, until).map((row) => bytesOf$1(row, "entry"));
function tileAt(connection, level, index) {
	const row = connection.sql(TILE).row(level, index);
	return row === void 0 ? /* @__PURE__ */ new Uint8Array() : bytesOf$1(row, "hashes");
}
const bytesOfId = (id) => Buffer.from(id.replaceAll("-", ""), "hex");
// packages/adapter-local/dist/documents/sqlite-audit-erase.js
const TEXT = "SELECT event FROM events WHERE seq = ?1 AND event IS NOT NULL";
const DROP_ADDRESS = "UPDATE events SET ip = NULL, ip_salt = NULL WHERE seq = ?1";
const DROP_EVENT = "UPDATE events SET event = NULL, ip = NULL, ip_salt = NULL WHERE seq = ?1";
const CLOSED = "SELECT coalesce(max(block), -1) + 1 AS closed FROM blocks";
const POSTING$1 = "SELECT offsets FROM postings WHERE term = ?1 AND block = ?2";
const CHANGE = "UPDATE postings SET count = ?3, offsets = ?4 WHERE term = ?1 AND block = ?2";
const DROP = "DELETE FROM postings WHERE term = ?1 AND block = ?2";
const NOTE = "UPDATE log SET erasures = erasures + 1";
function eraseEvents(connection, { seqs, part, blockSize }) {
	if (part === "address") {
		for (const seq of seqs) connection.sql(DROP_ADDRESS).run(seq);
		return;
	}
	const events = seqs.flatMap((seq) => {
		const row = connection.sql(TEXT).row(seq);
		return row === void 0 ? [] : [{
			seq,
			text: textOf(row, "event")
		}];
	});
	if (events.length === 0) return;
	const closed = integerOf(connection.sql(CLOSED).row() ?? {}, "closed");
	for (const { term, block, offsets } of postingsOf(events, closed, blockSize)) {
		const row = connection.sql(POSTING$1).row(term, block);
		const left = row && withoutOffsets(bytesOf$1(row, "offsets"), offsets);
		if (left === void 0) connection.sql(DROP).run(term, block);
		else connection.sql(CHANGE).run(term, block, left.count, left.offsets);
	}
	for (const { seq } of events) connection.sql(DROP_EVENT).run(seq);
	connection.sql(NOTE).run();
}
// packages/adapter-local/dist/documents/sqlite-audit-storage.js
const EXTENT = `SELECT erasures, (SELECT coalesce(max(block), -1) + 1 FROM blocks) AS closed FROM log`;
const TEXTS = "SELECT event FROM events WHERE seq >= ?1 AND seq < ?2 ORDER BY seq";
const MOST$1 = 32;
const EVENTS = `SELECT seq, ip, event FROM events
  WHERE seq IN (${Array.from({ length: MOST$1 }, (_, index) => `?${index + 1}`).join(", ")}) AND event IS NOT NULL`;
const SEQ = "SELECT seq FROM event_ids WHERE id = ?1";
const COUNTS = "SELECT block, count FROM postings WHERE term = ?1";
const POSTING = "SELECT count, offsets FROM postings WHERE term = ?1 AND block = ?2";
const TERM_COUNTS = "SELECT block, count(*) AS found FROM postings WHERE count > 0 GROUP BY block";
const TERMS = "SELECT term FROM postings WHERE block = ?1 AND count > 0";
const BLOCKS = "SELECT block, earliest, latest FROM blocks WHERE block >= ?1 ORDER BY block";
const TIMES = "SELECT times FROM blocks WHERE block = ?1";
const ERASURES = "SELECT erasures FROM log";
const WRITE$1 = "INSERT OR REPLACE INTO postings (term, block, count, offsets) VALUES (?1, ?2, ?3, ?4)";
const CLOSE = "INSERT OR REPLACE INTO blocks (block, earliest, latest, times) VALUES (?1, ?2, ?3, ?4)";
const sqliteAuditStorage = (look, change) => ({
	extent: () => look((connection) => {
		const row = connection.sql(EXTENT).row() ?? {};
		return {
			size: sizeOfLog(connection),
			closed: integerOf(row, "closed"),
			erasures: integerOf(row, "erasures")
		};
	}),
	texts: (from, until) => look((connection) => textsIn(connection, from, until)),
	entries: (from, until) => look((connection) => entriesIn(connection, from, until)),
	hashes: ({ level, index, width }) => look((connection) => {
		const stored = level > 0 || width === 256 ? tileAt(connection, level, index) : /* @__PURE__ */ new Uint8Array();
		return level > 0 || stored.length > 0 ? stored : leavesAt(connection, index, width);
	}),
	mendTile: (level, index, hashes) => change((connection) => mendTile(connection, level, index, hashes)),
	erase: (erasure) => change((connection) => eraseEvents(connection, erasure)),
	events: (seqs) => look((connection) => {
		const rows = [];
		for (let start = 0; start < seqs.length; start += MOST$1) {
			const wanted = seqs.slice(start, start + MOST$1);
			rows.push(...connection.sql(EVENTS).rows(...wanted, ...Array.from({ length: MOST$1 - wanted.length }, () => null)));
		}
		return rows.map((row) => ({
			seq: integerOf(row, "seq"),
			text: textOf(row, "event"),
			ip: textOrNull(row, "ip")
		}));
	}),
	holding: (ids) => look((connection) => ids.filter((id) => seqOf(connection, id) !== void 0)),
	seqOf: (id) => look((connection) => seqOf(connection, id)),
	counts: (terms) => look((connection) => terms.map((term) => new Map(connection.sql(COUNTS).rows(term).map((row) => [integerOf(row, "block"), integerOf(row, "count")])))),
	postings: (places) => look((connection) => places.map(({ term, block }) => {
		const row = connection.sql(POSTING).row(term, block);
		return row && {
			term,
			block,
			count: integerOf(row, "count"),
			offsets: bytesOf$1(row, "offsets")
		};
	})),
	termCounts: () => look((connection) => new Map(connection.sql(TERM_COUNTS).rows().map((row) => [integerOf(row, "block"), integerOf(row, "found")]))),
	termsOf: (block) => look((connection) => connection.sql(TERMS).rows(block).map((row) => textOf(row, "term"))),
	blockTimes: (block) => look((connection) => connection.sql(BLOCKS).rows(block).map((row) => ({
		block: integerOf(row, "block"),
		earliest: integerOf(row, "earliest"),
		latest: integerOf(row, "latest")
	}))),
	times: (block) => look((connection) => {
		const row = connection.sql(TIMES).row(block);
		return row === void 0 ? /* @__PURE__ */ new Uint8Array() : bytesOf$1(row, "times");
	}),
	writePostings: (postings, erasures) => change((connection) => {
		if (erasuresIn(connection) === erasures) for (const posting of postings) write$1(connection, posting);
	}),
	closeBlock: (block, erasures) => change((connection) => {
		if (erasuresIn(connection) === erasures) close(connection, block);
	})
});
const textsIn = (connection, from, until) => connection.sql(TEXTS).rows(from, until).map((row) => textOrNull(row, "event") ?? void 0);
const seqOf = (connection, id) => {
	const row = connection.sql(SEQ).row(bytesOfId(id));
	return row && integerOf(row, "seq");
};
const erasuresIn = (connection) => integerOf(connection.sql(ERASURES).row() ?? {}, "erasures");
const write$1 = /* @__PURE__ */ __name((connection, { term, block, count, offsets }) => {
	connection.sql(WRITE$1).run(term, block, count, offsets);
}, "write");
const close = (connection, { block, earliest, latest, times }) => {
	connection.sql(CLOSE).run(block, earliest, latest, times);
};
// packages/adapter-local/dist/documents/sqlite-change.js
const encoded = (change, known) => {
	const { collection } = change;
	if ("replace" in change && isSame(change.replace, known(collection, change.replace.id))) return {
		collection,
		id: change.replace.id,
		touch: change.replace.version
	};
	if ("insert" in change) return {
		collection,
		id: change.insert.id,
		insert: rowOf$1(change.insert)
	};
	if ("replace" in change) return {
		collection,
		id: change.replace.id,
		replace: rowOf$1(change.replace)
	};
	if ("remove" in change) return {
		collection,
		id: change.remove.id,
		remove: change.remove.version
	};
	return {
		collection,
		id: change.expect.id,
		expect: change.expect.version
	};
};
const isSame = (next, known) => known?.body === next.body && known.version === next.version - 1 && known.schema === next.schema && known.position === next.position && areEqual(known.keys, next.keys) && areEqual(known.uniqueKeys, next.uniqueKeys);
const areEqual = (a, b) => a.length === b.length && a.every((key, index) => key === b[index]);
const rowOf$1 = /* @__PURE__ */ __name(({ version, schema, position, keys, uniqueKeys, body }) => ({
	version,
	schema,
	position,
	keys: distinct(keys),
	uniqueKeys: distinct(uniqueKeys),
	keysText: JSON.stringify(keys),
	uniqueKeysText: JSON.stringify(uniqueKeys),
	body: JSON.stringify(body)
}), "rowOf");
const distinct = (keys) => keys.length < 2 ? [...keys] : [...new Set(keys)];
// packages/adapter-local/dist/documents/sqlite-commit.js
const INSERT = `INSERT INTO documents (collection, id, version, schema, position, keys, unique_keys, body)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING`;
const FIND = "SELECT version, position, keys, unique_keys FROM documents WHERE collection = ?1 AND id = ?2";
const REPLACE_IN_PLACE = `UPDATE documents SET version = ?3, schema = ?4, body = ?8
  WHERE collection = ?1 AND id = ?2 AND version = ?3 - 1 AND position = ?5 AND keys = ?6 AND unique_keys = ?7`;
const TOUCH = "UPDATE documents SET version = ?3 WHERE collection = ?1 AND id = ?2 AND version = ?3 - 1";
const REPLACE = `UPDATE documents SET version = ?3, schema = ?4, position = ?5, keys = ?6, unique_keys = ?7, body = ?8
  WHERE collection = ?1 AND id = ?2`;
const REMOVE = `DELETE FROM documents WHERE collection = ?1 AND id = ?2 AND version = ?3
  RETURNING position, keys, unique_keys`;
const ADD_KEY = "INSERT INTO keys (collection, key, position, id) VALUES (?1, ?2, ?3, ?4)";
const DROP_KEY = "DELETE FROM keys WHERE collection = ?1 AND key = ?2 AND position = ?3 AND id = ?4";
const CLAIM_KEY = "INSERT INTO unique_keys (collection, key, id) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
const FREE_KEY = "DELETE FROM unique_keys WHERE collection = ?1 AND key = ?2 AND id = ?3";
const apply = (connection, changes, versions) => {
	const moves = [];
	for (const change of changes) {
		if ("expect" in change) {
			if (!versions.is(change.collection, change.id, change.expect)) throw new VersionConflict(change.collection, change.id);
			continue;
		}
		versions.changed(change.collection, change.id);
		const move = writeDocument(connection, change);
		if (move !== void 0) moves.push(move);
	}
	for (const move of moves) leaveKeys(connection, move);
	for (const move of moves) takeKeys(connection, move);
	return moves;
};
const writeDocument = (connection, change) => {
	const { collection, id } = change;
	if ("insert" in change) {
		if (connection.sql(INSERT).run(collection, id, ...columnsOf(change.insert)) === 0) throw new DuplicateKey(collection, `id:${id}`);
		return {
			collection,
			id,
			takes: change.insert,
			shift: {
				collection,
				after: change.insert.keys
			}
		};
	}
	if ("remove" in change) {
		const row = connection.sql(REMOVE).row(collection, id, change.remove);
		if (row === void 0) throw new VersionConflict(collection, id);
		const leaves = keysOf(row);
		return {
			collection,
			id,
			leaves,
			shift: {
				collection,
				before: leaves.keys
			}
		};
	}
	if ("touch" in change) {
		if (connection.sql(TOUCH).run(collection, id, change.touch) === 0) throw new VersionConflict(collection, id);
		return;
	}
	const next = change.replace;
	if (connection.sql(REPLACE_IN_PLACE).run(collection, id, ...columnsOf(next)) === 1) return void 0;
	const row = connection.sql(FIND).row(collection, id);
	if (row === void 0 || integerOf(row, "version") !== next.version - 1) throw new VersionConflict(collection, id);
	connection.sql(REPLACE).run(collection, id, ...columnsOf(next));
	return moved(collection, id, keysOf(row), next);
};
const columnsOf = ({ version, schema, position, keysText, uniqueKeysText, body }) => [
	version,
	schema,
	position,
	keysText,
	uniqueKeysText,
	body
];
const keysOf = (row) => ({
	position: integerOf(row, "position"),
	keys: [...new Set(parseKeys(textOf(row, "keys")))],
	uniqueKeys: [...new Set(parseKeys(textOf(row, "unique_keys")))]
});
const moved = (collection, id, before, after) => {
	const stays = before.position === after.position;
	const without = ({ position, keys, uniqueKeys }, other) => ({
		position,
		keys: stays ? keys.filter((key) => !other.keys.includes(key)) : keys,
		uniqueKeys: uniqueKeys.filter((key) => !other.uniqueKeys.includes(key))
	});
	return {
		collection,
		id,
		leaves: without(before, after),
		takes: without(after, before),
		shift: {
			collection,
			before: before.keys,
			after: after.keys
		}
	};
};
const leaveKeys = (connection, { collection, id, leaves }) => {
	if (leaves === void 0) return;
	for (const key of leaves.keys) connection.sql(DROP_KEY).run(collection, key, leaves.position, id);
	for (const key of leaves.uniqueKeys) connection.sql(FREE_KEY).run(collection, key, id);
};
const takeKeys = (connection, { collection, id, takes }) => {
	if (takes === void 0) return;
	for (const key of takes.keys) connection.sql(ADD_KEY).run(collection, key, takes.position, id);
	for (const key of takes.uniqueKeys) if (connection.sql(CLAIM_KEY).run(collection, key, id) === 0) throw new DuplicateKey(collection, key);
};
// packages/adapter-local/dist/documents/sqlite-versions.js
const EXPECT = "SELECT 1 FROM documents WHERE collection = ?1 AND id = ?2 AND version = ?3";
var Versions = class {
	#connection;
	#changed = /* @__PURE__ */ new Set();
	#isFresh = false;
	constructor(connection) {
		this.#connection = connection;
	}
	changed(collection, id) {
		this.#changed.add(identity(collection, id));
	}
	is(collection, id, version) {
		if (this.#changed.size === 0 || !this.#changed.has(identity(collection, id))) {
			if (!this.#isFresh) this.#connection.refresh();
			this.#isFresh = true;
			const known = this.#connection.cache.byId(collection, id);
			if (known !== void 0) return known?.version === version;
		}
		return this.#connection.sql(EXPECT).row(collection, id, version) !== void 0;
	}
};
// packages/adapter-local/dist/documents/sqlite-group-commit.js
const commitTogether = (connection, commits, onAdded) => {
	let committing = false;
	try {
		const { outcomes, appending } = applyAll(connection, commits);
		const applied = outcomes.flatMap((outcome) => "answer" in outcome ? [outcome.answer] : []);
		if (applied.length === 0) {
			connection.rollback();
			return outcomes;
		}
		appending.finish();
		committing = true;
		connection.commit();
		for (const { commit, moves } of applied) connection.follow(commit.changes, moves);
		connection.counters.syncs += 1;
		connection.counters.commits += applied.length;
		if (appending.added !== void 0) onAdded(appending.added);
		return outcomes;
	} catch (error) {
		connection.rollback();
		if (isBusy(error)) throw error;
		if (committing) connection.forget();
		const refusal = asUnavailable(error, committing && mayHaveCommitted(error));
		return commits.map(() => ({ error: refusal }));
	}
};
const applyAll = (connection, commits) => {
	connection.begin("to write");
	const appending = new Appending(connection);
	const versions = new Versions(connection);
	try {
		return {
			outcomes: commits.map((commit) => ({ answer: applyOne(connection, commit, appending, versions) })),
			appending
		};
	} catch (error) {
		if (isInfrastructureError(error) || !connection.inTransaction) throw error;
		connection.rollback();
		return commits.length === 1 ? {
			outcomes: [{ error }],
			appending
		} : applyEach(connection, commits);
	}
};
const applyEach = (connection, commits) => {
	connection.begin("to write");
	const appending = new Appending(connection);
	const versions = new Versions(connection);
	return {
		outcomes: commits.map((commit) => attempt$1(connection, commit, appending, versions)),
		appending
	};
};
const attempt$1 = /* @__PURE__ */ __name((connection, commit, appending, versions) => {
	connection.sql("SAVEPOINT one").run();
	const { size } = appending;
	try {
		const answer = applyOne(connection, commit, appending, versions);
		connection.sql("RELEASE one").run();
		return { answer };
	} catch (error) {
		if (isInfrastructureError(error) || !connection.inTransaction) throw error;
		connection.sql("ROLLBACK TO one").run();
		connection.sql("RELEASE one").run();
		appending.backTo(size);
		return { error };
	}
}, "attempt");
const applyOne = (connection, commit, appending, versions) => {
	const moves = apply(connection, commit.changes, versions);
	appending.add(commit.events);
	commit.write?.(connection);
	return {
		commit,
		moves
	};
};
// packages/adapter-local/dist/documents/sqlite-gather.js
const SIZES$1 = [
	8,
	32,
	128
];
const MOST = 128;
const gathering = (ids) => `SELECT ${COLUMNS} FROM documents AS d
  WHERE d.collection = ?1 AND d.id IN (${Array.from({ length: ids }, (_, index) => `?${index + 2}`).join(", ")})`;
const gather = (connection, collection, ids) => {
	connection.refresh();
	const found = /* @__PURE__ */ new Map();
	const unknown = [];
	for (const id of ids) {
		const known = connection.cache.byId(collection, id);
		if (known === void 0) unknown.push(id);
		else if (known !== null) found.set(id, known);
	}
	for (let start = 0; start < unknown.length; start += MOST) for (const document of fetched(connection, collection, unknown.slice(start, start + MOST))) found.set(document.id, document);
	return found;
};
function fetched(connection, collection, ids) {
	const size = SIZES$1.find((one) => one >= ids.length) ?? MOST;
	const padding = Array.from({ length: size - ids.length }, () => null);
	return connection.sql(gathering(size)).rows(collection, ...ids, ...padding).map((row) => {
		const document = documentOf(row);
		connection.cache.found(collection, document, sizeOfRow(row));
		return document;
	});
}
// packages/adapter-local/dist/documents/sqlite-lists.js
const SIZES = [
	1,
	2,
	4,
	8,
	16,
	32,
	64,
	128,
	256,
	480
];
const stretch = (key) => `SELECT position, id FROM keys
  WHERE collection = ?1 AND key = ?${key} AND (position, id) >= (?2, ?3) AND (position, id) < (?4, ?5)`;
const FIRST_KEY = 8;
const merged = (keys, direction) => `${Array.from({ length: keys }, (_, at) => stretch(FIRST_KEY + at)).join(" UNION ")}
  ORDER BY position ${direction}, id ${direction} LIMIT ?6 OFFSET ?7`;
const MOST_REMEMBERED = 128;
const listing = (keys, direction) => `SELECT ${COLUMNS}
  FROM (${merged(keys, direction)}) AS place
  CROSS JOIN documents AS d ON d.collection = ?1 AND d.id = place.id
  ORDER BY place.position ${direction}, place.id ${direction}`;
const counting = (keys) => `SELECT count(*) AS found FROM (${merged(keys, "ASC")})`;
const listQuestion = (collection, selection, page) => {
	if (page.limit <= 0) return void 0;
	const question = questionOf(collection, selection, page, [page.limit, page.offset ?? 0]);
	return question && {
		...question,
		collection,
		direction: page.order === "oldest" ? "ASC" : "DESC",
		limit: page.limit
	};
};
const countQuestion = (collection, selection) => {
	const question = questionOf(collection, selection, {}, [-1, 0]);
	return question && {
		...question,
		collection,
		selection: {
			...selection,
			anyOf: [...selection.anyOf]
		}
	};
};
const answerList = (connection, { collection, keys, values, direction, limit }) => {
	if (limit > MOST_REMEMBERED) return connection.sql(listing(keys, direction)).rows(...values).map(documentOf);
	const ids = connection.sql(merged(keys, direction)).rows(...values).map((row) => textOf(row, "id"));
	const found = gather(connection, collection, ids);
	return ids.flatMap((id) => found.get(id) ?? []);
};
const answerCount = (connection, { keys, values, collection, selection }) => connection.counts.of(connection, collection, selection, () => integerOf(connection.sql(counting(keys)).row(...values) ?? {}, "found"));
const questionOf = (collection, selection, page, stretchOfList) => {
	const anyOf = [...new Set(selection.anyOf)].filter(isStorable);
	const keys = SIZES.find((size) => size >= anyOf.length);
	if (keys === void 0) throw new RangeError(`more than ${SIZES.at(-1)} keys in one selection`);
	if (anyOf.length === 0) return void 0;
	const { low, high } = boundsOf(selection, page);
	const padding = Array.from({ length: keys - anyOf.length }, () => null);
	return {
		keys,
		values: [
			collection,
			low.position,
			low.id,
			high.position,
			high.id,
			...stretchOfList,
			...anyOf,
			...padding
		]
	};
};
const BEYOND = 2n ** 53n;
const boundsOf = ({ from, until }, { after, order }) => {
	const low = {
		position: from ?? Number.MIN_SAFE_INTEGER,
		id: ""
	};
	const high = until === void 0 ? void 0 : {
		position: until,
		id: ""
	};
	if (after === void 0) return {
		low,
		high: high ?? {
			position: BEYOND,
			id: ""
		}
	};
	if (order === "oldest") {
		const behind = {
			position: after.position,
			id: `${after.id}\0`
		};
		return {
			low: comparePlaces(behind, low) > 0 ? behind : low,
			high: high ?? {
				position: BEYOND,
				id: ""
			}
		};
	}
	return {
		low,
		high: high === void 0 || comparePlaces(after, high) < 0 ? after : high
	};
};
// packages/adapter-local/dist/documents/sqlite-outdated.js
const walk = (beginning) => `SELECT ${COLUMNS} FROM documents AS d
  WHERE d.collection = ?1 AND d.schema < ?2${beginning} ORDER BY d.id LIMIT ?3`;
const FROM_THE_START = walk("");
const AFTER = walk(" AND d.id > ?4");
const outdatedQuestion = (collection, { below, limit, after }) => {
	const values = [
		collection,
		below,
		Math.max(limit, 0)
	];
	return after === void 0 ? {
		sql: FROM_THE_START,
		values
	} : {
		sql: AFTER,
		values: [...values, after]
	};
};
const answerOutdated = (connection, { sql, values }) => connection.sql(sql).rows(...values).map(documentOf);
// packages/adapter-local/dist/documents/sqlite-reads.js
const BY_ID = `SELECT ${COLUMNS} FROM documents AS d WHERE d.collection = ?1 AND d.id = ?2`;
const BY_UNIQUE_KEY = `SELECT ${COLUMNS} FROM unique_keys AS u
  CROSS JOIN documents AS d ON d.collection = u.collection AND d.id = u.id
  WHERE u.collection = ?1 AND u.key = ?2`;
const lookupOf = (ref) => {
	const { collection } = ref;
	const lookup = "id" in ref ? {
		by: "id",
		collection,
		name: ref.id
	} : {
		by: "unique key",
		collection,
		name: ref.uniqueKey
	};
	return isStorable(lookup.name) && isStorable(collection) ? lookup : void 0;
};
const servedBy = /* @__PURE__ */ new WeakMap();
const recall = ({ cache }, lookups) => {
	const found = [];
	for (const lookup of lookups) {
		const known = lookup === void 0 ? null : recalled(cache, lookup);
		if (known === void 0) return void 0;
		found.push(known ?? void 0);
	}
	servedBy.set(found, {
		lookups,
		how: "recalled"
	});
	return found;
};
const recalled = (cache, { by, collection, name }) => by === "id" ? cache.byId(collection, name) : cache.byUniqueKey(collection, name);
const MANY = 4;
const lookUpAll = (connection, lookups) => {
	connection.refresh();
	if (lookups.length > MANY) gatherMany(connection, lookups);
	const how = [];
	const found = lookups.map((lookup) => {
		const isKnown = lookup === void 0 || recalled(connection.cache, lookup) !== void 0;
		const document = lookUp(connection, lookup);
		how.push(isKnown ? "recalled" : document === void 0 ? "missed" : "found");
		return document;
	});
	servedBy.set(found, {
		lookups,
		how
	});
	return found;
};
function evenOut(connection, answer) {
	const served = servedBy.get(answer);
	if (served === void 0) return;
	if (served.how === "recalled") inTransaction(connection, () => lookUpAll(connection, served.lookups));
	inTransaction(connection, () => {
		for (const [index, lookup] of served.lookups.entries()) {
			if (lookup === void 0) continue;
			const how = served.how === "recalled" ? served.how : served.how[index];
			const isFound = how === "recalled" ? readOnce(connection, lookup) : how === "found";
			const name = randomUUID();
			if (isFound) rowOf(connection, {
				...lookup,
				name
			});
			if (how !== "missed") connection.cache.missing(lookup.collection, name);
		}
	});
}
function inTransaction(connection, work) {
	connection.begin("to read");
	connection.refresh();
	work();
	connection.commit();
}
function readOnce(connection, lookup) {
	const row = rowOf(connection, lookup);
	if (row === void 0) readDecoy(connection, lookup.collection);
	else documentOf(row);
	return row !== void 0;
}
const rowOf = (connection, { by, collection, name }) => connection.sql(by === "id" ? BY_ID : BY_UNIQUE_KEY).row(collection, name);
function gatherMany(connection, lookups) {
	const idsOf = /* @__PURE__ */ new Map();
	for (const lookup of lookups) {
		if (lookup?.by !== "id" || recalled(connection.cache, lookup) !== void 0) continue;
		const ids = idsOf.get(lookup.collection) ?? [];
		idsOf.set(lookup.collection, ids);
		ids.push(lookup.name);
	}
	for (const [collection, ids] of idsOf) if (ids.length > MANY) gather(connection, collection, ids);
}
const lookUp = (connection, lookup) => {
	if (lookup === void 0) return void 0;
	connection.refresh();
	const known = recalled(connection.cache, lookup);
	if (known !== void 0) return known ?? void 0;
	const { by, collection, name } = lookup;
	const row = rowOf(connection, lookup);
	if (row === void 0) {
		if (by === "id") connection.cache.missing(collection, name);
		else connection.cache.foundBy(collection, name, null);
		return readDecoy(connection, collection);
	}
	const found = documentOf(row);
	connection.cache.found(collection, found, sizeOfRow(row));
	if (by === "unique key") connection.cache.foundBy(collection, name, found.id);
	connection.lastFound.set(collection, found.id);
	return found;
};
const readDecoy = (connection, collection) => {
	const id = connection.lastFound.get(collection);
	const row = id === void 0 ? void 0 : connection.sql(BY_ID).row(collection, id);
	if (row !== void 0) documentOf(row);
};
const readTogether = (connection, reads) => {
	try {
		if (reads.some(({ isRecallable }) => isRecallable)) connection.refresh();
		const isAnswered = reads.map((read) => read.isRecallable && read.recall(connection));
		if (isAnswered.every(Boolean)) return reads.map(({ answer }) => ({ answer }));
		connection.begin("to read");
		const outcomes = reads.map((read, index) => isAnswered[index] ? { answer: read.answer } : attempt(connection, read));
		connection.commit();
		return outcomes;
	} catch (error) {
		connection.rollback();
		throw error;
	}
};
const attempt = (connection, read) => {
	try {
		read.run(connection);
		return { answer: read.answer };
	} catch (error) {
		if (isInfrastructureError(error)) throw error;
		return { error };
	}
};
// packages/adapter-local/dist/documents/sqlite-strides.js
const MAX_COMPARED = 16e3;
const strideOf = ({ anyOf }) => Math.min(2e3, Math.max(50, Math.floor(MAX_COMPARED / new Set(anyOf).size)));
const walkOf = (collection, selection, { after, order }) => ({
	collection,
	selection: {
		...selection,
		anyOf: [...selection.anyOf]
	},
	...after && { after: { ...after } },
	...order && { order }
});
const stride = (connection, { collection, selection, ...page }, most) => {
	const target = questionOf(collection, selection, page, [1, most - 1]);
	if (target === void 0) return {
		passed: 0,
		last: void 0
	};
	const place = connection.sql(merged(target.keys, page.order === "oldest" ? "ASC" : "DESC")).row(...target.values);
	if (place !== void 0) return {
		passed: most,
		last: {
			position: instant(integerOf(place, "position")),
			id: textOf(place, "id")
		}
	};
	const rest = questionOf(collection, selection, page, [most, 0]);
	const counted = rest && connection.sql(counting(rest.keys)).row(...rest.values);
	return {
		passed: counted === void 0 ? 0 : integerOf(counted, "found"),
		last: void 0
	};
};
// packages/adapter-local/dist/documents/sqlite-walks.js
var Walks = class {
	#look;
	#deadlineMs;
	#last = Promise.resolve();
	constructor(look, deadlineMs) {
		this.#look = look;
		this.#deadlineMs = deadlineMs;
	}
	async pass(walk, most) {
		const deadline = performance.now() + this.#deadlineMs;
		const longest = strideOf(walk.selection);
		let { passed, last } = {
			passed: 0,
			last: walk.after
		};
		while (passed < most) {
			const from = {
				...walk,
				...last && { after: last }
			};
			const next = Math.min(longest, most - passed);
			const step = await this.#inTurn(deadline, (connection) => stride(connection, from, next));
			passed += step.passed;
			last = step.last;
			if (last === void 0) break;
		}
		return {
			passed,
			last
		};
	}
	#inTurn(deadline, at) {
		const answer = this.#last.then(async () => {
			await setImmediate$1();
			if (performance.now() >= deadline) throw new Unavailable("documents");
			return this.#look(at);
		});
		this.#last = answer.catch(() => void 0);
		return answer;
	}
};
// packages/adapter-local/dist/documents/sqlite-document-store.js
const DEADLINE_MS$1 = 4e3;
const LOCK_BACKOFF$1 = {
	firstMs: 3,
	maxMs: 25
};
const openSqliteDocuments = async (options) => {
	const { deadlineMs = DEADLINE_MS$1 } = options;
	const path = resolve(options.path);
	const until = performance.now() + deadlineMs;
	await makeDatabase(path);
	for (let tries = 1;; tries += 1) {
		try {
			return new SqliteDocumentStore(openDatabase(path), path, {
				deadlineMs,
				...options
			});
		} catch (error) {
			if (!isBusy(error)) throw error;
			if (performance.now() >= until) throw asUnavailable(error);
		}
		await setTimeout(backoffMs(tries, LOCK_BACKOFF$1));
	}
};
var Look = class {
	#read;
	#fromMemory;
	#found;
	constructor(read, fromMemory) {
		this.#read = read;
		this.#fromMemory = fromMemory;
	}
	get isRecallable() {
		return this.#fromMemory !== void 0;
	}
	recall(connection) {
		const answer = this.#fromMemory?.(connection);
		if (answer !== void 0) this.#found = { answer };
		return answer !== void 0;
	}
	run(connection) {
		this.#found = { answer: this.#read(connection) };
	}
	get answer() {
		if (this.#found === void 0) throw new TypeError("a read was served without being run");
		return this.#found.answer;
	}
};
var SqliteDocumentStore = class {
	#connection;
	#path;
	#file;
	#walks;
	#deadlineMs;
	#isToRead;
	audit;
	#commits;
	#reads;
	#closed;
	constructor(connection, path, { deadlineMs = DEADLINE_MS$1, audit, isToRead = false }) {
		this.#isToRead = isToRead;
		this.#connection = connection;
		this.#path = path;
		this.#deadlineMs = deadlineMs;
		this.#file = statSync(path).ino;
		this.#walks = new Walks((at) => this.#look(at), deadlineMs);
		const retry = {
			shouldRetry: (error, call) => isBusy(error) && performance.now() < call.deadline,
			pause: (failures) => {
				connection.counters.retries += 1;
				return setTimeout(backoffMs(failures, LOCK_BACKOFF$1));
			}
		};
		const batcher = (serve) => new Batcher({
			turn: endOfTurn,
			retry,
			errorOf: (error) => asUnavailable(error),
			serve: (calls) => serve(connection, calls.map(({ work }) => work))
		});
		const storage = sqliteAuditStorage((read) => this.#look(read), (write) => this.#served(this.#commits, {
			changes: [],
			events: [],
			write
		}));
		this.audit = new SqliteAuditLog(storage, audit);
		this.#commits = batcher((shared, commits) => commitTogether(shared, commits, (added) => this.audit.onAdded(added)));
		this.#reads = batcher(readTogether);
	}
	get counters() {
		return this.#connection.counters;
	}
	read(refs) {
		const lookups = refs.map(lookupOf);
		return this.#served(this.#reads, new Look((connection) => lookUpAll(connection, lookups), (connection) => recall(connection, lookups)));
	}
	async evenOut(answers) {
		for (const answer of answers) {
			await endOfTurn();
			if (this.#closed === void 0) this.#evenOut(answer);
		}
	}
	#evenOut(answer) {
		try {
			evenOut(this.#connection, answer);
		} catch {
			this.#connection.rollback();
		}
	}
	async list(collection, selection, page) {
		if (page.limit > 0 && (page.offset ?? 0) > strideOf(selection)) return this.#listFrom({ ...page }, walkOf(collection, selection, page));
		const question = listQuestion(collection, selection, page);
		return this.#look((connection) => question === void 0 ? [] : answerList(connection, question));
	}
	async count(collection, selection, atMost) {
		if (atMost !== void 0) return this.#countUpTo(Math.max(atMost, 0), walkOf(collection, selection, {}));
		const question = countQuestion(collection, selection);
		return this.#look((connection) => question === void 0 ? 0 : answerCount(connection, question));
	}
	async outdated(collection, stretch) {
		const question = outdatedQuestion(collection, stretch);
		return this.#look((connection) => answerOutdated(connection, question));
	}
	async commit(changes, events = []) {
		this.#refuseWhenClosed();
		refuseMalformed(changes);
		const recorded = events.map((event) => encodeEvent(event, newSalts(), hexSha256));
		const { cache } = this.#connection;
		const texts = changes.map((change) => encoded(change, (collection, id) => cache.byId(collection, id)));
		if (texts.length > 0 || recorded.length > 0) await this.#served(this.#commits, {
			changes: texts,
			events: recorded
		});
	}
	async place() {
		this.#refuseWhenClosed();
		return this.#isToRead ? readPlaceBeside(this.#path) : placeBeside(this.#path);
	}
	async check() {
		await this.#look((connection) => connection.sql("SELECT 1 FROM documents LIMIT 1").row());
		if (statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#file) throw new Unavailable("documents");
	}
	close() {
		this.#closed ??= this.audit.idle().then(() => Promise.all([this.#commits.idle(), this.#reads.idle()])).then(() => this.#connection.close());
		return this.#closed;
	}
	async #listFrom({ offset = 0, ...page }, walk) {
		const { last } = await this.#walks.pass(walk, offset);
		return last === void 0 ? [] : this.list(walk.collection, walk.selection, {
			...page,
			after: last
		});
	}
	async #countUpTo(atMost, walk) {
		const { collection, selection } = walk;
		const known = await this.#look((connection) => connection.counts.upTo(connection, collection, selection, atMost));
		if (typeof known === "number") return known;
		const { passed, last } = await this.#walks.pass(walk, atMost).catch((error) => {
			this.#connection.counts.abandon(known);
			throw error;
		});
		const found = {
			found: passed,
			isFloor: last !== void 0 || atMost === 0
		};
		await this.#look((connection) => connection.counts.settle(connection, known, found));
		return passed;
	}
	#look(read) {
		return this.#served(this.#reads, new Look(read));
	}
	#served(batcher, work) {
		if (this.#closed !== void 0) return Promise.reject(new Unavailable("documents"));
		return batcher.add({
			work,
			deadline: performance.now() + this.#deadlineMs
		});
	}
	#refuseWhenClosed() {
		if (this.#closed !== void 0) throw new Unavailable("documents");
	}
};
// packages/adapter-local/dist/limits/discard.js
var DamagedFile = class extends Error {
	name = "DamagedFile";
};
const isDamaged = (error) => error instanceof DamagedFile || [
	1,
	11,
	26
].includes(resultCode(error));
const ABANDONED_MS = 1e4;
async function discardUnless(file, open) {
	const lock = `${file}.repair`;
	if (!await locked(lock)) return;
	try {
		open();
	} catch (error) {
		if (!isDamaged(error)) return;
		for (const part of [
			`${file}-wal`,
			`${file}-shm`,
			file
		]) await rm(part, { force: true });
	} finally {
		await rmdir(lock);
	}
}
async function locked(lock) {
	try {
		await mkdir(lock);
		return true;
	} catch (error) {
		if (systemErrorCode(error) !== "EEXIST") throw error;
	}
	const found = await stat(lock).catch(() => void 0);
	if (found !== void 0 && isOver(found.mtimeMs + ABANDONED_MS, ABANDONED_MS, Date.now())) await rmdir(lock).catch(() => void 0);
	return false;
}
const CREATE = `
  CREATE TABLE IF NOT EXISTS windows (bucket BLOB PRIMARY KEY, ends_at INTEGER NOT NULL, used INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS windows_by_end ON windows (ends_at);
  PRAGMA user_version = 1;`;
const TAKE = `
  INSERT INTO windows (bucket, ends_at, used) VALUES (?1, ?2 + ?3, 1)
  ON CONFLICT (bucket) DO UPDATE SET
    used = CASE WHEN ends_at BETWEEN ?2 + 1 AND ?5 THEN used + 1 ELSE 1 END,
    ends_at = CASE WHEN ends_at BETWEEN ?2 + 1 AND ?5 THEN ends_at ELSE excluded.ends_at END
  WHERE ends_at NOT BETWEEN ?2 + 1 AND ?5 OR used < ?4
  RETURNING ends_at, used`;
const WRITE = "UPDATE windows SET ends_at = ?2, used = ?3 WHERE bucket = ?1";
const READ = "SELECT ends_at, used FROM windows WHERE bucket = ?";
const GIVE_BACK = "UPDATE windows SET used = used - 1 WHERE bucket = ? AND ends_at > ? AND ends_at <= ? AND used > 0";
const CLEAR = "DELETE FROM windows WHERE ?1 = zeroblob(0) OR instr(bucket, ?1) > 0";
const FORGET = "DELETE FROM windows WHERE bucket IN (SELECT bucket FROM windows WHERE ends_at <= ? LIMIT 1000)";
var WindowTable = class {
	#take;
	#write;
	#known = /* @__PURE__ */ new Map();
	#unwritten = /* @__PURE__ */ new Set();
	#read;
	#giveBack;
	#clear;
	#forget;
	#count;
	constructor(database) {
		this.#take = database.prepare(TAKE);
		this.#write = database.prepare(WRITE);
		this.#read = database.prepare(READ);
		this.#giveBack = database.prepare(GIVE_BACK);
		this.#clear = database.prepare(CLEAR);
		this.#forget = database.prepare(FORGET);
		this.#count = database.prepare("SELECT count(*) AS buckets FROM windows");
	}
	take(bucket, window, at) {
		const known = this.#known.get(bucket);
		if (known === void 0 && window.limit < 1) return this.standing(bucket, window, at);
		const counted = known === void 0 ? this.#takeStored(bucket, window, at) : countedIn(known, window, at);
		if (counted === void 0) return known === void 0 ? this.standing(bucket, window, at) : standingOf(known, window, at);
		if (known !== void 0) this.#unwritten.add(bucket);
		this.#known.set(bucket, counted);
		return allowedAs(counted.used, counted.endsAt, window);
	}
	flush() {
		for (const bucket of this.#unwritten) {
			const known = this.#known.get(bucket);
			if (known !== void 0) this.#write.run(bytesOf(bucket), known.endsAt, known.used);
		}
		this.reset();
	}
	reset() {
		this.#known.clear();
		this.#unwritten.clear();
	}
	standing(bucket, window, at) {
		return standingOf(this.#known.get(bucket) ?? this.#stored(bucket), window, at);
	}
	giveBack(bucket, window, at) {
		this.flush();
		this.#giveBack.run(bytesOf(bucket), at, latestEnd(window, at));
		return this.standing(bucket, window, at);
	}
	clear(contained) {
		this.flush();
		return Number(this.#clear.run(bytesOf(contained)).changes);
	}
	forget(at) {
		return Number(this.#forget.run(plus(at, -KEPT_MS)).changes) === 1e3;
	}
	count() {
		return Number(this.#count.get()?.buckets);
	}
	#takeStored(bucket, window, at) {
		const { limit, milliseconds } = window;
		return open$2(this.#take.get(bytesOf(bucket), at, milliseconds, limit, latestEnd(window, at)));
	}
	#stored(bucket) {
		return open$2(this.#read.get(bytesOf(bucket)));
	}
};
const bytesOf = (bucket) => Buffer.from(bucket, "utf16le");
function open$2(row) {
	return row === void 0 ? void 0 : {
		endsAt: instant(Number(row.ends_at)),
		used: Number(row.used)
	};
}
__name(open$2, "open");
// packages/adapter-local/dist/limits/limits-file.js
const BUSY_MS = 10;
const OPEN_BACKOFF = {
	firstMs: 25,
	maxMs: 25
};
async function openLimitsFile(file, deadlineMs) {
	const deadline = performance.now() + deadlineMs;
	await makeFolder(dirname(file));
	for (;;) {
		try {
			return openOnce(file);
		} catch (error) {
			if (!(isBusy(error) || isDamaged(error)) || performance.now() > deadline) throw error;
			if (isDamaged(error)) await discardUnless(file, () => openOnce(file).close());
		}
		await setTimeout(backoffMs(1, OPEN_BACKOFF));
	}
}
function openOnce(file) {
	if (!existsSync(file) && existsSync(`${file}-wal`)) throw new DamagedFile("the file of limits is missing but its log exists");
	closeSync(openSync(file, "a", 384));
	const database = new DatabaseSync(file, { timeout: BUSY_MS });
	try {
		database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -500; PRAGMA secure_delete = ON;");
		if (formOf(database) !== 1) makeTable(database);
		else refuseDamage(database);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}
function makeTable(database) {
	database.exec("BEGIN IMMEDIATE");
	if (formOf(database) !== 1) database.exec(`DROP TABLE IF EXISTS windows; ${CREATE}`);
	database.exec("COMMIT");
}
function refuseDamage(database) {
	const found = database.prepare("PRAGMA quick_check(1)").get()?.quick_check;
	if (found !== "ok") throw new DamagedFile(`the file of limits is damaged: ${String(found)}`);
}
const formOf = (database) => database.prepare("PRAGMA user_version").get()?.user_version;
// packages/adapter-local/dist/limits/sqlite-rate-limiter.js
const DEADLINE_MS = 2e3;
const MAX_BATCH = 1e3;
const LOCK_BACKOFF = {
	firstMs: 5,
	maxMs: 10
};
var SqliteRateLimiter = class SqliteRateLimiter {
	#file;
	#deadlineMs;
	#calls = new Batcher({
		serve: (calls) => this.#serve(calls),
		errorOf: (error) => new Unavailable("limits", { cause: error }),
		turn: endOfTurn,
		maxSize: MAX_BATCH,
		retry: {
			shouldRetry: (error, { deadline }) => isBusy(error) && performance.now() < deadline,
			pause: (failures) => setTimeout(backoffMs(failures, LOCK_BACKOFF))
		}
	});
	#database;
	#forgetAt = Number.NEGATIVE_INFINITY;
	#closed = false;
	constructor({ file, deadlineMs = DEADLINE_MS }) {
		this.#file = file;
		this.#deadlineMs = deadlineMs;
	}
	static async open(options) {
		const limiter = new SqliteRateLimiter(options);
		await limiter.check();
		return limiter;
	}
	take(bucket, window, at) {
		return this.#call([window], at, (table) => table.take(bucket, window, at));
	}
	takeChain(charges, at) {
		const windows = charges.map(({ window }) => window);
		return this.#call(windows, at, (table) => takeChain(table, charges, at));
	}
	giveBack(bucket, window, at) {
		return this.#call([window], at, (table) => table.giveBack(bucket, window, at));
	}
	clear(contained) {
		return this.#call([], instant(0), (table) => table.clear(contained));
	}
	async check() {
		const at = instant(0);
		const window = {
			limit: 1,
			milliseconds: 1
		};
		await this.#call([window], at, (table) => table.standing("", window, at));
	}
	async size() {
		return (await this.#opened()).table.count();
	}
	async close() {
		this.#closed = true;
		await this.#calls.idle();
		this.#release();
	}
	#call(windows, at, count) {
		if (!isWhole(windows, at)) return Promise.reject(/* @__PURE__ */ new TypeError("limits are counted in whole numbers"));
		if (this.#closed) return Promise.reject(new Unavailable("limits"));
		return this.#calls.add({
			count,
			at,
			deadline: performance.now() + this.#deadlineMs
		});
	}
	async #serve(calls) {
		try {
			return inOneTransaction(await this.#opened(), (table) => {
				this.#forget(table, calls);
				return calls.map(({ count }) => ({ answer: count(table) }));
			});
		} catch (error) {
			if (!isBusy(error)) this.#release();
			throw error;
		}
	}
	async #opened() {
		if (this.#database === void 0) {
			const file = await openLimitsFile(this.#file, this.#deadlineMs);
			this.#database = {
				file,
				table: new WindowTable(file),
				begin: file.prepare("BEGIN IMMEDIATE"),
				commit: file.prepare("COMMIT")
			};
		}
		return this.#database;
	}
	#forget(table, calls) {
		const at = calls.at(-1)?.at;
		if (at === void 0 || !isOver(this.#forgetAt, 6e4, at)) return;
		if (!table.forget(at)) this.#forgetAt = at + FORGET_EVERY_MS;
	}
	#release() {
		this.#database?.file.close();
		this.#database = void 0;
	}
};
const isWhole = (windows, at) => Number.isSafeInteger(at) && windows.every(({ limit, milliseconds }) => Number.isSafeInteger(limit) && Number.isSafeInteger(milliseconds));
function inOneTransaction({ file, table, begin, commit }, work) {
	begin.run();
	try {
		const result = work(table);
		table.flush();
		commit.run();
		return result;
	} catch (error) {
		table.reset();
		if (file.isTransaction) file.exec("ROLLBACK");
		throw error;
	}
}
// apps/api/build/container/adapters/sqlite.js
const openDocumentStore = ({ settings }) => openSqliteDocuments({ path: join(settings.dataDir, KEPT.documents) });
const openRateLimiter = ({ settings }) => SqliteRateLimiter.open({ file: join(settings.dataDir, KEPT.limits) });
export { openDocumentStore, openRateLimiter };

//# sourceMappingURL=sqlite-CXwk-sdC.js.map