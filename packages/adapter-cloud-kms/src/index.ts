export * from './cloud-kms.ts';
export { KeyRingDoesNotFit } from './fitness.ts';
export { isKeyRing } from './key-names.ts';
export * from './kms-client.ts';
