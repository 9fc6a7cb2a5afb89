import "./rolldown-runtime-B7YF8cLN.js";
import { randomFillSync } from "node:crypto";
// packages/store-kit/dist/node/random-pool.js
var RandomPool = class {
	#parts;
	#pool;
	#next;
	constructor({ length, uses }) {
		this.#pool = Buffer.alloc(length * uses);
		this.#parts = Array.from({ length: uses }, (_, at) => this.#pool.subarray(at * length, (at + 1) * length));
		this.#next = uses;
	}
	lend(use) {
		if (this.#next === this.#parts.length) {
			randomFillSync(this.#pool);
			this.#next = 0;
		}
		const bytes = this.#parts[this.#next++];
		if (bytes === void 0) throw new RangeError("a pool of random bytes serves no use");
		try {
			return use(bytes);
		} finally {
			bytes.fill(0);
		}
	}
};
export { RandomPool as t };

//# sourceMappingURL=random-pool-CH8jXrjy.js.map