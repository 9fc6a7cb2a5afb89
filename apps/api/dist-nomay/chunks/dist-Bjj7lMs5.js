import "./rolldown-runtime-B7YF8cLN.js";
import { n as SERVES_SINCE, t as OPENERS } from "./opening-DOQ6eyHu.js";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
// packages/adapter-module/dist/module-unfit.js
var ModuleUnfit = class extends Error {
	name = "ModuleUnfit";
};
// packages/adapter-module/dist/find.js
function find(name, folder) {
	for (const from of [import.meta.url, join(folder, "package.json")]) try {
		return pathToFileURL(createRequire(from).resolve(name));
	} catch (error) {
		const code = codeOf(error);
		if (code === "ERR_PACKAGE_PATH_NOT_EXPORTED") throw new ModuleUnfit("cannot be loaded: the \"exports\" of its package.json need a \"default\" for this name");
		if (code !== "MODULE_NOT_FOUND") throw error;
	}
	throw new ModuleUnfit(`is not installed: run \`npm install ${name}\` in ${folder}, or beside the service`);
}
const codeOf = (error) => typeof error === "object" && error !== null && "code" in error ? error.code : void 0;
// packages/adapter-module/dist/in-time.js
async function inTime(work, milliseconds, what) {
	let timer;
	const late = new Promise((_resolve, reject) => {
		timer = setTimeout(() => reject(new ModuleUnfit(`does not answer: its ${what} took more than ${milliseconds / 1e3} s`)), milliseconds);
	});
	return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
// packages/adapter-module/dist/shapes.js
const SHAPES = {
	documents: {
		audit: "object",
		read: "function",
		evenOut: "optional",
		list: "function",
		count: "function",
		outdated: "function",
		commit: "function",
		now: "optional",
		place: "optional",
		check: "function",
		close: "function"
	},
	limits: {
		take: "function",
		giveBack: "function",
		clear: "function",
		check: "function",
		close: "function"
	},
	blobs: {
		signUpload: "function",
		signDownload: "function",
		stat: "function",
		seal: "function",
		join: "optional",
		delete: "function",
		list: "function",
		check: "function",
		keptAfterDeletion: "number",
		uploadsOutlive: "number",
		signsLocally: "boolean",
		downloadOrigin: "optional",
		put: "optional",
		get: "optional",
		head: "optional"
	},
	keys: {
		scope: "string",
		createKey: "function",
		wrapNewDataKey: "function",
		wrapNow: "optional",
		destroyKey: "function",
		check: "function"
	},
	mail: {
		send: "function",
		forget: "optional",
		check: "function"
	}
};
const AUDIT = {
	list: "function",
	count: "function",
	holding: "function",
	seqOf: "function",
	head: "function",
	tile: "function",
	mendTile: "function",
	examineIndex: "function",
	mendIndex: "function",
	entries: "function",
	erase: "function",
	texts: "function"
};
const GATEWAY = {
	put: "function",
	get: "function",
	head: "function"
};
function missingIn(port, adapter) {
	if (!isObject(adapter)) return ["an object"];
	const missing = lacks(adapter, SHAPES[port]);
	if (port === "documents" && isObject(adapter.audit)) return [...missing, ...lacks(adapter.audit, AUDIT).map((member) => `audit.${member}`)];
	if (port !== "blobs" || typeof adapter.downloadOrigin === "string") return missing;
	return [...missing, ...lacks(adapter, GATEWAY).map((member) => `${member} or a downloadOrigin`)];
}
const lacks = (adapter, shape) => Object.entries(shape).filter(([member, kind]) => kind !== "optional" && (typeof adapter[member] !== kind || adapter[member] === null)).map(([member, kind]) => `${member} (${kind})`);
const isObject = (value) => typeof value === "object" && value !== null;
// packages/adapter-module/dist/module.js
var __rewriteRelativeImportExtension = function(path, preserveJsx) {
	if (typeof path === "string" && /^\.\.?\//.test(path)) return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function(m, tsx, d, ext, cm) {
		return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : d + ext + "." + cm.toLowerCase() + "js";
	});
	return path;
};
const OPEN_MS = 3e4;
async function openModule(port, { deadlineMs = OPEN_MS, ...named }, opening) {
	const open = functionIn(await load(port, named, deadlineMs), OPENERS[port]);
	if (open === void 0) throw new ModuleUnfit(`exports no function ${OPENERS[port]}, so it is no adapter for ${port}`);
	const isWhole = (adapter) => missingIn(port, adapter).length === 0;
	return opened(() => open(opening), isWhole, {
		opener: OPENERS[port],
		deadlineMs,
		lacks: (adapter) => `lacks ${missingIn(port, adapter).join(", ")}, which an adapter for ${port} has`
	});
}
async function opened(open, isWhole, { opener, deadlineMs, lacks }) {
	const work = (async () => open())();
	const adapter = await inTime(work, deadlineMs, opener).catch((error) => {
		closeLater(work);
		throw error instanceof ModuleUnfit ? error : new ModuleUnfit(`does not open: ${reasonOf(error)}`, { cause: error });
	});
	if (isWhole(adapter)) return adapter;
	closeLater(work);
	throw new ModuleUnfit(lacks(adapter));
}
async function load(port, { name, folder }, deadlineMs) {
	const { href } = find(name, folder);
	const exported = await inTime(import(__rewriteRelativeImportExtension(href)), deadlineMs, "code").catch((error) => {
		throw error instanceof ModuleUnfit ? error : new ModuleUnfit(`cannot be loaded: ${reasonOf(error)}`, { cause: error });
	});
	if (typeof exported !== "object" || exported === null) throw new TypeError("a module is an object");
	const version = "portsVersion" in exported ? exported.portsVersion : void 0;
	if (typeof version !== "number") throw new ModuleUnfit(`exports no portsVersion; this service has version 3 of the ports`);
	if (version >= SERVES_SINCE[port] && version <= 3) return exported;
	throw new ModuleUnfit(`was written for version ${version} of the ports, and this service has version 3: install a version of the package that fits`);
}
const isFunction = (value) => typeof value === "function";
function functionIn(exported, name) {
	const found = Reflect.get(exported, name);
	return isFunction(found) ? found : void 0;
}
function closeLater(work) {
	work.then((adapter) => typeof adapter === "object" && adapter !== null ? functionIn(adapter, "close")?.call(adapter) : void 0).catch(() => void 0);
}
function reasonOf(error) {
	const cause = messageOf(typeof error === "object" && error !== null && "cause" in error ? error.cause : void 0);
	const because = cause === void 0 ? "" : ` (${cause})`;
	return `${withoutStop(messageOf(error) ?? String(error))}${because}`.replaceAll(/\s+/g, " ");
}
const messageOf = (error) => typeof error === "object" && error !== null && "message" in error ? String(error.message) : void 0;
const withoutStop = (text) => text.replace(/\.$/, "");
export { ModuleUnfit, openModule };

//# sourceMappingURL=dist-Bjj7lMs5.js.map