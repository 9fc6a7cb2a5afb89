export type { MongoAddress } from './connection/mongo-connection.ts';
export { MongoUnusable } from './connection/mongo-unusable.ts';
export { type MongoDocumentStore, openMongoDocuments, openMongoToRead } from './documents/mongo-document-store.ts';
export { inspectMongo, type MongoInspection } from './inspect.ts';
export { type MongoRateLimiter, openMongoRateLimiter } from './limits/mongo-rate-limiter.ts';
