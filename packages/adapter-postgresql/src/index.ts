export type { PostgresqlAddress } from './connection/address.ts';
export { PostgresqlUnusable } from './connection/postgresql-unusable.ts';
export {
  openPostgresqlDocuments,
  openPostgresqlToRead,
  type PostgresqlDocumentStore,
} from './documents/postgresql-document-store.ts';
export { inspectPostgresql, type PostgresqlInspection } from './inspect.ts';
export { openPostgresqlRateLimiter, type PostgresqlRateLimiter } from './limits/postgresql-rate-limiter.ts';
