import "./rolldown-runtime-B7YF8cLN.js";
import { createReadStream } from "node:fs";
// packages/store-kit/dist/node/text-of-file.js
const MAX_BYTES = 65536;
var FileTooLarge = class extends Error {
	code = "EFBIG";
	syscall = "read";
};
async function textOfFile(path, most = MAX_BYTES) {
	const pieces = [];
	let size = 0;
	try {
		for await (const piece of createReadStream(path, { end: most })) {
			pieces.push(piece);
			size += piece.length;
		}
	} catch (error) {
		throw typeof error === "object" && error !== null ? Object.assign(error, { path }) : error;
	}
	if (size > most) throw new FileTooLarge(`EFBIG: ${path} is longer than ${most} bytes`);
	return Buffer.concat(pieces).toString("utf8");
}
export { textOfFile as t };

//# sourceMappingURL=text-of-file-hBrkBytM.js.map