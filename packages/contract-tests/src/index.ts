export * from './blob-store.suite.ts';
export * from './document-store.suite.ts';
export * from './key-vault.suite.ts';
export * from './mailer.suite.ts';
export * from './password-hasher.suite.ts';
export * from './promise.ts';
export * from './rate-limiter.suite.ts';
export * from './service.contract.ts';
