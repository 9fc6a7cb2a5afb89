import "./rolldown-runtime-B7YF8cLN.js";
import { c as instant, t as DAY } from "./time-3_LsNOPc.js";
import { c as isBlobKey, l as BlobRefusal, s as blobKey } from "./until-CTB2eg9c.js";
import "./stored-end-Zm6a5Tvx.js";
import { createHmac, timingSafeEqual } from "node:crypto";
// packages/store-kit/dist/check-parts.js
function checkParts(parts, upload) {
	const names = /* @__PURE__ */ new Set([blobKey(upload), ...parts.map(blobKey)]);
	if (parts.length < 2 || parts.length > 32 || names.size !== parts.length + 1) throw new TypeError(`an object is joined of 2 to 32 parts with different names`);
}
// packages/blob-gateway/dist/byte-range.js
const ONE_RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;
function rangeOf(header, size) {
	const match = header === void 0 ? null : ONE_RANGE.exec(header);
	if (match === null) return void 0;
	const [, from, to, suffix] = match;
	if (suffix !== void 0) return lastBytes(Number(suffix), size);
	const first = Number(from);
	if (to !== "" && Number(to) < first) return void 0;
	if (first >= size) throw new BlobRefusal("RANGE_NOT_SATISFIABLE", size);
	return {
		first,
		last: to === "" ? size - 1 : Math.min(Number(to), size - 1)
	};
}
function lastBytes(count, size) {
	if (count === 0) throw new BlobRefusal("RANGE_NOT_SATISFIABLE", size);
	return size === 0 ? void 0 : {
		first: Math.max(0, size - count),
		last: size - 1
	};
}
// packages/blob-gateway/dist/content.js
const etag = (generation) => `"${generation}"`;
function objectHead(found, header) {
	const range = rangeOf(header, found.size);
	return {
		etag: etag(found.generation),
		size: found.size,
		...range === void 0 ? {} : { range }
	};
}
// packages/blob-gateway/dist/signed-addresses.js
const MAX_LIFE = 7 * DAY;
const MAX_TAGS = 1e3;
const UPLOAD_QUERY = /^expires=(\d{1,16})&size=(\d{1,16}(?:&by=([\w-]{22}))?)&signature=([\w-]{43})$/;
const DOWNLOAD_QUERY = /^expires=(\d{1,16})&signature=([\w-]{43})$/;
var SignedAddresses = class {
	#options;
	#tags = /* @__PURE__ */ new Map();
	constructor(options) {
		if (options.signingKey.byteLength < 32) throw new TypeError("the signing key of blob addresses has at least 32 bytes");
		this.#options = options;
	}
	forUpload({ key, size, expiresAt, uploader }) {
		blobKey(key);
		if (!Number.isSafeInteger(size) || size < 0) throw new TypeError("the size of an upload is a whole number of bytes");
		const allowed = uploader === void 0 ? `${size}` : `${size}&by=${this.#tagOf(uploader)}`;
		const signature = this.#sign("PUT", key, expiresAt, allowed);
		return this.#address(key, `expires=${moment(expiresAt)}&size=${allowed}`, signature);
	}
	forDownload(key, expiresAt) {
		blobKey(key);
		return this.#address(key, `expires=${moment(expiresAt)}`, this.#sign("GET", key, expiresAt));
	}
	readUpload(address) {
		const [, expires = "", allowed = "", uploader = "", signature = ""] = UPLOAD_QUERY.exec(bare(address.query)) ?? [];
		this.#verify("PUT", address.path, expires, signature, allowed);
		const size = Number.parseInt(allowed, 10);
		return {
			key: blobKey(address.path),
			size,
			expiresAt: instant(Number(expires)),
			uploader
		};
	}
	readDownload(address) {
		const [, expires = "", signature = ""] = DOWNLOAD_QUERY.exec(bare(address.query)) ?? [];
		this.#verify("GET", address.path, expires, signature);
		return blobKey(address.path);
	}
	#tagOf(uploader) {
		const known = this.#tags.get(uploader);
		if (known !== void 0) return known;
		if (this.#tags.size >= MAX_TAGS) this.#tags.clear();
		const tag = hmac(this.#options.signingKey, `strongroom-blob-uploader-1\n${uploader}`).slice(0, 22);
		this.#tags.set(uploader, tag);
		return tag;
	}
	#address(key, query, signature) {
		return `${this.#options.baseUrl()}/blobs/${key}?${query}&signature=${signature}`;
	}
	#sign(...request) {
		return hmac(this.#options.signingKey, signed(...request));
	}
	#verify(method, path, expires, signature, size) {
		const given = Buffer.from(signature);
		const { signingKey, earlierSigningKeys = [] } = this.#options;
		const isSignedBy = (key) => {
			const expected = Buffer.from(hmac(key, signed(method, path, expires, size)));
			return given.length === expected.length && timingSafeEqual(given, expected);
		};
		if (!(isSignedBy(signingKey) || earlierSigningKeys.some(isSignedBy)) || !isBlobKey(path)) throw new BlobRefusal("SIGNATURE_INVALID");
		const now = this.#options.clock.now();
		if (now > Number(expires) || Number(expires) > now + MAX_LIFE + 12e4) throw new BlobRefusal("URL_EXPIRED");
	}
};
const signed = (method, key, expires, size = "") => `strongroom-blob-address-1\n${method}\n${key}\n${expires}\n${size}`;
const hmac = (key, text) => createHmac("sha256", key).update(text).digest("base64url");
const moment = (at) => {
	if (!Number.isSafeInteger(at) || at < 0) throw new TypeError("an address expires at a whole millisecond");
	return at;
};
const bare = (query) => query.startsWith("?") ? query.slice(1) : query;
var UploadsUnderWay = class {
	#keys = /* @__PURE__ */ new Set();
	#perUploader = /* @__PURE__ */ new Map();
	async run({ key, uploader }, work) {
		const count = this.count(uploader);
		if (this.#keys.has(key) || count >= 8) throw new BlobRefusal("TOO_MANY_UPLOADS");
		this.#keys.add(key);
		if (uploader !== "") this.#perUploader.set(uploader, count + 1);
		try {
			return await work();
		} finally {
			this.#keys.delete(key);
			const left = this.count(uploader) - 1;
			if (left > 0) this.#perUploader.set(uploader, left);
			else this.#perUploader.delete(uploader);
		}
	}
	count(uploader) {
		return this.#perUploader.get(uploader) ?? 0;
	}
};
// packages/adapter-local/dist/blobs/page.js
async function pageOf(keys, size) {
	const page = [];
	for await (const key of keys) {
		const last = page.at(-1);
		if (page.length === size && last !== void 0) return {
			keys: page,
			next: last
		};
		page.push(key);
	}
	return { keys: page };
}
export { objectHead as a, etag as i, UploadsUnderWay as n, checkParts as o, SignedAddresses as r, pageOf as t };

//# sourceMappingURL=page-B24C0tme.js.map