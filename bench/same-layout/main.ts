import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { Blobs } from './blobs.ts';
import { mountReads } from './reads.ts';
import { Limits, Store } from './store.ts';
import { mountWrites } from './writes.ts';

/** As `../main.ts`, with the documents in MongoDB: on a copy of the same database, and of the same folder of blobs. */

// oxlint-disable-next-line node/no-process-env -- a program of its own
const environment = process.env;
const { BARE_FOLDER: folder = '', MONGODB_URL: address = '', MONGODB_DATABASE: name = '' } = environment;
const port = Number(environment.PORT);
const url = `http://127.0.0.1:${port}`;
mkdirSync(join(folder, 'blobs', 'tmp'), { recursive: true });

const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.use(express.json());
app.get('/readyz', (_request, response) => {
  response.json({});
});
const store = new Store(address, name);
const limits = new Limits(store.database);
mountReads(app, { store, limits });
mountWrites(app, { store, limits, blobs: new Blobs(join(folder, 'blobs')), folder, url });
createServer({ keepAliveTimeout: 65_000 }, app).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
