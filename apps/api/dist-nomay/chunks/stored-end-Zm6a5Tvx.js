import "./rolldown-runtime-B7YF8cLN.js";
// packages/ports/dist/stored-end.js
const MAX_CLOCK_GAP_MS = 12e4;
const isOver = (endsAt, lengthMs, now) => endsAt <= now || endsAt > now + lengthMs + 12e4;
export { isOver as n, MAX_CLOCK_GAP_MS as t };

//# sourceMappingURL=stored-end-Zm6a5Tvx.js.map