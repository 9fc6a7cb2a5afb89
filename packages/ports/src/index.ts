export * from './audit/audit-storage.ts';
export type { ClosedBlock, Posting } from './audit/block-builder.ts';
export { postingsOf, refuseTooMany } from './audit/erasure.ts';
export {
  type EncodedEvent,
  encodeEvent,
  eventOfText,
  eventText,
  type Facets,
  facetsOfText,
  MAX_EVENT_BYTES,
  type Salts,
  type StoredAddress,
} from './audit/event-text.ts';
export * from './audit/indexed-log.ts';
export { refuseUnstored } from './audit/mending.ts';
export { decodeOffsets, encodeOffsets, withoutOffsets } from './audit/postings.ts';
export { type AuditFilter, nameOfTerm } from './audit/terms.ts';
export * from './audit-key.ts';
export * from './audit-log.ts';
export * from './backoff.ts';
export * from './batcher.ts';
export * from './blob-gateway.ts';
export * from './blob-store.ts';
export * from './changes.ts';
export * from './checkpoint-names.ts';
export * from './document-store.ts';
export * from './error-for-log.ts';
export * from './errors.ts';
export * from './frozen.ts';
export * from './key-unwrapper.ts';
export * from './key-vault.ts';
export { type Live, LiveSet } from './live-set.ts';
export * from './mailer.ts';
export * from './opening.ts';
export * from './outage/call-guard.ts';
export { Outage } from './outage/outage.ts';
export { retryWithin } from './outage/retry.ts';
export { type Alarm, SharedTimer } from './outage/shared-timer.ts';
export type { Timers } from './outage/timers.ts';
export * from './password-hasher.ts';
export * from './rate-limiter.ts';
export * from './runtime.ts';
export * from './stored-end.ts';
export * from './system-error-code.ts';
export * from './token-signer.ts';
export { withoutSecrets } from './without-secrets.ts';
