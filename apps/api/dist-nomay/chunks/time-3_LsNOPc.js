import "./rolldown-runtime-B7YF8cLN.js";
// packages/domain/dist/values/time.js
function instant(milliseconds) {
	if (!Number.isSafeInteger(milliseconds)) throw new RangeError("an instant is a whole number of milliseconds");
	return milliseconds;
}
const later = (a, b) => a > b ? a : b;
const earlier = (a, b) => a < b ? a : b;
const SECOND = 1e3;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const plus = (from, milliseconds) => from + milliseconds;
const expiryAfter = (now, seconds) => Math.ceil(now / SECOND) * SECOND + seconds * SECOND;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
const two = (number) => TWO_DIGITS[number] ?? "";
let lastDay = NaN;
let lastDate = "";
function formatInstant(at) {
	const day = Math.floor(at / DAY);
	if (day !== lastDay) lastDate = (/* @__PURE__ */ new Date(day * DAY)).toISOString().slice(0, 10);
	lastDay = day;
	const seconds = Math.floor((at - day * DAY) / SECOND);
	const minutes = Math.floor(seconds / 60);
	return `${lastDate}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}Z`;
}
export { earlier as a, instant as c, SECOND as i, later as l, HOUR as n, expiryAfter as o, MINUTE as r, formatInstant as s, DAY as t, plus as u };

//# sourceMappingURL=time-3_LsNOPc.js.map