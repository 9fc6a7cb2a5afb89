import "./rolldown-runtime-B7YF8cLN.js";
// packages/ports/dist/system-error-code.js
const systemErrorCode = (error) => typeof error === "object" && error !== null && "syscall" in error && "code" in error && typeof error.code === "string" ? error.code : void 0;
export { systemErrorCode as t };

//# sourceMappingURL=system-error-code-Dr3QMSzo.js.map