import "./rolldown-runtime-B7YF8cLN.js";
import { t as DoesNotFitYet } from "./settings-do-not-fit-BNtl2Rod.js";
import { t as s3Credentials } from "./s3-credentials-lHQt2iGI.js";
// apps/api/build/container/adapters/s3.js
const openBlobStore = async ({ settings, baseUrl, signingKey, earlierSigningKeys, clock }) => {
	const { s3Bucket, s3Endpoint, s3Region, s3PathStyle, s3Prefix, s3Way, s3PublicEndpoint, s3CutUploads } = settings;
	if (s3Bucket === void 0) throw new TypeError("these settings were not read to their end");
	const { BucketUnfit, openDirectS3Blobs, openS3Blobs } = await import("@strongroom/adapter-s3");
	const bucket = {
		...s3Credentials(settings),
		clock,
		bucket: s3Bucket,
		endpoint: s3Endpoint,
		region: s3Region,
		pathStyle: s3PathStyle === void 0 ? void 0 : s3PathStyle === "yes",
		prefix: s3Prefix ?? ""
	};
	try {
		if (s3Way === "through-service") return await openS3Blobs({
			...bucket,
			baseUrl,
			signingKey,
			earlierSigningKeys
		});
		return await openDirectS3Blobs({
			...bucket,
			publicEndpoint: s3PublicEndpoint,
			cutUploads: s3CutUploads,
			pageOrigin: () => pageOrigin(baseUrl())
		});
	} catch (error) {
		throw error instanceof BucketUnfit ? new DoesNotFitYet(`STRONGROOM_BLOBS=s3: ${error.message}`) : error;
	}
};
function pageOrigin(baseUrl) {
	const { origin, port } = new URL(baseUrl);
	return port === "0" ? void 0 : origin;
}
export { openBlobStore };

//# sourceMappingURL=s3-DO4iMCTw.js.map