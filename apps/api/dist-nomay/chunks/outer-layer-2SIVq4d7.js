import "./rolldown-runtime-B7YF8cLN.js";
import { n as SettingsDoNotFit } from "./settings-do-not-fit-BNtl2Rod.js";
import { t as systemErrorCode } from "./system-error-code-Dr3QMSzo.js";
import { t as textOfFile } from "./text-of-file-hBrkBytM.js";
// apps/api/build/container/adapters/outer-layer.js
async function withOuterLayer({ keysOuter, keysOuterHash }, open) {
	if (typeof keysOuter !== "string") return open(void 0);
	const { OuterKeyDoesNotFit, OuterLayer, readOuterKey } = await import("./dist-B8c4oLk7.js");
	try {
		const key = readOuterKey(await readSettingFile("STRONGROOM_KEYS_OUTER", keysOuter), keysOuterHash);
		return new OuterLayer(await open(key.modulus), key);
	} catch (error) {
		throw error instanceof OuterKeyDoesNotFit ? new SettingsDoNotFit(`STRONGROOM_KEYS_OUTER: ${keysOuter} ${error.message}.`) : error;
	}
}
const MAX_BYTES = 16384;
async function readSettingFile(setting, path) {
	try {
		const text = await textOfFile(path);
		if (text.length <= MAX_BYTES) return text;
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === void 0) throw error;
		throw new SettingsDoNotFit(`${setting}: ${path} cannot be read (${code}); name a file that the user of the service can read.`);
	}
	throw new SettingsDoNotFit(`${setting}: ${path} is longer than ${MAX_BYTES} characters.`);
}
export { withOuterLayer as n, readSettingFile as t };

//# sourceMappingURL=outer-layer-2SIVq4d7.js.map