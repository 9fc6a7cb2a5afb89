export * from './cloud-kms.ts';
export { KeyRingDoesNotFit } from './fitness.ts';
export * from './kms-client.ts';
