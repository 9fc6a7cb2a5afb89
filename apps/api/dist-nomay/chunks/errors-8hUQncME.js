import "./rolldown-runtime-B7YF8cLN.js";
// packages/ports/dist/errors.js
const hasErrorName = (value, name) => typeof value === "object" && value !== null && "name" in value && value.name === name;
var VersionConflict = class extends Error {
	static [Symbol.hasInstance](value) {
		return hasErrorName(value, "VersionConflict");
	}
	name = "VersionConflict";
	collection;
	id;
	constructor(collection, id) {
		super(`version conflict on ${collection}`);
		this.collection = collection;
		this.id = id;
	}
};
var DuplicateKey = class extends Error {
	static [Symbol.hasInstance](value) {
		return hasErrorName(value, "DuplicateKey");
	}
	name = "DuplicateKey";
	collection;
	key;
	constructor(collection, key) {
		super(`duplicate key in ${collection}`);
		this.collection = collection;
		this.key = key;
	}
};
var KeyDestroyed = class extends Error {
	static [Symbol.hasInstance](value) {
		return hasErrorName(value, "KeyDestroyed");
	}
	name = "KeyDestroyed";
	constructor() {
		super("the key-encryption key is destroyed");
	}
};
var GenerationGone = class extends Error {
	static [Symbol.hasInstance](value) {
		return hasErrorName(value, "GenerationGone");
	}
	name = "GenerationGone";
	constructor() {
		super("the uploaded generation is gone");
	}
};
var Unavailable = class extends Error {
	static [Symbol.hasInstance](value) {
		return hasErrorName(value, "Unavailable");
	}
	name = "Unavailable";
	dependency;
	maybeDone;
	constructor(dependency, options = {}) {
		super(`${dependency} cannot serve`, options.cause === void 0 ? void 0 : { cause: options.cause });
		this.dependency = dependency;
		this.maybeDone = options.maybeDone ?? false;
	}
};
export { VersionConflict as a, Unavailable as i, GenerationGone as n, hasErrorName as o, KeyDestroyed as r, DuplicateKey as t };

//# sourceMappingURL=errors-8hUQncME.js.map