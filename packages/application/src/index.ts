export * from './kernel/context.ts';
