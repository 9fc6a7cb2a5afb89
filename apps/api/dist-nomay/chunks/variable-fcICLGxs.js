import "./rolldown-runtime-B7YF8cLN.js";
// packages/settings/dist/variable.js
var InvalidSetting = class extends Error {
	name = "InvalidSetting";
};
const variable = (name, form, shown, meaning) => ({
	name,
	form,
	shown,
	meaning,
	fallback: form.parse(shown),
	requiredWith: []
});
const optional = (name, form, shown, meaning, ...requiredWith) => ({
	name,
	form,
	shown,
	meaning,
	fallback: void 0,
	requiredWith
});
const withWord = (name, word, because) => ({
	with: name,
	holds: (value) => value === word,
	because: (setting) => `${setting} ${because}`
});
const withSetting = (name, because) => ({
	with: name,
	holds: (value) => value !== void 0,
	because: () => `${name} ${because}`
});
export { withWord as a, withSetting as i, optional as n, variable as r, InvalidSetting as t };

//# sourceMappingURL=variable-fcICLGxs.js.map