import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { Blobs } from '../minimal/blobs.ts';
import { mountReads } from './reads.ts';
import { Tables } from './tables.ts';
import { mountWrites } from './writes.ts';

/**
 * As `../minimal/main.ts`, with its tables in PostgreSQL: Express and `pg`, one row with three indexes for each audit
 * event, and one statement for a change with its event. It has no rules and imports nothing of the project.
 */

// oxlint-disable-next-line node/no-process-env -- a program of its own
const { BARE_FOLDER: folder = '', POSTGRESQL_URL: address = '', PORT: port = '0' } = process.env;
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.get('/readyz', (_request, response) => {
  response.json({});
});
const tables = new Tables(address);
mountReads(app, tables);
mountWrites(app, { tables, blobs: new Blobs(join(folder, 'bare')), base: `http://127.0.0.1:${port}` });
createServer({ keepAliveTimeout: 65_000 }, app).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
