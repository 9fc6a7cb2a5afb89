/**
 * Several processes of the service over one MongoDB, as behind a load balancer, but on one machine. All data is
 * temporary and removed when Ctrl-C stops them. The first argument is the number of processes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { memorySettings } from './start/memory.ts';

const [API, ADMIN] = ['apps/api/dist/main.js', 'apps/admin/dist/main.js'];
const FIRST_PORT = 8080;

// oxlint-disable-next-line node/no-process-env -- a program of its own
const { PATH, PORT = FIRST_PORT } = process.env;
const number = Number(process.argv[2] ?? 4);
const mongo = await MongoServers.start();
const folder = await mkdtemp(join(tmpdir(), 'strongroom-cluster-'));
const token = execFileSync(process.execPath, [ADMIN, 'owner-token', '--make'], { encoding: 'utf8' }).trimEnd();
const auditKey = join(folder, 'audit.key');
const auditKeyLine = execFileSync(process.execPath, [ADMIN, 'audit', 'key', '--make', 'localhost'], {
  encoding: 'utf8',
});
writeFileSync(auditKey, auditKeyLine, { mode: 0o600 });
const { flags, environment } = memorySettings('mongodb');
const shared = {
  ...environment,
  PATH,
  STRONGROOM_DATA_DIR: folder,
  STRONGROOM_DOCUMENTS: 'mongodb',
  STRONGROOM_MONGODB_URL: mongo.url,
  STRONGROOM_OWNER_TOKEN: token,
  STRONGROOM_AUDIT_KEY: auditKey,
  STRONGROOM_SECRET: randomBytes(32).toString('base64'),
};

/** Node would exit at once by default and leave the others running. */
const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
const children: ChildProcess[] = Array.from({ length: number }, (_, index) =>
  spawn(process.execPath, [...flags, API], {
    env: { ...shared, PORT: String(Number(PORT) + index) },
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
);
const ended = children.map((child) => once(child, 'exit'));
process.stdout.write(`MongoDB: ${mongo.url}\nThe first owner's API token: ${token}\n`);

await Promise.race([stopped, ...ended]);
// No balancer asks these whether they are ready, so none drains.
for (const child of children) child.kill('SIGINT');
await Promise.all(ended);
await mongo.stop();
await rm(folder, { recursive: true, force: true });
