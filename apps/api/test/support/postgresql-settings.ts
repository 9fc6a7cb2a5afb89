import { randomBytes } from 'node:crypto';
import { bearerSecret } from '@strongroom/domain';
import { auditKeyFile } from './audit-key-file.ts';

/** The settings of a service whose documents are in a database of PostgreSQL. */
export const onPostgresql = (url: string) => ({
  STRONGROOM_DOCUMENTS: 'postgresql',
  STRONGROOM_POSTGRESQL_URL: url,
  STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', randomBytes(32)),
  STRONGROOM_AUDIT_KEY: auditKeyFile(),
  STRONGROOM_SECRET: randomBytes(32).toString('base64'),
});
