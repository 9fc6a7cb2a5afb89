import "./rolldown-runtime-B7YF8cLN.js";
import { t as Email } from "./email-gcus2hK5.js";
import { t as systemErrorCode } from "./system-error-code-Dr3QMSzo.js";
import { i as Unavailable } from "./errors-8hUQncME.js";
import { i as makeFolder, n as clearWrittenAside, s as replaceFile, t as KEPT } from "./kept-B6sUuM_q.js";
import { join } from "node:path";
import { access, constants, readFile, readdir, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
// packages/adapter-local/dist/mail/email-text.js
const MAX_WORD_BYTES = 45;
const MAX_LINE_BYTES = 998;
function refuseLineBreaks(message) {
	if (!Email.is(message.to)) throw new TypeError("the recipient is not a plain e-mail address");
	if (/[\r\n]/.test(message.subject)) throw new TypeError("the subject has a line break");
	const { unsubscribeUrl } = message;
	if (unsubscribeUrl !== void 0 && !/^https?:\/\/[!-;=?-~]+$/.test(unsubscribeUrl)) throw new TypeError("the address to unsubscribe is not a plain one");
}
function namesAddress(text, address) {
	const plain = address.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
	return new RegExp(`(?<![A-Za-z0-9!#$%&'*+/=?^_\`{|}~.-])${plain}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])`, "i").test(text);
}
const readable = (email) => email.replace(/(Encoding: base64\r\n\r\n)([A-Za-z0-9+/=\r\n]+)/gi, (_, header, part) => `${header}${Buffer.from(part, "base64").toString()}`);
function nameOf(message) {
	return /^[a-z0-9][a-z0-9-]{0,62}$/.test(message.id) ? message.id : createHash("sha256").update(message.id).digest("hex");
}
function emailText(message, envelope) {
	refuseLineBreaks(message);
	const name = nameOf(message);
	const boundary = `=_${name}`;
	const text = bodyOf("text/plain", message.text, boundary);
	const headers = [
		`Date: ${new Date(envelope.at).toUTCString().replace("GMT", "+0000")}`,
		`From: ${envelope.from}`,
		`To: ${message.to}`,
		`Message-ID: <${name}@${envelope.from.slice(envelope.from.lastIndexOf("@") + 1)}>`,
		`Subject: ${subject(message.subject)}`,
		"MIME-Version: 1.0",
		"Auto-Submitted: auto-generated",
		...unsubscribeHeaders(message)
	];
	if (message.html === void 0) return `${headers.join("\r\n")}\r\n${text}`;
	const html = bodyOf("text/html", message.html, boundary);
	const types = `Content-Type: multipart/alternative; boundary="${boundary}"`;
	return `${headers.join("\r\n")}\r\n${types}\r\n\r\n--${boundary}\r\n${text}--${boundary}\r\n${html}--${boundary}--\r\n`;
}
const unsubscribeHeaders = ({ unsubscribeUrl }) => unsubscribeUrl === void 0 ? [] : [`List-Unsubscribe:\r\n <${unsubscribeUrl}>`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"];
function bodyOf(type, content, boundary) {
	const lines = content.replace(/\r\n|\r|\n/g, "\r\n").replace(/(?<!\r\n)$/, "\r\n");
	const isPlain = type === "text/plain" && !lines.includes("\0") && !lines.includes(boundary) && lines.split("\r\n").every((line) => Buffer.byteLength(line) <= MAX_LINE_BYTES);
	return [
		`Content-Type: ${type}; charset=utf-8`,
		`Content-Transfer-Encoding: ${isPlain ? "8bit" : "base64"}`,
		"",
		isPlain ? lines : wrapped(Buffer.from(lines).toString("base64"))
	].join("\r\n");
}
function subject(text) {
	if (text.length <= 60 && /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.includes("=?")) return text;
	return encodedWords(text).join("\r\n ");
}
function encodedWords(text) {
	const words = [];
	let word = "";
	for (const character of text) {
		if (Buffer.byteLength(word + character) > MAX_WORD_BYTES) {
			words.push(word);
			word = "";
		}
		word += character;
	}
	return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString("base64")}?=`);
}
const wrapped = (base64) => `${base64.replace(/(.{76})(?=.)/g, "$1\r\n")}\r\n`;
// packages/adapter-local/dist/mail/folder-mailer.js
const HOUR_MS = 36e5;
var FolderMailer = class FolderMailer {
	#folder;
	#clock;
	#from;
	constructor(options) {
		this.#folder = options.folder;
		this.#clock = options.clock;
		this.#from = Email.parse(options.from ?? "strongroom@localhost");
	}
	static open(options) {
		return delivering(async () => {
			await makeFolder(options.folder);
			await clearWrittenAside(options.folder, Date.now() - HOUR_MS);
			return new FolderMailer(options);
		});
	}
	async send(message) {
		const text = emailText(message, {
			from: this.#from,
			at: this.#clock.now()
		});
		await delivering(() => replaceFile(this.#folder, `${nameOf(message)}.eml`, Buffer.from(text)));
	}
	async forget(address) {
		await delivering(async () => {
			for (const name of await readdir(this.#folder)) {
				if (!name.endsWith(".eml")) continue;
				const path = join(this.#folder, name);
				const text = await readFile(path, "utf8").catch(() => "");
				if (namesAddress(readable(text), address)) await rm(path, { force: true });
			}
		});
	}
	async check() {
		await delivering(() => access(this.#folder, constants.W_OK | constants.X_OK));
	}
};
async function delivering(work) {
	try {
		return await work();
	} catch (error) {
		throw systemErrorCode(error) === void 0 ? error : new Unavailable("mail", { cause: error });
	}
}
// apps/api/build/container/adapters/mail-folder.js
const openMailer = ({ settings: { dataDir, mailFrom }, clock }) => FolderMailer.open({
	folder: join(dataDir, KEPT.mail),
	clock,
	...mailFrom === void 0 ? {} : { from: mailFrom }
});
export { openMailer };

//# sourceMappingURL=mail-folder-cfBQjrtd.js.map