export * from './document-store.suite.ts';
export * from './promise.ts';
