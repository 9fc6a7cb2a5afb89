import type { Embedded } from '../command/embedded.ts';

/** The embedded parts of this machine, each loaded on first use. */
export const embedded: Embedded = {
  unwrap: async (...asked) => (await import('./keyring.ts')).unwrap(...asked),
  unwrapInToken: async (...asked) => (await import('./token.ts')).unwrapInToken(...asked),
  removeOuterLayer: async (...asked) => (await import('./token.ts')).removeOuterLayer(...asked),
  inspectToken: async (settings) => (await import('./token.ts')).inspectToken(settings),
  faultOfOuterKey: async (file) => (await import('./token.ts')).faultOfOuterKey(file),
  inspectDatabase: async (file) => (await import('./database.ts')).inspectDatabase(file),
  inspectBucket: async (settings) => (await import('./bucket.ts')).inspectBucket(settings),
  inspectKeyRing: async (settings) => (await import('./key-ring.ts')).inspectKeyRing(settings),
  inspectMongo: async (settings) => (await import('./mongo.ts')).inspectMongo(settings),
  inspectModule: async (...asked) => (await import('./module.ts')).inspectModule(...asked),
  inspectPostgresql: async (settings) => (await import('./postgresql.ts')).inspectPostgresql(settings),
  makeOwnerToken: async () => (await import('./owner.ts')).makeOwnerToken(),
  renewOwnerToken: async (...asked) => (await import('./owner.ts')).renewOwnerToken(...asked),
  makeAuditKey: async (address) => (await import('./audit-log.ts')).makeAuditKey(address),
  rotateAuditKey: async (...asked) => (await import('./audit-log.ts')).rotateAuditKey(...asked),
  eraseEvents: async (...asked) => (await import('./audit-log.ts')).eraseEvents(...asked),
  restartLog: async (...asked) => (await import('./audit-log.ts')).restartLog(...asked),
  forgetSettings: async (store) => (await import('./settings.ts')).forgetSettings(store),
  noteLostKeys: async (...asked) => (await import('./lost-keys.ts')).noteLostKeys(...asked),
  backUp: async (...asked) => (await import('./backup.ts')).backUp(...asked),
  replacePrivateFile: async (...asked) => (await import('./private-file.ts')).replacePrivateFile(...asked),
  restore: async (...asked) => (await import('./backup.ts')).restore(...asked),
};
