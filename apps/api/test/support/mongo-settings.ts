import { randomBytes } from 'node:crypto';
import { bearerSecret } from '@strongroom/domain';
import type { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { auditKeyFile } from './audit-key-file.ts';

let databases = 0;

/** The settings of a service whose documents are in an unused database. */
export function onMongo({ url }: Pick<MongoServers, 'url'>) {
  databases += 1;
  return {
    STRONGROOM_DOCUMENTS: 'mongodb',
    STRONGROOM_MONGODB_URL: url,
    STRONGROOM_MONGODB_DATABASE: `rooms_${process.pid}_${databases}`,
    STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', randomBytes(32)),
    STRONGROOM_AUDIT_KEY: auditKeyFile(),
    STRONGROOM_SECRET: randomBytes(32).toString('base64'),
  };
}
