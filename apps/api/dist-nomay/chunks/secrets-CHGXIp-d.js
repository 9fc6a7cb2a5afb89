import "./rolldown-runtime-B7YF8cLN.js";
import { t as InvalidSetting } from "./variable-fcICLGxs.js";
// packages/domain/dist/values/bearer.js
const BEARER_PREFIXES = {
	apiToken: "srt_",
	session: "srs_",
	invitation: "sri_",
	shareLink: "srl_",
	deviceCode: "srd_",
	redemption: "srr_"
};
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^sr[tsildr]_[0-9A-Za-z]{49}$/;
function bearerSecret(kind, bytes) {
	if (bytes.length !== 32) throw new RangeError("a bearer secret is made of 32 bytes");
	let number = 0n;
	for (const byte of bytes) number = number << 8n | BigInt(byte);
	const body = BEARER_PREFIXES[kind] + base62(number, 43);
	return body + checksum(body);
}
function isBearerSecret(kind, text) {
	if (!FORM.test(text) || !text.startsWith(BEARER_PREFIXES[kind])) return false;
	return checksum(text.slice(0, -6)) === text.slice(-6);
}
const shownPrefix = (secret) => secret.slice(0, 10);
function base62(number, width) {
	let text = "";
	for (let rest = number; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
	return text.padStart(width, "0");
}
function checksum(body) {
	let text = "";
	for (let rest = crc32(body); rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text;
	return text.padStart(6, "0");
}
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
	let value = index;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 3988292384 : value >>> 1;
	return value;
});
function crc32(text) {
	let crc = 4294967295;
	for (let i = 0; i < text.length; i++) crc = CRC_TABLE[(crc ^ text.charCodeAt(i)) & 255] ^ crc >>> 8;
	return (crc ^ 4294967295) >>> 0;
}
// packages/settings/dist/forms/secrets.js
const secret = (allowed, parse) => ({
	allowed,
	isSecret: true,
	parse
});
const OWNER_TOKEN = secret("secret", (text) => {
	if (!isBearerSecret("apiToken", text)) throw new InvalidSetting("is not a well-formed API token (srt_\u2026); leave it out to have one made");
	return text;
});
const MIN_SECRET = 32;
const SERVICE_SECRETS = secret(`1 or 2 secrets of at least ${MIN_SECRET} characters`, (text) => {
	if (text.length < MIN_SECRET) throw new InvalidSetting("must have at least 32 characters, such as `openssl rand -base64 32` gives");
	const [first = "", ...earlier] = text.split(/\s*[,\n]\s*/).filter((part) => part !== "");
	if (earlier.length === 0 || [first, ...earlier].some((part) => part.length < MIN_SECRET)) return [text];
	if (earlier.length > 1) throw new InvalidSetting("must hold one secret, or two between a comma");
	if (earlier.includes(first)) throw new InvalidSetting("holds a secret twice");
	return [
		first,
		...earlier,
		text
	];
});
const HMAC_SECRET = secret("secret of 40 characters", (text) => {
	if (!/^[A-Za-z0-9+/]{40}$/.test(text)) throw new InvalidSetting("must be the 40 characters of the secret of an HMAC key");
	return text;
});
const MAX_GRANT_KEYS = 5;
const GRANT_KEYS = secret(`1 to ${MAX_GRANT_KEYS} secret keys`, (text) => {
	const keys = text.split(/[\s,]+/).filter((part) => part !== "");
	for (const key of keys) {
		const bytes = Buffer.from(key, "base64url");
		if (bytes.length !== 32 || bytes.toString("base64url") !== key) throw new InvalidSetting("must be 32 random bytes in base64url, which are 43 characters, for each key");
	}
	if (keys.length === 0 || keys.length > MAX_GRANT_KEYS) throw new InvalidSetting(`must hold 1 to ${MAX_GRANT_KEYS} keys between commas`);
	if (new Set(keys).size !== keys.length) throw new InvalidSetting("holds a key twice");
	return keys;
});
const MONGODB_URL = secret("secret address", (text) => {
	if (!/^mongodb(\+srv)?:\/\/[^\s/?#@]+(@[^\s/?#@]+)?(\/[^\s#]*)?(\?[^\s#]*)?$/.test(text)) throw new InvalidSetting("must be an address such as mongodb://host-a,host-b,host-c/?replicaSet=rs or mongodb+srv://user:password@cluster.example.com");
	return text;
});
const MAX_ADDRESSES = 2;
const POSTGRESQL_ADDRESSES = secret("secret address", (text) => {
	const addresses = text.split(/\s*\n\s*/).filter((line) => line !== "");
	if (addresses.length > MAX_ADDRESSES || addresses.length === 0 || !addresses.every((line) => /^postgres(ql)?:\/\/[^\s/?#@]+@[^\s/?#@]*\/[^\s/?#]+(\?[^\s#]*)?$/.test(line))) throw new InvalidSetting("must be an address such as postgresql://rooms:password@db-a.example.com,db-b.example.com/rooms");
	return addresses;
});
const POSTGRESQL_URL = secret("secret address", (text) => {
	const [first = ""] = POSTGRESQL_ADDRESSES.parse(text);
	return first;
});
export { POSTGRESQL_ADDRESSES as a, bearerSecret as c, OWNER_TOKEN as i, isBearerSecret as l, HMAC_SECRET as n, POSTGRESQL_URL as o, MONGODB_URL as r, SERVICE_SECRETS as s, GRANT_KEYS as t, shownPrefix as u };

//# sourceMappingURL=secrets-CHGXIp-d.js.map