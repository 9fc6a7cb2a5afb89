import "./rolldown-runtime-B7YF8cLN.js";
// packages/application/dist/kernel/settings-do-not-fit.js
var SettingsDoNotFit = class extends Error {
	name = "SettingsDoNotFit";
	setting;
	constructor(message, setting) {
		super(message);
		this.setting = setting;
	}
};
var DoesNotFitYet = class extends SettingsDoNotFit {};
export { SettingsDoNotFit as n, DoesNotFitYet as t };

//# sourceMappingURL=settings-do-not-fit-BNtl2Rod.js.map