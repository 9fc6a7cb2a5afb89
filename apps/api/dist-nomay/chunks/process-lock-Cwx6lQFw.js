import "./rolldown-runtime-B7YF8cLN.js";
import { t as systemErrorCode } from "./system-error-code-Dr3QMSzo.js";
import { t as isBusy } from "./result-codes-BGGNwCpE.js";
import { stat } from "node:fs/promises";
import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
// packages/adapter-local/dist/disk/process-lock.js
async function lockFile(path) {
	makeFile(path);
	const database = new DatabaseSync(path);
	try {
		database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
		await stat(path);
		return database;
	} catch (error) {
		database.close();
		if (isBusy(error) || systemErrorCode(error) === "ENOENT") return void 0;
		throw error;
	}
}
function makeFile(path) {
	try {
		closeSync(openSync(path, "wx", 384));
	} catch (error) {
		if (systemErrorCode(error) !== "EEXIST") throw error;
	}
}
export { lockFile as t };

//# sourceMappingURL=process-lock-Cwx6lQFw.js.map