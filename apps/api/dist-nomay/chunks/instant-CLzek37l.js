import "./rolldown-runtime-B7YF8cLN.js";
// packages/adapter-local/dist/runtime/instant.js
const isInstant = (milliseconds) => Number.isSafeInteger(milliseconds);
function instant(milliseconds) {
	if (!isInstant(milliseconds)) throw new TypeError("a time is not a whole number of milliseconds");
	return milliseconds;
}
export { instant as t };

//# sourceMappingURL=instant-CLzek37l.js.map