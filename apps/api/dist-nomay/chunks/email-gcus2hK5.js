import "./rolldown-runtime-B7YF8cLN.js";
import { t as defineValue } from "./value-DJXjGY04.js";
// packages/domain/dist/values/email.js
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const HOST_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const EMAIL = `^${ATOM}(?:\\.${ATOM})*@${HOST_LABEL}(?:\\.${HOST_LABEL})*$`;
const TOO_LONG_A_NAME = "^[^@]{65}";
const [FORM, TOO_LONG] = [new RegExp(EMAIL, "u"), new RegExp(TOO_LONG_A_NAME, "u")];
const Email = defineValue({
	name: "Email",
	description: "One plain ASCII e-mail address; compared and stored in lower case.",
	schema: {
		type: "string",
		maxLength: 254,
		pattern: EMAIL,
		not: { pattern: TOO_LONG_A_NAME },
		examples: ["ada@example.com"]
	},
	rule: "email",
	check: (input) => typeof input === "string" && input.length <= 254 && FORM.test(input) && !TOO_LONG.test(input) ? void 0 : "must be one plain ASCII e-mail address, at most 254 characters"
});
const canonicalEmail = (email) => email.toLowerCase();
export { canonicalEmail as n, Email as t };

//# sourceMappingURL=email-gcus2hK5.js.map