/**
 * Node's module without its exports as names: `import … from 'node:http'` reads every export, and two of them load Node's
 * WebSocket and `fetch`, 16 MB of memory and 50 ms of each start.
 */
export const http = process.getBuiltinModule('node:http');

/** For code that reads a request which the kernel received. */
export type { IncomingMessage, ServerResponse } from 'node:http';
