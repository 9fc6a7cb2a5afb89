import "./rolldown-runtime-B7YF8cLN.js";
const resultCode = (error) => typeof error === "object" && error !== null && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 255 : 0;
const isBusy = (error) => [5, 6].includes(resultCode(error));
export { resultCode as n, isBusy as t };

//# sourceMappingURL=result-codes-BGGNwCpE.js.map