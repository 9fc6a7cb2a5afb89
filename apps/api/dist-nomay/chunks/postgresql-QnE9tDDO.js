import "./rolldown-runtime-B7YF8cLN.js";
import { t as DoesNotFitYet } from "./settings-do-not-fit-BNtl2Rod.js";
import { t as FollowedSecret } from "./secret-files-CXaGhjiU.js";
import { a as POSTGRESQL_ADDRESSES } from "./secrets-CHGXIp-d.js";
// apps/api/build/container/adapters/postgresql.js
const adapter = () => import("@strongroom/adapter-postgresql");
const openDocumentStore = ({ settings }) => inPostgresql(settings, (postgresql, address) => postgresql.openPostgresqlDocuments(address));
const openRateLimiter = ({ settings }) => inPostgresql(settings, (postgresql, address) => postgresql.openPostgresqlRateLimiter(address));
async function inPostgresql({ postgresqlUrl, followed }, open) {
	if (postgresqlUrl === void 0) throw new TypeError("these settings were not read to their end");
	const loaded = await adapter();
	try {
		if (followed.postgresqlUrl === void 0) return await open(loaded, { url: postgresqlUrl });
		const addresses = new FollowedSecret(followed.postgresqlUrl, POSTGRESQL_ADDRESSES.parse, { freshMs: 0 });
		return await open(loaded, {
			url: postgresqlUrl,
			logins: () => addresses.value
		});
	} catch (error) {
		throw error instanceof loaded.PostgresqlUnusable ? new DoesNotFitYet(`STRONGROOM_POSTGRESQL_URL: ${error.message}.`) : error;
	}
}
export { openDocumentStore, openRateLimiter };

//# sourceMappingURL=postgresql-QnE9tDDO.js.map