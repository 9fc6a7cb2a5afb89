import "./rolldown-runtime-B7YF8cLN.js";
import { SmtpMailer } from "@strongroom/adapter-smtp";
// apps/api/build/container/adapters/smtp.js
const openMailer = async ({ settings: { smtpUrl, mailFrom }, clock }) => {
	if (smtpUrl === void 0 || mailFrom === void 0) throw new TypeError("these settings were not read to their end");
	return new SmtpMailer({
		server: smtpUrl,
		from: mailFrom,
		clock
	});
};
export { openMailer };

//# sourceMappingURL=smtp-DR56N4MM.js.map