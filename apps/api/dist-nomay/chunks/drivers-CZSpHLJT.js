import "./rolldown-runtime-B7YF8cLN.js";
import { t as InvalidSetting } from "./variable-fcICLGxs.js";
// packages/settings/dist/drivers.js
const DRIVERS = {
	documents: {
		sqlite: "folder",
		memory: "process",
		mongodb: "elsewhere",
		postgresql: "elsewhere"
	},
	blobs: {
		files: "folder",
		memory: "process",
		s3: "elsewhere",
		gcs: "elsewhere"
	},
	keys: {
		local: "folder",
		"cloud-kms": "elsewhere",
		pkcs11: "elsewhere"
	},
	mail: {
		folder: "folder",
		smtp: "elsewhere"
	},
	limits: { documents: "process" }
};
const PREFIX = "module:";
const PACKAGE = new RegExp(`${/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.source.slice(0, -1)}(?:\\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`);
const MAX_LENGTH = 214;
const isModule = (word) => word.startsWith(PREFIX);
const packageOf = (word) => word.slice(7);
const placesOf = (kind) => DRIVERS[kind];
const placeOf = (kind, word) => placesOf(kind)[word] ?? "elsewhere";
const isDriver = (kind, text) => Object.hasOwn(DRIVERS[kind], text);
const driver = (kind) => {
	const words = Object.keys(DRIVERS[kind]).join(", ");
	return {
		allowed: `${words}, module:PACKAGE`,
		parse: (text) => {
			if (isDriver(kind, text)) return text;
			if (!isModule(text)) throw new InvalidSetting(`must be one of ${words}, or module:PACKAGE`);
			const name = packageOf(text);
			if (name.length > MAX_LENGTH || !PACKAGE.test(name)) throw new InvalidSetting("must name a package of npm after module:, such as module:@acme/strongroom-foo");
			return text;
		}
	};
};
const withPlace = (place, because) => ({
	with: "STRONGROOM_DOCUMENTS",
	holds: (word) => typeof word === "string" && placeOf("documents", word) === place,
	because: (setting) => `${setting} ${because}`
});
export { withPlace as a, placeOf as i, isModule as n, packageOf as r, driver as t };

//# sourceMappingURL=drivers-CZSpHLJT.js.map