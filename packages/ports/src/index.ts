export * from './blob-gateway.ts';
export * from './blob-store.ts';
export * from './document-store.ts';
export * from './errors.ts';
export * from './key-vault.ts';
export * from './mailer.ts';
export * from './rate-limiter.ts';
export * from './runtime.ts';
