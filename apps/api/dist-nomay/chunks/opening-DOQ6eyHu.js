// packages/ports/dist/opening.js
const SERVES_SINCE = {
	documents: 3,
	limits: 1,
	blobs: 1,
	keys: 1,
	mail: 1
};
const SIGNING_PURPOSES = {
	blobs: "blob-addresses",
	documents: "adapter-of-documents",
	keys: "adapter-of-keys",
	limits: "adapter-of-limits",
	mail: "adapter-of-mail"
};
const OPENERS = {
	documents: "openDocumentStore",
	limits: "openRateLimiter",
	blobs: "openBlobStore",
	keys: "openKeyVault",
	mail: "openMailer"
};
export { SERVES_SINCE as n, SIGNING_PURPOSES as r, OPENERS as t };

//# sourceMappingURL=opening-DOQ6eyHu.js.map