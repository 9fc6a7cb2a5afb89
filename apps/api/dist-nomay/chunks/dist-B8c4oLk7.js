import "./rolldown-runtime-B7YF8cLN.js";
import { constants, createHash, createPublicKey, publicEncrypt } from "node:crypto";
// packages/adapter-outer-layer/dist/outer-key.js
const MIN_BITS = 2048;
const MAX_BITS = 4096;
var OuterKeyDoesNotFit = class extends Error {
	name = "OuterKeyDoesNotFit";
};
function readOuterKey(pem, hash) {
	if (pem.includes("PRIVATE KEY")) throw new OuterKeyDoesNotFit("holds a private key, which must not be on this machine; take it away and put the public key there");
	const key = publicKeyOf(pem);
	if (key?.asymmetricKeyType !== "rsa") throw new OuterKeyDoesNotFit("does not hold a public RSA key in PEM");
	const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
	if (bits < MIN_BITS || bits > MAX_BITS) throw new OuterKeyDoesNotFit(`holds an RSA key of ${bits} bits; it needs ${MIN_BITS} to ${MAX_BITS}`);
	return {
		key,
		hash,
		modulus: key.export({ format: "jwk" }).n ?? ""
	};
}
function publicKeyOf(pem) {
	try {
		return createPublicKey(pem);
	} catch {
		return;
	}
}
// packages/adapter-outer-layer/dist/format.js
const FORMATS = {
	sha256: 225,
	sha1: 226
};
function thumbprintOf(key) {
	const { e, n } = key.export({ format: "jwk" });
	return createHash("sha256").update(JSON.stringify({
		e,
		kty: "RSA",
		n
	})).digest().subarray(0, 9);
}
// packages/adapter-outer-layer/dist/outer-layer.js
var OuterLayer = class {
	#inner;
	#key;
	#head;
	constructor(inner, key) {
		this.#inner = inner;
		this.#key = key;
		this.#head = Buffer.concat([Buffer.of(FORMATS[key.hash]), thumbprintOf(key.key)]);
	}
	get scope() {
		return this.#inner.scope;
	}
	createKey(of) {
		return this.#inner.createKey(of);
	}
	async wrapNewDataKey(key, binding) {
		const wrapped = await this.#inner.wrapNewDataKey(key, binding);
		return {
			...wrapped,
			wrappedDek: this.#around(wrapped.wrappedDek)
		};
	}
	destroyKey(key) {
		return this.#inner.destroyKey(key);
	}
	check() {
		return this.#inner.check();
	}
	close() {
		return this.#inner.close?.();
	}
	#around(wrapped) {
		const { key, hash } = this.#key;
		const options = {
			key,
			padding: constants.RSA_PKCS1_OAEP_PADDING,
			oaepHash: hash
		};
		const text = Buffer.concat([this.#head, publicEncrypt(options, Buffer.from(wrapped, "base64"))]).toString("base64");
		if (!isWrapped(text)) throw new TypeError("the wrapped key is empty");
		return text;
	}
};
const isWrapped = (text) => text !== "";
export { OuterKeyDoesNotFit, OuterLayer, readOuterKey };

//# sourceMappingURL=dist-B8c4oLk7.js.map