export * from './documents/memory-document-store.ts';
