                                                                 
export { PostgresqlUnusable } from './connection/postgresql-unusable.js';
export {
  openPostgresqlDocuments,
  openPostgresqlToRead,
                               
} from './documents/postgresql-document-store.js';
export { inspectPostgresql,                           } from './inspect.js';
export { openPostgresqlRateLimiter,                            } from './limits/postgresql-rate-limiter.js';
