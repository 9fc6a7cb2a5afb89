import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { Blobs } from './blobs.ts';
import { Limits, Store } from './driver.ts';
import { mountRoutes } from './routes.ts';

/**
 * The reference for the service: the same statements on a copy of the same database, the same syncs, and nothing else.
 * It imports nothing of the project, so it cannot become slow together with it.
 */

// oxlint-disable-next-line node/no-process-env -- a program of its own
const { BARE_FOLDER: folder = '', PORT: port = '0' } = process.env;
const url = `http://127.0.0.1:${port}`;
mkdirSync(join(folder, 'blobs', 'tmp'), { recursive: true });

const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.use(express.json());
app.get('/readyz', (_request, response) => {
  response.json({});
});
mountRoutes(app, {
  store: new Store(join(folder, 'strongroom.db')),
  limits: new Limits(join(folder, 'limits.db')),
  blobs: new Blobs(join(folder, 'blobs')),
  folder,
  url: () => url,
});
createServer({ keepAliveTimeout: 65_000 }, app).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
