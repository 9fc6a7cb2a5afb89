import "./rolldown-runtime-B7YF8cLN.js";
import { t as defineValue } from "./value-DJXjGY04.js";
import { i as SECOND, l as later, u as plus } from "./time-3_LsNOPc.js";
import { o as hasErrorName } from "./errors-8hUQncME.js";
// packages/domain/dist/values/numbers.js
function defineInteger(rules) {
	return defineValue({
		name: rules.name,
		description: rules.description,
		schema: {
			type: "integer",
			minimum: rules.min,
			maximum: rules.max,
			...rules.example === void 0 ? {} : { examples: [rules.example] }
		},
		rule: "integer",
		check: (input) => {
			if (typeof input !== "number" || !Number.isInteger(input)) return "must be a whole number";
			if (input < rules.min) return `must be at least ${rules.min}`;
			if (input > rules.max) return {
				message: `must be at most ${rules.max}`,
				...rules.above ? { code: rules.above } : {}
			};
		}
	});
}
const MAX_FILE_BYTES = 104857600;
const SLOWEST_LINE = 12800;
const LONGEST_TRANSFER = MAX_FILE_BYTES / SLOWEST_LINE;
const FileSize = defineInteger({
	name: "FileSize",
	description: "Size of the ciphertext in bytes (AES-GCM keeps the length; the tag is sent apart).",
	min: 0,
	max: MAX_FILE_BYTES,
	example: 48213,
	above: "FILE_TOO_LARGE"
});
const MAX_SHARE_SECONDS = 31536e3;
const ShareSeconds = defineInteger({
	name: "ShareSeconds",
	description: "Life of a share link in seconds, at most one year.",
	min: 1,
	max: MAX_SHARE_SECONDS,
	example: 86400
});
const TokenSeconds = defineInteger({
	name: "TokenSeconds",
	description: "Life of an API token in seconds, at most one year; 90 days when left out.",
	min: 1,
	max: 31536e3,
	example: 7776e3
});
const DownloadCap = defineInteger({
	name: "DownloadCap",
	description: "Maximum number of downloads of a share link. Absent or null: unlimited.",
	min: 1,
	max: 1e5,
	example: 2
});
const BinDays = defineInteger({
	name: "BinDays",
	description: "Days for which a deleted file lies in the bin of its room; 0: it is destroyed at once.",
	min: 0,
	max: 90,
	example: 30
});
const ExportedFiles = defineInteger({
	name: "ExportedFiles",
	description: "Number of files that an export holds.",
	min: 0,
	max: 1e7,
	example: 214
});
const PageNumber = defineInteger({
	name: "PageNumber",
	description: "Page, from 1.",
	min: 1,
	max: Number.MAX_SAFE_INTEGER,
	example: 1
});
const PerPage = defineInteger({
	name: "PerPage",
	description: "Page size; 50 when left out, larger than 100 is clamped to 100.",
	min: 1,
	max: Number.MAX_SAFE_INTEGER,
	example: 50
});
const LogPosition = defineInteger({
	name: "LogPosition",
	description: "Number of the first event to return, from 0; 0 when left out.",
	min: 0,
	max: Number.MAX_SAFE_INTEGER,
	example: 0
});
const WaitSeconds = defineInteger({
	name: "WaitSeconds",
	description: "Maximum wait for an event in seconds; 0 when left out.",
	min: 0,
	max: 5,
	example: 5
});
const VersionNumber = defineInteger({
	name: "VersionNumber",
	description: "Number of a version of a file, from 1. A number is never given twice.",
	min: 1,
	max: Number.MAX_SAFE_INTEGER,
	example: 2
});
// packages/ports/dist/blob-gateway.js
var BlobRefusal = class extends Error {
	static [Symbol.hasInstance](value) {
		return hasErrorName(value, "BlobRefusal");
	}
	name = "BlobRefusal";
	code;
	size;
	constructor(code, size) {
		super(code);
		this.code = code;
		this.size = size;
	}
};
// packages/ports/dist/blob-store.js
const MIN_PART_BYTES = 5242880;
const BLOB_KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;
const isBlobKey = (text) => text.length <= 512 && BLOB_KEY.test(text);
function blobKey(text) {
	if (!isBlobKey(text)) throw new TypeError("a blob key has segments of a-z, 0-9 and \"-\" joined by \"/\"");
	return text;
}
// packages/blob-gateway/dist/until.js
const LONGEST = 2 ** 31 - 1;
const systemAlarm = (milliseconds, ring) => {
	let left = milliseconds;
	let timer;
	const next = () => {
		const some = Math.min(left, LONGEST);
		left -= some;
		timer = setTimeout(left > 0 ? next : ring, some);
	};
	next();
	return () => clearTimeout(timer);
};
const UPLOADS_OUTLIVE = LONGEST_TRANSFER;
const uploadEnd = (expiresAt, { clock }) => later(expiresAt, plus(clock.now(), LONGEST_TRANSFER * SECOND));
function refuseLate(end, { clock }) {
	if (clock.now() > end) throw new BlobRefusal("URL_EXPIRED");
}
async function* until(end, body, time) {
	const pieces = body[Symbol.asyncIterator]();
	let isLate = false;
	let giveUp = () => {};
	let cancel = () => {};
	const setAlarm = (milliseconds) => {
		cancel = time.setAlarm(milliseconds, () => {
			if (time.clock.now() <= end) return setAlarm(SECOND);
			isLate = true;
			giveUp();
		});
	};
	setAlarm(Math.max(1, end - time.clock.now() + 1));
	const next = () => new Promise((resolve, reject) => {
		giveUp = () => reject(new BlobRefusal("URL_EXPIRED"));
		if (isLate) giveUp();
		else pieces.next().then(resolve, reject);
	});
	try {
		for (let piece = await next();; piece = await next()) {
			refuseLate(end, time);
			if (piece.done === true) return;
			yield piece.value;
		}
	} finally {
		cancel();
		const ended = pieces.return?.();
		if (isLate) ended?.catch(() => void 0);
		else await ended;
	}
}
export { VersionNumber as C, TokenSeconds as S, MAX_SHARE_SECONDS as _, uploadEnd as a, SLOWEST_LINE as b, isBlobKey as c, DownloadCap as d, ExportedFiles as f, MAX_FILE_BYTES as g, LogPosition as h, until as i, BlobRefusal as l, LONGEST_TRANSFER as m, refuseLate as n, MIN_PART_BYTES as o, FileSize as p, systemAlarm as r, blobKey as s, UPLOADS_OUTLIVE as t, BinDays as u, PageNumber as v, WaitSeconds as w, ShareSeconds as x, PerPage as y };

//# sourceMappingURL=until-CTB2eg9c.js.map