import "./rolldown-runtime-B7YF8cLN.js";
import { n as SettingsDoNotFit } from "./settings-do-not-fit-BNtl2Rod.js";
import { t as InvalidSetting } from "./variable-fcICLGxs.js";
import { t as FollowedSecret } from "./secret-files-CXaGhjiU.js";
// packages/settings/dist/forms/aws-credentials.js
const SECTION = /^\[\s*(?:profile\s+)?([^\]]+?)\s*\]$/;
const LINE = /^(aws_access_key_id|aws_secret_access_key|aws_session_token)\s*=\s*(\S+)$/i;
function awsCredentialsIn(text, profile = "default") {
	const found = /* @__PURE__ */ new Map();
	let section;
	for (const line of text.split("\n").map((one) => one.trim())) {
		section = SECTION.exec(line)?.[1] ?? section;
		const [, name, value] = section === profile && LINE.exec(line) || [];
		if (name !== void 0 && value !== void 0) found.set(name.toLowerCase(), value);
	}
	const [accessKeyId, secretAccessKey, sessionToken] = [
		"access_key_id",
		"secret_access_key",
		"session_token"
	].map((name) => found.get(`aws_${name}`));
	if (accessKeyId === void 0 || secretAccessKey === void 0) throw new InvalidSetting(`has no aws_access_key_id and aws_secret_access_key for the profile ${profile}`);
	return {
		accessKeyId,
		secretAccessKey,
		...sessionToken === void 0 ? {} : { sessionToken }
	};
}
// apps/api/build/container/adapters/s3-credentials.js
const followed = /* @__PURE__ */ new WeakMap();
function s3Credentials({ followed: { s3Credentials: file } }) {
	if (file === void 0) return {};
	try {
		const secret = followed.get(file) ?? new FollowedSecret(file.path, (text) => awsCredentialsIn(text, file.profile));
		followed.set(file, secret);
		return { credentials: () => secret.value };
	} catch (error) {
		throw new SettingsDoNotFit(`AWS_SHARED_CREDENTIALS_FILE ${error instanceof Error ? error.message : "cannot be read"}.`);
	}
}
export { s3Credentials as t };

//# sourceMappingURL=s3-credentials-lHQt2iGI.js.map