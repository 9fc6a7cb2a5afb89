export * from './backup/back-up.ts';
export * from './backup/backup-refused.ts';
export { type KeyServiceFiles, keyServiceIn, type RestoredKeyService } from './backup/key-service-copy.ts';
export type { Manifest } from './backup/manifest.ts';
export * from './backup/restore.ts';
export * from './blobs/file-blob-store.ts';
export * from './blobs/memory-blob-store.ts';
export { PinnedCalls, type PinnedCallsOptions } from './calls/pinned-calls.ts';
export { createOnce, replaceFile, stageFile } from './disk/durable.ts';
export { type DataEntries, failedPath, reasonAgainstFolder, unusableEntry } from './disk/unusable-entry.ts';
export { reasonUnusable, usableFolder } from './disk/unusable-folder.ts';
export * from './documents/memory-document-store.ts';
export * from './documents/sqlite-document-store.ts';
export { addressToRead } from './documents/sqlite-file.ts';
export * from './documents/store-unusable.ts';
export { AUDIT_KEY_FILE, auditKeysIn, besideKey, memoryAuditKeys, newAuditKey } from './keys/audit-keys.ts';
export {
  AUDIT_CHECKPOINT_FILE,
  checkpointFile,
  checkpointInMemory,
  faultOfCheckpointFile,
} from './keys/checkpoint-file.ts';
export { ERASED_FILE, erasedFile } from './keys/erased-file.ts';
export { folderKeeper } from './keys/folder-keeper.ts';
export { keysIn } from './keys/keys-in.ts';
export * from './keys/local-keyring.ts';
export * from './keys/lost-keys.ts';
export { MemoryKeyring } from './keys/memory-keyring.ts';
export { grantSigner, openSigningKey, openSigningKeys, signingKeyFrom } from './keys/signing-key.ts';
export * from './limits/memory-rate-limiter.ts';
export * from './limits/sqlite-rate-limiter.ts';
export * from './mail/folder-mailer.ts';
export * from './mail/memory-mailer.ts';
export * from './passwords/argon2-hasher.ts';
export { cannotListen } from './runtime/cannot-listen.ts';
export * from './runtime/clock.ts';
export { collectAfterStart } from './runtime/collect-after-start.ts';
export * from './runtime/ids.ts';
export { type Level, LineLog, type ServiceLog } from './runtime/line-log.ts';
export { type AwaitedDependency, openPatiently } from './runtime/open-patiently.ts';
export * from './runtime/secret-file.ts';
export * from './runtime/secrets.ts';
export { CONFIGURATION_FAULT, startRefusal } from './runtime/start-refusal.ts';
export { STOP_MS, untilStopped } from './runtime/until-stopped.ts';
export { httpWitness, type WitnessAddress } from './witness/http-witness.ts';
