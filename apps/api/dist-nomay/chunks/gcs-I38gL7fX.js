import "./rolldown-runtime-B7YF8cLN.js";
import { t as DoesNotFitYet } from "./settings-do-not-fit-BNtl2Rod.js";
// apps/api/build/container/adapters/gcs.js
const openBlobStore = async ({ settings, clock }) => {
	const { gcsBucket, gcsHmacId, gcsHmacSecret, gcsWeakerDeletion, gcsEndpoint } = settings;
	if (gcsBucket === void 0) throw new TypeError("these settings were not read to their end");
	const { BucketUnfit, GcsBlobStore } = await import("@strongroom/adapter-gcs");
	try {
		return await GcsBlobStore.open({
			bucket: gcsBucket,
			hmac: gcsHmacId === void 0 || gcsHmacSecret === void 0 ? void 0 : {
				accessId: gcsHmacId,
				secret: gcsHmacSecret
			},
			weakerDeletion: gcsWeakerDeletion,
			endpoint: gcsEndpoint,
			clock
		});
	} catch (error) {
		throw error instanceof BucketUnfit ? new DoesNotFitYet(`STRONGROOM_BLOBS=gcs: ${error.message}`) : error;
	}
};
export { openBlobStore };

//# sourceMappingURL=gcs-I38gL7fX.js.map