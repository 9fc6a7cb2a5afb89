import "./rolldown-runtime-B7YF8cLN.js";
import { t as DoesNotFitYet } from "./settings-do-not-fit-BNtl2Rod.js";
import { t as FollowedSecret } from "./secret-files-CXaGhjiU.js";
import { r as MONGODB_URL } from "./secrets-CHGXIp-d.js";
// apps/api/build/container/adapters/mongodb.js
const adapter = () => import("@strongroom/adapter-mongodb");
const openDocumentStore = ({ settings }) => inMongodb(settings, (mongodb, address) => mongodb.openMongoDocuments(address));
const openRateLimiter = ({ settings }) => inMongodb(settings, (mongodb, address) => mongodb.openMongoRateLimiter(address));
async function inMongodb({ mongodbUrl, mongodbDatabase, followed }, open) {
	if (mongodbUrl === void 0) throw new TypeError("these settings were not read to their end");
	const loaded = await adapter();
	try {
		const address = {
			url: mongodbUrl,
			database: mongodbDatabase
		};
		if (followed.mongodbUrl === void 0) return await open(loaded, address);
		const inFile = new FollowedSecret(followed.mongodbUrl, MONGODB_URL.parse);
		return await open(loaded, {
			...address,
			login: () => inFile.value
		});
	} catch (error) {
		throw error instanceof loaded.MongoUnusable ? new DoesNotFitYet(`STRONGROOM_MONGODB_URL: ${error.message}.`) : error;
	}
}
export { openDocumentStore, openRateLimiter };

//# sourceMappingURL=mongodb-BvVL2Ax9.js.map