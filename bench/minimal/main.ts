import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { Blobs } from './blobs.ts';
import { mountReads } from './reads.ts';
import { Store } from './store.ts';
import { mountWrites } from './writes.ts';

/**
 * A minimal program with the same paths and the same durability as the service, as one would write it without its rules:
 * Express, plain tables in SQLite, one sync for all writes of a turn. It validates no field, hides nothing, keeps no
 * idempotency record and no request log, counts the rate limit in memory and makes no key for a room. It imports
 * nothing of the project.
 */

// oxlint-disable-next-line node/no-process-env -- a program of its own
const { MINIMAL_FOLDER: folder = '', PORT: port = '0' } = process.env;
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.get('/readyz', (_request, response) => {
  response.json({});
});
const parts = {
  store: new Store(join(folder, 'minimal.db')),
  blobs: new Blobs(folder),
  base: `http://127.0.0.1:${port}`,
};
mountReads(app, parts);
mountWrites(app, parts);
createServer({ keepAliveTimeout: 65_000 }, app).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
