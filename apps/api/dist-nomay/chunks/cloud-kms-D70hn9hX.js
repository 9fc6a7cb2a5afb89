import "./rolldown-runtime-B7YF8cLN.js";
import { n as SettingsDoNotFit, t as DoesNotFitYet } from "./settings-do-not-fit-BNtl2Rod.js";
// apps/api/build/container/adapters/cloud-kms.js
const DAY = 86400;
const openKeyVault = async ({ settings }) => {
	const { kmsKeyRing, kmsKeyPer, kmsBinding, kmsDestroyAfter, kmsEndpoint } = settings;
	if (kmsKeyRing === void 0) throw new TypeError("these settings were not read to their end");
	const { CloudKms, KeyRingDoesNotFit, kmsClient, kmsEndpointOf } = await cloudKms();
	try {
		return await CloudKms.open({
			client: kmsClient(kmsEndpoint === void 0 ? void 0 : kmsEndpointOf(kmsEndpoint)),
			keyRing: kmsKeyRing,
			scope: kmsKeyPer,
			isBound: kmsBinding === "file",
			destroyedAfter: kmsDestroyAfter === void 0 ? void 0 : kmsDestroyAfter * DAY
		});
	} catch (error) {
		throw error instanceof KeyRingDoesNotFit ? new DoesNotFitYet(`STRONGROOM_KEYS=cloud-kms: ${error.message}.`) : error;
	}
};
async function cloudKms() {
	try {
		return await import("@strongroom/adapter-cloud-kms");
	} catch (error) {
		if (!(error instanceof EvalError)) throw error;
		throw new SettingsDoNotFit("STRONGROOM_KEYS=cloud-kms does not work while Node runs with --disallow-code-generation-from-strings: Google's client makes code from strings. Leave that flag out of NODE_OPTIONS.");
	}
}
export { openKeyVault };

//# sourceMappingURL=cloud-kms-D70hn9hX.js.map